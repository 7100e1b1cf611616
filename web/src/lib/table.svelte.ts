// One table as this seat sees it: the server's truth, and how much of it has been shown so far.

import type {
  CallOffer,
  Card,
  Course,
  GameEvent,
  Layout,
  LensInfo,
  Lesson,
  Lobby,
  SampleInfo,
  Scene,
  ShareInfo,
  TableChange,
  TableState,
} from '../wire';
import * as api from './api';
import { ApiError, TableApi } from './api';
import { chapterOf, pageOf } from './coach';
import { gather } from './dice';
import { pictureOf } from './events';
import { Live, liveUrl, type LinkState, type LiveMessage } from './live';
import { follow, isChange, isNews, mergeEvents, refreshed, unfolded, type Answer } from './merge';
import { Playback, type Beat } from './playback';
import { narrow } from './narrow.svelte';
import { noteHead } from './receipts';
import type { Heard } from './clock';
import { claimSecret, keepClaimed, keepTable, type OwnTable } from './seats';
import { settings } from './settings.svelte';
import { notify } from './signals';
import { soundOf, sounds } from './sounds';
import { Talk } from './talk.svelte';

type Loading =
  | { is: 'loading'; step: string }
  | { is: 'gathering'; lobby: Lobby }
  | { is: 'ready' }
  | { is: 'failed'; message: string; status: number; error: string };

const TICK_MS = 500; // how often clocks are read
const GATHERING_MS = 1500; // how often a table is asked whether it has begun

export class Table {
  loading = $state.raw<Loading>({ is: 'loading', step: 'Finding the table' });
  link = $state.raw<LinkState>({ is: 'connecting' });
  own = $state.raw<OwnTable | null>(null);
  layout = $state.raw<Layout | null>(null);
  course = $state.raw<Course | null>(null); // for newcomers, if the game has one
  sample = $state.raw<SampleInfo | null>(null); // comments, where this is a sample game
  hasSight = $state(false); // lines of sight can be asked for
  lenses = $state.raw<LensInfo[]>([]); // ways to look at the whole map
  hasCalendar = $state(false); // the game says who comes when
  hasHelper = $state(false); // the computer can take what is left of a part of the turn
  hasPlans = $state(false); // orders can be given to many units
  shares = $state.raw<ShareInfo[]>([]); // who shares the side of this seat
  state = $state.raw<TableState | null>(null);
  events = $state.raw<GameEvent[]>([]);
  shown = $state(0); // how many events have been told
  scene = $state.raw<Scene | null>(null); // what the board shows now
  playing = $state.raw<GameEvent | null>(null); // the event that is being told
  many = $state.raw<readonly GameEvent[] | null>(null); // the events that are told as one
  decided = $state.raw<{ step: number; card: Card } | null>(null); // the card or the dice that decide what is told
  isHurried = $state(false); // nothing is told before this seat is to decide again
  progress = $state.raw<{ at: number; of: number }>({ at: 0, of: 0 });
  thinking = $state.raw<{ player: string; decisions: number } | null>(null);
  isSending = $state(false);
  offer = $state.raw<CallOffer | null>(null); // by which services one can be told one's move
  readonly talk: Talk;
  heardClock = $state.raw<Heard | null>(null); // what the clocks showed, and when that was said
  now = $state(Date.now()); // for clocks
  private ticking: ReturnType<typeof setInterval> | undefined;
  onrefused: (error: ApiError) => void = () => undefined;

  private playback = new Playback(
    {
      show: (beat, progress) => this.show(beat, progress),
      done: () => this.state && this.finish(this.state),
      waits: (event) => !narrow.is && this.pageDuring(event) !== null,
    },
    () => settings.speed,
  );
  private live: Live | null = null;
  private table: TableApi | null = null;
  private isStopped = false;
  private isOthers = false; // somebody else had to decide, when the table was shown last

  constructor(readonly id: string) {
    this.talk = new Talk(id);
  }

  get api(): TableApi {
    if (!this.table) throw new Error('the table is not open');
    return this.table;
  }

  /** What opens the table for whoever looks at it now. */
  get token(): string {
    return this.table?.token ?? '';
  }

