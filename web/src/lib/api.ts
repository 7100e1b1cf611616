// The server's JSON API, one function for each call.

import type {
  Ahead as AheadAnswer,
  Amounts,
  Breakpoint,
  Choices,
  Brief,
  CallOffer,
  CallTry,
  Book,
  Course,
  Claimed,
  Created,
  Day,
  Destination,
  Example,
  Fan,
  Forecast,
  Flag,
  Hint,
  FormationInfo,
  GameInfo,
  History,
  Layout,
  Lobby,
  MarchPlan,
  NewAction,
  NewCall,
  NewOrder,
  NewShare,
  NewTable,
  NewToken,
  NewTalk,
  Overview,
  OwnSeat,
  PlannedAction,
  PositionText,
  Question,
  Refusal,
  Renewed,
  Report,
  RuleChapter,
  SampleInfo,
  TalkLine,
  Seen,
  ShareInfo,
  Summary,
  TableState,
  Turn,
  WhyNot,
} from '../wire';
import type { Answer } from './merge';

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

/** Something about a game, with the overlay of that name; without a name as the server usually has it. */
function ofGame<T>(game: string, what: string, overlay?: string): Promise<T> {
  const laid = overlay === undefined ? '' : `?${new URLSearchParams({ overlay })}`;
  return once(`/games/${encodeURIComponent(game)}/${what}${laid}`);
}
export const layout = (game: string, overlay?: string): Promise<Layout> => ofGame(game, 'layout', overlay);
export const rules = (game: string, overlay?: string): Promise<RuleChapter[]> => ofGame(game, 'rules', overlay);
export const book = (game: string): Promise<Book> => ofGame(game, 'book');
export const example = (game: string, id: string): Promise<Example> =>
  ofGame(game, `examples/${encodeURIComponent(id)}`);
/** A table on which an example goes on from one of its steps. */
export const tryExample = (game: string, id: string, step: number): Promise<Created> =>
  post(`/games/${encodeURIComponent(game)}/examples/${encodeURIComponent(id)}/sandbox`, { step });
export const course = (game: string, overlay?: string): Promise<Course> => ofGame(game, 'course', overlay);
export const sample = (game: string, overlay?: string): Promise<SampleInfo> => ofGame(game, 'sample', overlay);
export const openSample = (game: string): Promise<Created> => post(`/games/${encodeURIComponent(game)}/sample`, {});
/** How tables stand for whoever holds these tokens, in their order. */
export const mine = (seats: OwnSeat[]): Promise<Brief[]> => post('/mine', { seats });
export const createTable = (table: NewTable): Promise<Created> => post('/tables', table);

export async function importSave(file: Blob): Promise<Created> {
  const response = await send('/tables/import', {
    method: 'POST',
    body: file,
    headers: { 'Content-Type': 'application/json' },
  });
  return response.json() as Promise<Created>;
}

/** Take the seat of an invite, which works once; again with the same secret if the answer was lost. */
export const claimSeat = (table: string, invite: string, secret: string): Promise<Claimed> =>
  post(`/tables/${encodeURIComponent(table)}/claim`, { invite, secret });

const NO_EVENTS = 2 ** 31 - 1; // from this number on

/** Withdraw an invite that nobody has claimed, for another; `token` is any of the table. */
export const renewInvite = (table: string, token: string, invite: string): Promise<Renewed> =>
  post(`/tables/${encodeURIComponent(table)}/renew`, { invite }, token);

/** The calls of one table, for the holder of one token. */
export class TableApi {
  constructor(
    readonly id: string,
    readonly token: string,
  ) {}

  private get path(): string {
    return `/tables/${encodeURIComponent(this.id)}`;
  }

  private ask<Wish, T>(what: string, wish: Wish): Promise<T> {
    return post(`${this.path}/${what}`, wish, this.token);
  }

