// The lettering of map and counters. A worker has no style sheet, so the faces are loaded by hand.

import garamondItalic from '@fontsource/eb-garamond/files/eb-garamond-latin-500-italic.woff2?url';
import garamond from '@fontsource/eb-garamond/files/eb-garamond-latin-600-normal.woff2?url';
import condensed500 from '@fontsource/barlow-condensed/files/barlow-condensed-latin-500-normal.woff2?url';
import condensed600 from '@fontsource/barlow-condensed/files/barlow-condensed-latin-600-normal.woff2?url';
import condensed700 from '@fontsource/barlow-condensed/files/barlow-condensed-latin-700-normal.woff2?url';

export const SANS = '"Barlow Condensed", "Barlow", sans-serif';
export const SERIF = '"EB Garamond", Georgia, serif';

const FACES: [family: string, url: string, weight: string, style: string][] = [
  ['Barlow Condensed', condensed500, '500', 'normal'],
  ['Barlow Condensed', condensed600, '600', 'normal'],
  ['Barlow Condensed', condensed700, '700', 'normal'],
  ['EB Garamond', garamond, '600', 'normal'],
  ['EB Garamond', garamondItalic, '500', 'italic'],
];

let loading: Promise<void> | null = null;

/** Load all faces into a page or a worker. A face that cannot be had is drawn with the browser's own. */
export function loadFonts(fonts: FontFaceSet): Promise<void> {
  loading ??= Promise.allSettled(
    FACES.map(async ([family, url, weight, style]) => {
      fonts.add(await new FontFace(family, `url("${url}")`, { weight, style }).load());
    }),
  ).then(() => undefined);
  return loading;
}