  /** The seat of whoever looks at it, also before the game begins; null for a spectator. */
  seat = $derived.by(() => (this.loading.is === 'gathering' ? this.loading.lobby.seat : (this.state?.seat ?? null)));

  private seats = $derived.by(() =>
    this.loading.is === 'gathering' ? this.loading.lobby.seats : (this.state?.seats ?? []),
  );

  /** How whoever holds this seat is called here. */
  ownName = $derived.by(() => this.seats.find(({ side }) => side === this.seat)?.name ?? '');

  /** Whether there is anybody else to talk to, or was. */
  canTalk = $derived.by(() => {
    const isOthers = (side: string, player: string) => player === 'human' && !(side in (this.own?.mine ?? {}));
    return this.talk.lines.length > 0 || this.seats.some(({ side, player }) => isOthers(side, player));
  });

  get isPlaying(): boolean {
    return this.playing !== null;
  }

  /** Whether something waits for whoever sits here: a decision, or the plea of another to take a step back. */
  isMyMove = $derived.by(() => {
    const { state } = this;
    if (!state || state.seat === null || state.outcome || state.waiting_for.length) return false;
    const isAsked = state.undo_asked_by !== null && state.undo_asked_by !== state.seat;
    return isAsked || (state.decision !== null && !this.isPlaying);
  });

  /** Whether this seat may act now. */
  get canAct(): boolean {
    return !this.isPlaying && !this.isSending && this.link.is !== 'lost' && Boolean(this.state?.decision);
  }

  async open(own: OwnTable): Promise<void> {
    this.own = own;
    const seats = Object.keys(own.mine);
    const isShared = seats.length > 1 && !own.isOpen && own.spectator;
    if (isShared) await this.look(own.spectator);
    else await this.sit(seats.includes('') ? '' : (seats[0] ?? ''));
  }

  /** Claim the seat of an invite, and open the table. */
  async claim(invite: string): Promise<void> {
    try {
      const { side, token } = await api.claimSeat(this.id, invite, claimSecret(invite));
      await this.open(keepClaimed(this.id, side, token));
    } catch (error) {
      this.fail(error);
    }
  }

  /** Withdraw the invite to a seat that nobody has claimed, and make another. */
  async renew(side: string): Promise<void> {
    const { own } = this;
    const invite = own?.others[side];
    if (!own || !invite) return;
    const token = Object.values(own.mine)[0] ?? own.spectator;
    const renewed = await api.renewInvite(this.id, token, invite);
    this.own = { ...own, others: { ...own.others, [side]: renewed.invite } };
    keepTable(this.own);
  }

  /** Be called something, here and at other tables. */
  async call(name: string): Promise<void> {
    const { loading } = this;
    await new TableApi(this.id, this.token).name(name).catch(() => undefined);
    if (loading.is !== 'gathering' || this.isStopped) return;
    const seats = loading.lobby.seats.map((seat) => (seat.side === this.seat ? { ...seat, name } : seat));
    this.loading = { is: 'gathering', lobby: { ...loading.lobby, seats } };
  }

  /** Read what was said, and say who has come, where others are or will be there. */
  private async meet(): Promise<void> {
    await this.talk.load(new TableApi(this.id, this.token));
    if (this.isStopped) return;
    const isAlone = Object.keys(this.own?.mine ?? {}).length > 1 || !this.canTalk;
    if (settings.name && this.seat && !this.ownName && !this.ownShare && !isAlone) await this.call(settings.name);
  }

  /** Put the numbers of this screen into the dice, and wait until everybody has. */
  private async gather(token: string): Promise<void> {
    while (!this.isStopped && this.own) {
      const lobby = await gather(this.own);
      if (lobby.has_begun) return this.look(token);
      this.loading = { is: 'gathering', lobby };
      await this.meet();
      await new Promise((done) => setTimeout(done, GATHERING_MS));
    }
  }

  /** Take a seat of this screen. */
  async sit(seat: string): Promise<void> {
    await this.look(this.own?.mine[seat] ?? '');
  }