  lobby = (): Promise<Lobby> => get(`${this.path}/lobby`, this.token);
  promise = (promise: string): Promise<Lobby> => this.ask('promise', { promise });
  number = (number: string): Promise<Lobby> => this.ask('number', { number });
  state = (since = 0): Promise<TableState> => get(`${this.path}?since=${since}`, this.token);
  act = (seq: number, verb: string, arg: string | null, since: number): Promise<Answer> =>
    this.ask<NewAction, Answer>('actions', { seq, verb, arg, since, follows: true, through: true });
  order = (seq: number, actions: PlannedAction[], since: number): Promise<Answer> =>
    this.ask<NewOrder, Answer>('orders', { seq, actions, since, follows: true });
  plan = (units: string[], hex: string): Promise<MarchPlan> => this.ask<Destination, MarchPlan>('plan', { units, hex });
  lens = (lens: string, about: { unit?: string; place?: string }): Promise<Overview> =>
    get(`${this.path}/lenses/${lens}?${new URLSearchParams(about)}`, this.token);
  summary = (since?: number): Promise<Summary> =>
    get(`${this.path}/summary${since === undefined ? '' : `?since=${since}`}`, this.token);
  calendar = (): Promise<Day[]> => get(`${this.path}/calendar`, this.token);
  callOffer = (): Promise<CallOffer> => get(`${this.path}/call`, this.token);
  callMe = (address: string): Promise<CallOffer> => this.ask<NewCall, CallOffer>('call', { address });
  tryCall = (): Promise<CallTry> => this.ask('call/try', {});
  endCall = (): Promise<CallOffer> => this.ask('call/end', {});
  talk = (since: number): Promise<TalkLine[]> => get(`${this.path}/talk?since=${since}`, this.token);
  say = (wish: NewTalk): Promise<TalkLine> => this.ask('talk', wish);
  name = (name: string): Promise<unknown> => this.ask('name', { name });
  shares = (): Promise<ShareInfo[]> => get(`${this.path}/shares`, this.token);
  share = (name: string, formations: string[]): Promise<NewToken> =>
    this.ask<NewShare, NewToken>('shares', { name, formations });
  endShare = (name: string): Promise<ShareInfo[]> => this.ask(`shares/${encodeURIComponent(name)}/end`, {});
  formations = (): Promise<FormationInfo[]> => get(`${this.path}/formations`, this.token);
  hint = (): Promise<Hint> => this.ask('hint', {});
  why = (verb: string, arg: string | null, after?: PlannedAction): Promise<WhyNot> =>
    this.ask<Question, WhyNot>('why', { verb, arg, ...(after ? { after: [after] } : {}) });
  preview = (verb: string, arg: string | null, after?: PlannedAction): Promise<Forecast> =>
    this.ask<Question, Forecast>('preview', { verb, arg, ...(after ? { after: [after] } : {}) });
  /** What would be asked next after each of some options. */
  ahead = (choices: PlannedAction[]): Promise<AheadAnswer[]> => this.ask<Choices, AheadAnswer[]>('ahead', { choices });
  breakpoints = (verb: string): Promise<Breakpoint[]> => this.ask<Amounts, Breakpoint[]>('breakpoints', { verb });
  rest = (seq: number, since: number): Promise<Answer> => this.ask<Turn, Answer>('rest', { seq, since, follows: true });
  sight = (here: string, there: string, unit: string | null): Promise<Seen> =>
    get(`${this.path}/sight?${new URLSearchParams({ here, there, ...(unit ? { unit } : {}) })}`, this.token);
  undo = (seq: number, since: number, agree?: boolean): Promise<Answer> =>
    this.ask<Turn, Answer>('undo', { seq, since, follows: true, ...(agree === undefined ? {} : { agree }) });
  redo = (seq: number, since: number): Promise<Answer> => this.ask<Turn, Answer>('redo', { seq, since, follows: true });
  flag = (seq: number, since: number, claim: boolean): Promise<Answer> =>
    this.ask<Flag, Answer>('flag', { seq, since, follows: true, claim });
  resign = (seq: number, since: number): Promise<Answer> =>
    this.ask<Turn, Answer>('resign', { seq, since, follows: true });
  stopThinking = (): Promise<unknown> => send(`${this.path}/stop-thinking`, { method: 'POST', token: this.token });
  history = (): Promise<History> => get(`${this.path}/history`, this.token);
  /** The table at a step without its events, or how it differs from another step. */
  step = (step: number, base?: number): Promise<Answer> =>
    get(`${this.path}/steps/${step}?since=${NO_EVENTS}${base === undefined ? '' : `&base=${base}`}`, this.token);
  /** A table on which this one goes on from a step, with all that is hidden dealt anew. */
  sandbox = (step?: number): Promise<Created> => this.ask('sandbox', step === undefined ? {} : { step });
  position = (): Promise<PositionText> => get(`${this.path}/position`, this.token);
  report = (): Promise<Report> => get(`${this.path}/report`, this.token);
  fan = (step: number): Promise<Fan> => get(`${this.path}/fans/${step}`, this.token);
  save = async (): Promise<Blob> => (await send(`${this.path}/save`, { token: this.token })).blob();
}
