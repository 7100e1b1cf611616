// One table as this seat sees it: the server's truth, and how much of it has been shown so far.

import type {
  Course,
  GameEvent,
  Layout,
  LensInfo,
  Lobby,
  SampleInfo,
  Scene,
  ShareInfo,
  TableChange,
  TableState,
} from '../wire';
import * as api from './api';
import { ApiError, TableApi } from './api';
import { gather } from './dice';
import { Live, liveUrl, type LinkState, type LiveMessage } from './live';
import { follow, isChange, isNews, mergeEvents, refreshed, type Answer } from './merge';
import { Playback, type Beat } from './playback';
import { noteHead } from './receipts';
import { claimSecret, keepClaimed, keepTable, type OwnTable } from './seats';
import { settings } from './settings.svelte';
import { soundOf, sounds } from './sounds';

type Loading =
  | { is: 'loading'; step: string }
  | { is: 'gathering'; lobby: Lobby }
  | { is: 'ready' }
  | { is: 'failed'; message: string; status: number; error: string };

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
  hasPlans = $state(false); // orders can be given to many units
  shares = $state.raw<ShareInfo[]>([]); // who shares the side of this seat
  state = $state.raw<TableState | null>(null);
  events = $state.raw<GameEvent[]>([]);
  shown = $state(0); // how many events have been told
  scene = $state.raw<Scene | null>(null); // what the board shows now
  playing = $state.raw<GameEvent | null>(null); // the event that is being told
  progress = $state.raw<{ at: number; of: number }>({ at: 0, of: 0 });
  thinking = $state.raw<{ player: string; decisions: number } | null>(null);
  isSending = $state(false);
  onrefused: (error: ApiError) => void = () => undefined;

  private playback = new Playback(
    {
      show: (beat, progress) => this.show(beat, progress),
      done: () => this.state && this.finish(this.state),
    },
    () => settings.speed,
  );
  private live: Live | null = null;
  private table: TableApi | null = null;
  private isStopped = false;
  private isOthers = false; // somebody else had to decide, when the table was shown last

  constructor(readonly id: string) {}

  get api(): TableApi {
    if (!this.table) throw new Error('the table is not open');
    return this.table;
  }

  get isPlaying(): boolean {
    return this.playing !== null;
  }

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

  /** Put the numbers of this screen into the dice, and wait until everybody has. */
  private async gather(token: string): Promise<void> {
    while (!this.isStopped && this.own) {
      const lobby = await gather(this.own);
      if (lobby.has_begun) return this.look(token);
      this.loading = { is: 'gathering', lobby };
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
    this.hasCalendar = about?.has_calendar ?? false;
    this.lenses = about?.lenses ?? [];
    await this.readShares();
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
      onlink: (link) => (this.link = link),
      known: () => ({ since: this.events.length, seq: this.state?.seq }),
    });
    this.live.start();
  }

  /** The browser has lost or found its network. */
  online(isOnline: boolean): void {
    if (isOnline) this.live?.retry();
    else this.live?.drop();
  }

  retry(): void {
    this.live?.retry();
  }

  close(): void {
    this.isStopped = true;
    this.playback.skip();
    this.live?.stop();
  }

  private hear(message: LiveMessage): void {
    if (message.type === 'state') this.receive(message.state);
    if (message.type === 'change') this.follow(message.change);
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
  private follow(change: TableChange): void {
    const { state } = this;
    if (!state || change.seq < state.seq) return;
    if (change.seq === state.seq) {
      this.state = refreshed(state, change);
      return;
    }
    const events = mergeEvents(this.events, change);
    if (change.base !== state.seq || !events) {
      void this.refresh();
      return;
    }
    const isUndone = change.since < this.events.length;
    const { state: next, beats } = follow(state, change, this.layout);
    const isStill = isUndone || settings.speed === 'off' || settings.isStill;
    this.events = events;
    if (isStill || (!beats.length && !this.playback.isPlaying)) return this.finish(next);
    this.note(next);
    this.playback.add(beats);
  }

  private note(state: TableState): void {
    this.state = state;
    if (!state.thinking) this.thinking = null;
    if (state.seat !== null) noteHead(this.id, state, state);
  }

  /** Show where all that is known has led, whatever is being told. */
  private finish(state: TableState): void {
    const isMine = state.seat !== null && Boolean(state.decision);
    if (isMine && this.isOthers) sounds.play('turn');
    this.isOthers = !isMine;
    this.note(state);
    this.playback.skip();
    this.shown = this.events.length;
    this.playing = null;
    this.scene = state.scene;
  }

  private show({ event, scene }: Beat, progress: { at: number; of: number }): void {
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