  /** Load what the holder of a token may see, and keep the connection. */
  private async look(token: string): Promise<void> {
    if (!token || this.isStopped) return;
    this.live?.stop();
    this.table = new TableApi(this.id, token);
    try {
      this.loading = { is: 'loading', step: 'Fetching the game' };
      const state = await this.table.state();
      this.loading = { is: 'loading', step: 'Laying out the map' };
      const overlay = state.overlay?.name ?? '';
      this.layout = await api.layout(state.game, overlay);
      this.receive(state, { isOther: true });
      this.remember(state);
      this.loading = { is: 'ready' };
      this.connect(token);
      await this.readGuides(state.game, overlay);
    } catch (error) {
      if (error instanceof ApiError && error.refusal.error === 'gathering') {
        await this.gather(token).catch((problem: unknown) => this.fail(problem));
      } else {
        this.fail(error);
      }
    }
  }

  /** The course of the game, and the comments on a sample. */
  private async readGuides(game: string, overlay: string): Promise<void> {
    const about = (await api.games().catch(() => [])).find((each) => each.id === game);
    this.hasSight = about?.has_sight ?? false;
    this.hasPlans = about?.has_plans ?? false;
    this.hasHelper = about?.has_helper ?? false;
    this.hasCalendar = about?.has_calendar ?? false;
    this.lenses = about?.lenses ?? [];
    await this.readShares();
    await this.meet();
    if (this.state?.seat) this.offer = await this.api.callOffer().catch(() => null);
    if (about?.course) this.course = await api.course(game, overlay).catch(() => null);
    if (about?.sample && this.own?.sample) this.sample = await api.sample(game, overlay).catch(() => null);
  }

  /** What this screen leads of a side that it shares; null where it holds the side. */
  ownShare = $derived.by(() => this.shares.find(({ is_mine }) => is_mine) ?? null);

  /** Who shares the side now: formations change as units do. */
  async readShares(): Promise<void> {
    if (this.hasPlans && this.state?.seat) this.shares = await this.api.shares().catch(() => this.shares);
  }

  private fail(error: unknown): void {
    const status = error instanceof ApiError ? error.status : -1;
    const word = error instanceof ApiError ? (error.refusal.error ?? '') : '';
    const message = error instanceof Error ? error.message : String(error);
    this.loading = { is: 'failed', message, status, error: word };
  }

  private remember(state: TableState): void {
    if (!this.own) return;
    const own = { ...this.own, game: state.game, scenario: state.scenario };
    if (state.seat !== null && own.mine['']) {
      const { '': token, ...rest } = own.mine;
      own.mine = { [state.seat]: token, ...rest };
    }
    this.own = own;
    keepTable(own);
  }

  private connect(token: string): void {
    this.live?.stop();
    if (this.isStopped) return;
    this.live = new Live(liveUrl(location, this.id), token, {
      onmessage: (message) => this.hear(message),
      onlink: (link) => this.linked(link),
      isLooking: () => !document.hidden,
      known: () => ({ since: this.events.length, seq: this.state?.seq }),
    });
    this.live.start();
  }

  private linked(link: LinkState): void {
    if (link.is === 'open' && this.link.is !== 'open') void this.talk.load(this.api);
    this.link = link;
  }

  /** The browser has lost or found its network. */
  online(isOnline: boolean): void {
    if (isOnline) this.live?.retry();
    else this.live?.drop();
  }

  /** The page has come into sight, or out of it. */
  turn(): void {
    this.live?.turn();
  }

  retry(): void {
    this.live?.retry();
  }

  close(): void {
    this.isStopped = true;
    this.playback.skip();
    this.talk.close();
    clearInterval(this.ticking);
    this.live?.stop();
  }

  private hear(message: LiveMessage): void {
    if (message.type === 'state') this.receive(message.state);
    if (message.type === 'change') this.follow(message.change);
    if (message.type === 'talk') this.talk.hear(message.line);
    if (message.type === 'seats' && this.state) this.state = { ...this.state, seats: message.seats };
    if (message.type === 'thinking') this.thinking = { player: message.player, decisions: message.decisions };
  }

  /** Take in a whole state and show it; one of another seat takes the place of everything known. */
  receive(state: TableState, { isOther = false } = {}): void {
    if (!isOther && !isNews(this.state, state)) return;
    const events = mergeEvents(isOther ? [] : this.events, state);
    if (!events) {
      void this.refresh();
      return;
    }
    this.events = events;
    this.finish(state);
  }

