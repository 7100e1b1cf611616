// Colours of map, counters and highlights. The colours of panels live in the style sheets.

export const MAP = {
  deep: '#2f6078',
  wetSand: '#c3ae84',
  midSand: '#d5c193',
  drySand: '#e6d6ab',
  dune: '#d3cd98',
  fields: ['#d8d8a6', '#ced39c', '#ddd3a1', '#c9cf98', '#e0d9ac', '#d2d4a0', '#cbd6a0'],
  bocage: ['#b3c285', '#a8ba7a', '#bcc88c', '#adbe80'],
  hedge: '#4c6434',
  hedgeLight: '#7d9753',
  valley: '#bcb888',
  country: {
    fields: ['#dedbaa', '#d8d7a3', '#e2dcae', '#d5d59f', '#dfd7a5'],
    furrow: 'rgba(120,112,62,.16)',
    bocage: ['#b9c68f', '#b4c289', '#bec994', '#b0bf84'],
    hedge: 'rgba(84,110,58,.36)',
    tree: 'rgba(70,96,48,.42)',
    floor: '#5a7a45',
  },
  wood: ['#4f6f3c', '#5b7c45', '#688a4e'],
  woodShadow: 'rgba(30,40,18,.38)',
  roof: ['#b0604a', '#a2523f', '#bb7157', '#8f6a5a'],
  rock: '#8d8570',
  rockLight: '#b8b098',
  bluff: '#6b4a2b',
  slope: '#8d6a42',
  cliff: '#4a3a2c',
  shingle: ['#a19a8e', '#867f75', '#bfb9ac', '#6f695f', '#d6d0c3'],
  wall: '#d8d4c8',
  wallEdge: '#5d574c',
  ditch: '#5a4632',
  roadCase: '#7a6446',
  road: '#fbf3da',
  road2: '#f1dfa8',
  trail: '#8a6d45',
  mine: '#7d1f1a',
  river: '#6f9fae',
  riverBank: '#4d7683',
  grid: 'rgba(66,54,30,.30)',
  gridCountry: 'rgba(52,46,20,.46)',
  gridSea: 'rgba(255,255,255,.09)',
  number: 'rgba(60,48,26,.72)',
  title: '#f4ecd4',
  night: '#9ca1ac',
  felt: '#4a4842',
  feltNight: '#101317',
};

/** One colour for every brush, for the smallest pictures. */
export const FLAT: Record<string, string> = {
  sea: '#4f8498',
  sand: '#dccb9d',
  dune: '#d3cd98',
  valley: '#b7b07c',
  field: '#d3d5a1',
  bocage: '#a3b673',
  woods: '#7f9a5c',
  town: '#c79a80',
  city: '#b98a76',
  rough: '#b3aa88',
  marsh: '#b4c09a',
  flooded: '#94b6b4',
  hill: '#cbb98a',
  river: '#6f9fae',
  'river-wide': '#6f9fae',
  canal: '#6f9fae',
};

/** The same on operational maps, as their textures look from afar. */
export const COUNTRY_FLAT: Record<string, string> = {
  field: '#dcd9a8',
  bocage: '#b2c088',
  woods: '#5f8148',
  hill: '#c9a565',
  town: '#b0806a',
  city: '#b06f58',
  sand: '#e3d2a2',
};

export const HIGHLIGHT = {
  legal: '#1fa67a',
  unit: '#f7faff',
  selected: '#ffd21f',
  target: '#d81e2c',
  illegal: '#6c7076',
  cause: '#e2571a',
  move: '#1b6fd0',
};

export const PLAIN_TONE = { face: '#b9bab0', edge: '#4d5048', band: '#5b5f56', ink: '#16180f' };
export const PLAIN_COLOUR = { letter: '', value: '#6b6f66', dash: [], place: 0, shape: '' };

/** A colour times `k`: below 1 darker, above 1 lighter. */
export function shade(colour: string, k: number): string {
  const n = parseInt(colour.slice(1, 7), 16);
  const part = (shift: number): number => {
    const v = (n >> shift) & 255;
    return Math.round(k < 1 ? v * k : 255 - (255 - v) / k);
  };
  return `rgb(${part(16)},${part(8)},${part(0)})`;
}

/** A colour `#rrggbb` with the given strength from 0 to 1. */
export function alpha(colour: string, a: number): string {
  return (
    colour.slice(0, 7) +
    Math.round(a * 255)
      .toString(16)
      .padStart(2, '0')
  );
}
