// The address bar: links inside the app change the screen without loading the page.

import { readRoute, type Route } from './route';

class Router {
  route = $state.raw<Route>(readRoute(location));

  constructor() {
    addEventListener('popstate', () => this.read());
    addEventListener('hashchange', () => this.read());
    document.addEventListener('click', (event) => this.follow(event));
  }

  /** Go to a path; `isHere` keeps the place in the page. */
  go(path: string, isHere = false): void {
    history.pushState(null, '', path);
    this.read();
    if (!isHere) scrollTo(0, 0);
  }

  private read(): void {
    this.route = readRoute(location);
  }

  private follow(event: MouseEvent): void {
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const link = (event.target as Element | null)?.closest('a');
    if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
    if (link.pathname.startsWith('/api') || link.pathname.startsWith('/schema')) return;
    if (link.getAttribute('href')?.startsWith('#')) return;
    event.preventDefault();
    this.go(link.pathname + link.search + link.hash);
  }
}

export const router = new Router();
