// Pictures of games, built into the client: there at once, before any sheet has been fetched or painted.

const FOUND = import.meta.glob<string>('../pictures/*.jpg', { eager: true, query: '?url', import: 'default' });

/** The address of the picture of a game; null for one that has none, whose sheet is painted instead. */
export const pictureOfGame = (id: string): string | null => FOUND[`../pictures/${id}.jpg`] ?? null;
