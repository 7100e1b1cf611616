// Line icons on a 16 x 16 grid, drawn here so that no symbol depends on an installed font.

export const PATHS = {
  undo: 'M6 3 2.5 6.5 6 10M3 6.5h6.5a4 4 0 0 1 0 8H7',
  redo: 'M10 3l3.5 3.5L10 10M13 6.5H6.5a4 4 0 0 0 0 8H9',
  theme: 'M8 2a6 6 0 1 0 0 12V2',
  book: 'M8 4C6.5 2.8 4.5 2.5 2 2.5v10c2.5 0 4.5.3 6 1.5 1.5-1.2 3.5-1.5 6-1.5v-10c-2.5 0-4.5.3-6 1.5Zm0 0v10',
  shuffle: 'M12.5 5.5A5 5 0 0 0 3.5 6.5M3.5 10.5a5 5 0 0 0 9-1M12.8 2.5v3.2H9.6M3.2 13.5v-3.2h3.2',
  plus: 'M8 3v10M3 8h10',
  minus: 'M3 8h10',
  whole: 'M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10',
  dots: 'M4.5 5a1.5 1.5 0 1 0 .01 0M11 3.5a2 2 0 1 0 .01 0M8.5 9.5a2.5 2.5 0 1 0 .01 0',
  start: 'M4 3v10M13 3 6 8l7 5Z',
  end: 'M12 3v10M3 3l7 5-7 5Z',
  back: 'M11 3 5 8l6 5Z',
  play: 'M5 3l8 5-8 5Z',
  pause: 'M5.5 3v10M10.5 3v10',
  next: 'M5 3l6 5-6 5Z',
  card: 'M4 2h8v12H4ZM6 5h4M6 8h4',
  loss: 'M8 2v7M4.5 6 8 9.5 11.5 6M3 13.5h10',
  move: 'M2 8h11M9 4l4 4-4 4',
  fire: 'M2.5 8h5M9.5 5l1.5-2M9.5 11l1.5 2M10.5 8h3',
  engineer: 'M3 13 10 6M8.5 3.5l4 4M11 3l2.5 2.5L10 9',
  star: 'M8 2l1.9 4 4.3.5-3.2 3 .9 4.3L8 11.6 4.1 13.8l.9-4.3-3.2-3L6.1 6Z',
  note: 'M8 7.5a.6.6 0 1 0 .01 0',
  no: 'M8 2a6 6 0 1 0 .01 0M4 12l8-8',
  plug: 'M5 2v4M11 2v4M3.5 6h9v2a4.5 4.5 0 0 1-9 0ZM8 12.5V15',
  search: 'M7 2.5a4.5 4.5 0 1 0 .01 0M10.5 10.5 14 14',
  flip: 'M2.5 6.5a5.5 5.5 0 0 1 10.4-1.4M13.5 9.5a5.5 5.5 0 0 1-10.4 1.4M13.2 1.8v3.6H9.6M2.8 14.2v-3.6h3.6',
  eye: 'M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8ZM8 6a2 2 0 1 0 .01 0',
  people:
    'M5.5 3a2.2 2.2 0 1 0 .01 0M1.5 13c0-2.8 1.6-4.2 4-4.2s4 1.4 4 4.2M11 4.2a1.8 1.8 0 1 0 .01 0M11 9c2 0 3.5 1.2 3.5 3.6',
  layers: 'M8 2 2 5.5 8 9l6-3.5ZM2.5 8.5 8 11.7l5.5-3.2M2.5 11 8 14.2l5.5-3.2',
  ranks: 'M2.5 3.5h3v3h-3ZM6.5 3.5h3v3h-3ZM10.5 3.5h3v3h-3ZM8 13V8.5M5.5 10.5 8 8.5l2.5 2',
  news: 'M2.5 3h9v10h-9ZM11.5 6h2v7h-2M4.5 5.5h5M4.5 8h5M4.5 10.5h3',
  flag: 'M4 14V2.5h8.5L10.5 5.5l2 3H4',
  tide: 'M1.5 6q2.2-2.4 4.3 0t4.3 0 4.4 0M1.5 11q2.2-2.4 4.3 0t4.3 0 4.4 0',
  arrive: 'M8 2v8M4.5 6.5 8 10l3.5-3.5M2 13.5q1.5-1.5 3 0t3 0 3 0 3 0',
  menu: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11',
  close: 'M4 4l8 8M12 4l-8 8',
  link: 'M6.5 9.5l3-3M7 4.5l1.2-1.2a3 3 0 0 1 4.3 4.3L11.3 8.8M9 11.5l-1.2 1.2a3 3 0 0 1-4.3-4.3L4.7 7.2',
  save: 'M8 2v8M4.5 6.5 8 10l3.5-3.5M2.5 11v2.5h11V11',
  open: 'M8 10V2M4.5 5.5 8 2l3.5 3.5M2.5 11v2.5h11V11',
  copy: 'M5.5 5.5h8v8h-8ZM3 10.5H2.5v-8h8V3',
  clock: 'M8 2a6 6 0 1 0 .01 0M8 5v3.2l2.2 1.6',
  keys: 'M1.5 4h13v8.5h-13ZM4 7h.01M7 7h.01M10 7h.01M12.5 7h.01M5 10h6',
  check: 'M3 8.5l3.2 3.2L13 4.8',
  learn: 'M8 3 1.5 6 8 9l6.5-3L8 3ZM4 7.5V11c1 1 2.4 1.5 4 1.5s3-.5 4-1.5V7.5',
  sound: 'M2.5 6v4H5l3.5 3V3L5 6ZM10.5 6a3 3 0 0 1 0 4M12.3 4a5.5 5.5 0 0 1 0 8',
  phone: 'M4.5 1.5h7v13h-7ZM7 12.3h2',
  bell: 'M8 2a4 4 0 0 0-4 4v3l-1.5 2.5h11L12 9V6a4 4 0 0 0-4-4ZM6.5 13.5a1.6 1.6 0 0 0 3 0',
  computer: 'M2 3h12v8H2ZM6 14h4M8 11v3',
  chevron: 'M4 6l4 4 4-4',
  chart: 'M2.5 2.5v11h11M5 11V8M8 11V5M11 11V7',
} as const;

export type IconName = keyof typeof PATHS;

/** The icon that data names, or a plain one. */
export const iconNamed = (name: string): IconName => (name in PATHS ? (name as IconName) : 'note');

export const SOLID: ReadonlySet<IconName> = new Set(['theme', 'start', 'end', 'back', 'play', 'next', 'star']);
