// What the menu of a table offers.

import { chapterOf } from './coach';
import type { IconName } from './icons';
import { receiptOf } from './receipts';
import { keepTable, seatLink } from './seats';
import { settings } from './settings.svelte';
import { tryOut } from './start';
import type { Table } from './table.svelte';
import { ui } from './ui.svelte';
import { copyText, download, sideName } from './words';

export interface MenuItem {
  icon: IconName;
  text: string;
  do: () => void | Promise<void>;
}

export type Say = (title: string, text: string) => void;

async function copy(text: string, say: Say, title: string, words: string): Promise<void> {
  if (await copyText(text)) say(title, words);
}

async function save(table: Table, say: Say): Promise<void> {
  download(`${table.state?.game}-${table.state?.scenario}-${table.id}.json`, await table.api.save());
  say('Saved to a file', 'Open it again from the first page.');
}

/** What this browser was shown, for `beachhead verify`. */
function receipt(table: Table, say: Say): void {
  const text = JSON.stringify(receiptOf(table.id), null, 1);
  download(`${table.state?.game}-${table.id}-receipt.json`, new Blob([text], { type: 'application/json' }));
  say('Receipt saved', 'When the game is over it proves that the save is what you were shown.');
}

function invitations(table: Table, say: Say): MenuItem[] {
  const link = (token: string) => seatLink(location.origin, table.id, token);
  const seats = Object.entries(table.own?.mine ?? {})
    .filter(([side]) => side && side === table.state?.seat)
    .map(([side, token]): MenuItem => {
      const words = `It opens your seat, ${sideName(side)}, in another browser of yours. Give it to nobody.`;
      return {
        icon: 'link',
        text: 'Copy the link to my own seat',
        do: () => copy(link(token), say, 'Link to your seat copied', words),
      };
    });
  const token = table.own?.spectator;
  if (!token) return seats;
  const watch = () => copy(link(token), say, 'Spectator link copied', 'Whoever opens it can only watch.');
  return [...seats, { icon: 'eye', text: 'Copy spectator link', do: watch }];
}

/** Whoever holds a side whose units have formations can give some of them to others. */
function sharing(table: Table): MenuItem[] {
  const { state } = table;
  if (!table.hasPlans || !state?.seat || state.outcome || table.ownShare) return [];
  return [{ icon: 'people', text: 'Share my side', do: () => void (ui.isSharing = true) }];
}

/** Who plays can be told his move by a service of his choice, where the server sends messages. */
function calling(table: Table): MenuItem[] {
  const { offer, state } = table;
  if (!state?.seat || state.outcome || !(offer?.services.length || offer?.has_mail)) return [];
  return [{ icon: 'bell', text: 'Message me my move', do: () => void (ui.isCalling = true) }];
}

/** The coach can be called at a game that it knows, as long as it has something to say. */
function coachItem(table: Table): MenuItem[] {
  const { own, state } = table;
  if (!own || !state || !chapterOf(table.course, state.scenario) || state.seat === null) return [];
  const toggle = () => {
    table.own = { ...own, coach: !own.coach };
    keepTable(table.own);
  };
  return [{ icon: 'learn', text: own.coach ? 'Send the coach away' : 'Call the coach', do: toggle }];
}

/** Try something from what is shown now, on a table of its own. */
export async function tryFrom(table: Table, step: number | undefined, say: Say): Promise<void> {
  const { state, own } = table;
  if (!state) return;
  try {
    tryOut(await table.api.sandbox(step), { game: state.game, scenario: state.scenario, title: own?.title ?? '' });
  } catch (error) {
    say('No sandbox from here', (error as Error).message);
  }
}

export function menuItems(table: Table, say: Say): MenuItem[] {
  const position = async () =>
    copy((await table.api.position()).text, say, 'Position copied', 'Hidden things in it are drawn anew.');
  return [
    { icon: 'save', text: 'Save to a file', do: () => save(table, say) },
    { icon: 'save', text: 'Save my receipt', do: () => receipt(table, say) },
    { icon: 'copy', text: 'Copy position as text', do: position },
    ...invitations(table, say),
    ...sharing(table),
    ...calling(table),
    ...(table.state?.outcome
      ? []
      : [{ icon: 'flip' as const, text: 'Try something from here', do: () => tryFrom(table, undefined, say) }]),
    { icon: 'book', text: 'Rules', do: () => ui.openRule(table.state?.game ?? '', '') },
    ...coachItem(table),
    { icon: 'keys', text: 'Keys', do: () => void (ui.isHelpOpen = true) },
    { icon: 'theme', text: settings.night ? 'Light' : 'Dark', do: () => settings.toggleNight() },
  ];
}
