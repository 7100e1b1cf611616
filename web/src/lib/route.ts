// Which screen a path means.

export type Route =
  | { screen: 'home' }
  | { screen: 'new'; game: string | null }
  | { screen: 'table'; id: string }
  | { screen: 'bring'; hash: string }
  | { screen: 'replays' }
  | { screen: 'learn' }
  | { screen: 'books' }
  | { screen: 'rules'; game: string; rule: string | null; example: string | null }
  | { screen: 'report'; id: string }
  | { screen: 'lost'; path: string };

/** Read a path with its query and fragment, such as `/rules/omaha#8.3`. */
export function readRoute(url: { pathname: string; search?: string; hash?: string }): Route {
  const [first = '', second = '', ...rest] = url.pathname.split('/').filter(Boolean).map(decodeURIComponent);
  const query = new URLSearchParams(url.search ?? '');
  if (!rest.length) {
    if (!first) return { screen: 'home' };
    if (first === 'new' && !second) return { screen: 'new', game: query.get('game') };
    if (first === 'table' && second) return { screen: 'table', id: second };
    if (first === 'bring' && !second) return { screen: 'bring', hash: url.hash ?? '' };
    if (first === 'replays' && !second) return { screen: 'replays' };
    if (first === 'learn' && !second) return { screen: 'learn' };
    if (first === 'rules' && !second) return { screen: 'books' };
    if (first === 'rules') {
      const rule = decodeURIComponent((url.hash ?? '').slice(1)) || null;
      return { screen: 'rules', game: second, rule, example: query.get('example') };
    }
    if (first === 'report' && second) return { screen: 'report', id: second };
  }
  return { screen: 'lost', path: url.pathname };
}
