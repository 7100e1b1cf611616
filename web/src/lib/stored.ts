// What is kept in this browser, as JSON under names of ours. Where storage is switched off nothing is remembered.

export function read<T>(name: string, none: T): T {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(`beachhead.${name}`) ?? 'null');
    return found === null || typeof found !== typeof none ? none : (found as T);
  } catch {
    return none; // unreadable: as if nothing was kept
  }
}

export function write(name: string, value: unknown): void {
  try {
    localStorage.setItem(`beachhead.${name}`, JSON.stringify(value));
  } catch {
    return; // switched off, or full
  }
}
