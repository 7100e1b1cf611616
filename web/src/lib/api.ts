// The server's JSON API, one function for each call.

import type {
  Course,
  Created,
  GameInfo,
  History,
  Layout,
  NewTable,
  Preview,
  Refusal,
  RuleText,
  Ruling,
  SampleInfo,
  Sight,
  TableState,
} from '../wire';
import type { Report } from './report';

/** An answer that is no success. `refusal` holds what the server said, where it said something. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly refusal: Partial<Refusal>,
  ) {
    super(refusal.message ?? (status === 0 ? 'The server cannot be reached.' : `The server answered ${status}.`));
  }
}

async function send(path: string, init: RequestInit & { token?: string } = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  if (init.token) headers.set('Authorization', `Bearer ${init.token}`);
  let response: Response;
  try {
    response = await fetch(`/api${path}`, { ...init, headers });
  } catch {
    throw new ApiError(0, {});
  }
  if (!response.ok) {
    const refusal = await response.json().catch(() => ({}));
    throw new ApiError(response.status, refusal as Partial<Refusal>);
  }
  return response;
}

async function get<T>(path: string, token?: string): Promise<T> {
  return (await send(path, { token })).json() as Promise<T>;
}

async function post<T>(path: string, body: unknown, token?: string): Promise<T> {
  const headers = { 'Content-Type': 'application/json' };
  const response = await send(path, { method: 'POST', body: JSON.stringify(body), headers, token });
  return response.json() as Promise<T>;
}

const kept = new Map<string, Promise<unknown>>();

/** The answer to a call whose answer never changes, asked for once. */
function once<T>(path: string): Promise<T> {
  let answer = kept.get(path);
  if (!answer) {
    answer = get<T>(path);
    kept.set(path, answer);
    answer.catch(() => kept.delete(path));
  }
  return answer as Promise<T>;
}

export const games = (): Promise<GameInfo[]> => once('/games');
export const layout = (game: string): Promise<Layout> => once(`/games/${encodeURIComponent(game)}/layout`);
export const rules = (game: string): Promise<RuleText[]> => once(`/games/${encodeURIComponent(game)}/rules`);
export const course = (game: string): Promise<Course> => once(`/games/${encodeURIComponent(game)}/course`);
export const sample = (game: string): Promise<SampleInfo> => once(`/games/${encodeURIComponent(game)}/sample`);
export const openSample = (game: string): Promise<Created> => post(`/games/${encodeURIComponent(game)}/sample`, {});
export const createTable = (table: NewTable): Promise<Created> => post('/tables', table);

export async function importSave(file: Blob): Promise<Created> {
  const response = await send('/tables/import', {
    method: 'POST',
    body: file,
    headers: { 'Content-Type': 'application/json' },
  });
  return response.json() as Promise<Created>;
}

/** The calls of one table, for the holder of one token. */
export class TableApi {
  constructor(
    readonly id: string,
    readonly token: string,
  ) {}

  private get path(): string {
    return `/tables/${encodeURIComponent(this.id)}`;
  }

  state = (since = 0): Promise<TableState> => get(`${this.path}?since=${since}`, this.token);
  act = (seq: number, verb: string, arg: string | null, since: number): Promise<TableState> =>
    post(`${this.path}/actions`, { seq, verb, arg, since }, this.token);
  why = (verb: string, arg: string | null): Promise<{ ruling: Ruling | null }> =>
    post(`${this.path}/why`, { verb, arg }, this.token);
  preview = (verb: string, arg: string | null): Promise<{ preview: Preview | null }> =>
    post(`${this.path}/preview`, { verb, arg }, this.token);
  sight = (here: string, there: string, unit: string | null): Promise<{ sight: Sight | null }> =>
    get(`${this.path}/sight?${new URLSearchParams({ here, there, ...(unit ? { unit } : {}) })}`, this.token);
  undo = (seq: number, since: number, agree?: boolean): Promise<TableState> =>
    post(`${this.path}/undo`, { seq, since, ...(agree === undefined ? {} : { agree }) }, this.token);
  redo = (seq: number, since: number): Promise<TableState> => post(`${this.path}/redo`, { seq, since }, this.token);
  resign = (seq: number, since: number): Promise<TableState> => post(`${this.path}/resign`, { seq, since }, this.token);
  stopThinking = (): Promise<unknown> => post(`${this.path}/stop-thinking`, {}, this.token);
  history = (): Promise<History> => get(`${this.path}/history`, this.token);
  step = (step: number): Promise<TableState> => get(`${this.path}/steps/${step}`, this.token);
  position = (): Promise<{ text: string }> => get(`${this.path}/position`, this.token);
  report = (): Promise<Report> => get(`${this.path}/report`, this.token);
  save = async (): Promise<Blob> => (await send(`${this.path}/save`, { token: this.token })).blob();
}
