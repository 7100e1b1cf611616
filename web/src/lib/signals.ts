// "Your move" where one looks when one does not look at the table: the title, the icon of the tab, the badge of the app,
// a notification of the browser.

interface Badged {
  setAppBadge?(count: number): Promise<void>;
  clearAppBadge?(): Promise<void>;
}

const ICONS = { plain: '/icon.svg', move: '/icon-move.svg' };

/** Say in the tab how many games wait; `title` is what the page is about. */
export function signal(title: string, waiting: number, words = ''): void {
  document.title = waiting ? `${words || `(${waiting})`} ${title}` : title;
  const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]');
  const wanted = waiting ? ICONS.move : ICONS.plain;
  if (icon && icon.getAttribute('href') !== wanted) icon.href = wanted;
  const app = navigator as Badged;
  const done = waiting ? app.setAppBadge?.(waiting) : app.clearAppBadge?.();
  done?.catch(() => undefined); // not installed as an app
}

/** Whether this browser can show notifications to a page like this one. */
export const canNotify = (): boolean => 'Notification' in globalThis && isSecureContext;

export const mayNotify = (): boolean => canNotify() && Notification.permission === 'granted';

/** Ask whether notifications may be shown; they may not where somebody has said no. */
export async function askToNotify(): Promise<boolean> {
  if (!canNotify()) return false;
  return (await Notification.requestPermission()) === 'granted';
}

/** Show a notification to somebody who looks elsewhere. Later ones of the same table take its place. */
export function notify(title: string, body: string, table: string): void {
  if (!mayNotify() || !document.hidden) return;
  try {
    const shown = new Notification(title, { body, tag: `beachhead ${table}`, icon: ICONS.move });
    shown.onclick = () => {
      focus();
      shown.close();
    };
  } catch {
    return; // some phones show those of installed apps alone
  }
}
