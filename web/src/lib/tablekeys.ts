// The keyboard at the table.

import type { BoardView } from '../board';
import { readKey, type Command } from './keys';
import type { Play } from './play.svelte';
import type { Replay } from './replay.svelte';
import { settings } from './settings.svelte';
import type { Table } from './table.svelte';
import { ui } from './ui.svelte';

interface TableParts {
  table: Table;
  play: Play;
  replay: Replay;
  undo(): void;
  redo(): void;
  board(): BoardView | null;
  focusOptions(): void;
  display(at: number): void;
  isInOptions(): boolean;
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.matches('input, textarea, select') || target.isContentEditable);

const isButton = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('button, a, [role=option]');

/** Whether something belongs to the button of what would lose something. */
export const isArmedButton = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[data-armed=true]') !== null;

export class TableKeys {
  constructor(private readonly parts: TableParts) {}

  press(event: KeyboardEvent): void {
    const { table, play } = this.parts;
    this.disarm(event);
    const isSlider = event.target instanceof HTMLInputElement && event.target.type === 'range';
    if (isTyping(event.target) && !(isSlider && event.key === 'Escape')) return;
    if (event.key === 'Tab' && document.activeElement === document.body && play.options.length && !event.shiftKey) {
      event.preventDefault();
      this.parts.focusOptions();
      return;
    }
    const command = readKey(event, play.keys);
    if (!command || (command.do === 'sight' && event.repeat)) return;
    const isPress = command.do === 'enter' || command.do === 'skip';
    const isAimed = command.do === 'enter' && play.turning.chosen !== null;
    if (isPress && isButton(event.target) && !table.isPlaying && !isAimed) return; // the button itself answers
    if (table.isPlaying && !['dark', 'log', 'zoom', 'pan', 'fit', 'help'].includes(command.do)) {
      event.preventDefault();
      if (command.do === 'escape') table.hurry();
      else table.skip();
      return;
    }
    event.preventDefault();
    this.obey(command);
  }

  /** Every key but the one that was pressed first leaves what would have been lost. */
  private disarm(event: KeyboardEvent): void {
    const { play } = this.parts;
    const { armed } = play;
    if (!armed) return;
    const isAgain =
      readKey(event, play.keys)?.do === 'verb' && event.key.toLowerCase() === play.keys.get(armed.option.verb);
    const isPressed = (event.key === 'Enter' || event.key === ' ') && isArmedButton(event.target);
    if (!isAgain && !isPressed) play.disarm();
  }

  /** A key is let go. */
  release(event: KeyboardEvent): void {
    if (event.key.toLowerCase() === 'k') this.parts.play.sights.release(performance.now());
  }

  private obey(command: Command): void {
    const { table, play, replay, undo, redo, board } = this.parts;
    switch (command.do) {
      case 'undo':
        if (table.state?.can_undo) undo();
        break;
      case 'redo':
        if (table.state?.can_redo) redo();
        break;
      case 'dark':
        settings.toggleNight();
        break;
      case 'log':
        ui.isLogWide = !ui.isLogWide;
        break;
      case 'fit':
        board()?.fit();
        break;
      case 'help':
        ui.isHelpOpen = true;
        break;
      case 'search':
        ui.openRule(table.state?.game ?? '', '');
        break;
      case 'zoom':
        if (play.dial.amount) play.dial.turn(play.dial.value + (command.factor > 1 ? 1 : -1));
        else board()?.zoom(command.factor);
        break;
      case 'pan':
        board()?.pan(command.dx, command.dy);
        break;
      case 'step':
        void replay.go(replay.at + command.by);
        break;
      case 'turn':
        play.turning.step(command.by);
        break;
      case 'range':
        play.toggleOther();
        break;
      case 'sight':
        play.sights.press(performance.now());
        break;
      case 'orders':
        void play.orders.press(this.pointedUnit());
        break;
      case 'lens':
        play.lenses.toggle();
        break;
      case 'unit': {
        const pointed = this.pointed();
        if (pointed) ui.unit = `${pointed.kind}:${pointed.id}`;
        break;
      }
      case 'advice':
        void play.advice.ask();
        break;
      case 'find':
        ui.isDirectoryOpen = !ui.isDirectoryOpen;
        break;
      case 'display':
        if (play.lenses.chooseAt(command.at)) break;
        this.parts.display(command.at);
        break;
      case 'verb':
        this.verb(command.verb);
        break;
      case 'walk':
        document.querySelector<HTMLElement>('[data-testid=walk]')?.focus();
        break;
      case 'options':
        this.parts.focusOptions();
        break;
      case 'enter':
        this.enter();
        break;
      case 'rest':
        void play.takeRest();
        break;
      case 'escape':
        this.escape();
        break;
      case 'skip':
        if (!replay.isLive) replay.run();
        break;
    }
  }

  private verb(verb: string): void {
    const { play } = this.parts;
    const choice = play.chooser?.options.filter((option) => option.verb === verb);
    if (choice?.length === 1) void play.take(choice[0]);
    else if (play.decision?.options[verb]?.role === 'flip' && play.turning.flip(this.pointed())) return;
    else {
      play.press(verb);
      if (play.filter) queueMicrotask(() => this.parts.focusOptions());
    }
  }

  /** The counter under the pointer, or that of the option that is lit. */
  private pointed(): { kind: string; id: string } | null {
    const { looked, lit } = this.parts.play;
    return looked?.counter ?? (lit?.arg ? { kind: lit.kind, id: lit.arg } : null);
  }

  private pointedUnit(): string | null {
    const pointed = this.pointed();
    return pointed?.kind === 'unit' ? pointed.id : null;
  }

  private enter(): void {
    const { play } = this.parts;
    if (play.turning.take()) return;
    const option = play.dial.chosen ?? play.primary;
    if (option) void play.take(option);
    else if (play.decision) play.sayNothing();
  }

  private escape(): void {
    const { play, replay } = this.parts;
    if (ui.closeTop()) return;
    if (play.chooser) play.chooser = null;
    else if (
      play.lenses.clear() ||
      play.advice.clear() ||
      play.orders.clear() ||
      play.sights.clear() ||
      play.turning.clear()
    )
      return;
    else if (!replay.isLive) replay.toLive();
    else if (play.toast) play.clearToast();
    else if (play.filter) play.verb = null;
    else if (play.ahead.clear()) return;
    else if (play.back) void play.take(play.back);
  }
}