  /** Take in what has changed: tell what is new, then show where it led. */
  private follow(folded: TableChange): void {
    const change = unfolded(folded);
    const { state } = this;
    if (!state || change.seq < state.seq) return;
    if (change.seq === state.seq) {
      this.state = refreshed(state, change);
      this.hearClock(this.state);
      return;
    }
    const events = mergeEvents(this.events, change);
    if (change.base !== state.seq || !events) {
      void this.refresh();
      return;
    }
    const isUndone = change.since < this.events.length;
    const { state: next, beats } = follow(state, change, this.layout);
    const isStill = isUndone || this.isHurried || settings.speed === 'off' || settings.isStill;
    this.events = events;
    if (isStill || (!beats.length && !this.playback.isPlaying)) return this.finish(next);
    this.note(next);
    this.playback.add(beats);
  }

  /** The clocks as the server says them; they run on here from then. */
  private hearClock({ clock }: TableState): void {
    if (clock === this.heardClock?.clock) return;
    this.now = Date.now();
    this.heardClock = clock && { clock, at: this.now };
    if (clock && !this.ticking) this.ticking = setInterval(() => (this.now = Date.now()), TICK_MS);
  }

  private note(state: TableState): void {
    this.hearClock(state);
    this.state = state;
    if (!state.thinking) this.thinking = null;
    if (state.seat !== null) noteHead(this.id, state, state);
  }

  /** Show where all that is known has led, whatever is being told. */
  private finish(state: TableState): void {
    const isMine = state.seat !== null && Boolean(state.decision);
    if (isMine && this.isOthers) this.called(state);
    this.isOthers = !isMine;
    if (isMine) this.isHurried = false;
    this.note(state);
    this.playback.skip();
    this.shown = this.events.length;
    this.playing = this.many = this.decided = null;
    this.scene = state.scene;
  }

  /** It is this seat's move again. */
  private called(state: TableState): void {
    sounds.play('turn');
    const words = [state.scene?.heading, state.decision?.prompt].filter(Boolean).join('. ');
    if (settings.notes) notify('Your move', words, this.id);
  }

  private show({ event, scene, many }: Beat, progress: { at: number; of: number }): void {
    const card = pictureOf(event);
    if (card) this.decided = { step: event.step, card };
    else if (this.decided?.step !== event.step) this.decided = null;
    this.many = many ?? null;
    this.shown = event.number + 1;
    this.playing = event;
    this.progress = progress;
    this.scene = scene;
    const sound = soundOf(event);
    if (sound) sounds.play(sound);
  }

  skip(): void {
    this.playback.skip();
  }

  /** Tell nothing more until this seat is to decide. */
  hurry(): void {
    this.isHurried = !this.state?.decision && !this.state?.outcome;
    this.skip();
  }

  /** What the coach says of an event that is being told, if he has not said it before. */
  pageDuring(event: GameEvent): Lesson | null {
    const chapter = this.own?.coach ? chapterOf(this.course, this.state?.scenario) : null;
    return chapter && pageOf(chapter, event, new Set(this.own?.read));
  }

  /** A page of the coach has been read: what waits for it goes on. */
  readPage(id: string): void {
    if (!this.own) return;
    this.own = { ...this.own, read: [...(this.own.read ?? []), id] };
    keepTable(this.own);
    this.playback.goOn();
  }

  async refresh(): Promise<void> {
    this.receive(await this.api.state(), { isOther: true });
  }

  /** Send an action, an undo or the like; the answer is what has changed. */
  async send(call: (table: TableApi, seq: number, since: number) => Promise<Answer>): Promise<boolean> {
    if (!this.state || this.isSending) return false;
    this.isSending = true;
    try {
      const answer = await call(this.api, this.state.seq, this.events.length);
      if (isChange(answer)) this.follow(answer);
      else this.receive(answer);
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.refusal.state) this.receive(error.refusal.state);
      this.onrefused(error);
      return false;
    } finally {
      this.isSending = false;
    }
  }

  act(verb: string, arg: string | null): Promise<boolean> {
    return this.send((table, seq, since) => table.act(seq, verb, arg, since));
  }
}
