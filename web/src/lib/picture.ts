// A picture of a game to share: the map as it stood, who won and why, drawn in the browser.

const WIDE = 1200;
const HIGH = 675;
const PAPER = '#fbf8ef';
const INK = '#221d13';
const EDGE = 44;
const TEXT = 430; // so wide is the column of words

interface Words {
  eyebrow: string;
  title: string;
  reason: string;
  facts: readonly string[];
}

/** Words in lines that are no wider than `wide`. */
export function inLines(text: string, wide: number, measure: (text: string) => number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const longer = lines.length ? `${lines[lines.length - 1]} ${word}` : word;
    if (lines.length && measure(longer) <= wide) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** Draw it; the map is laid together from canvases of the same frame. */
export function drawPicture(map: readonly HTMLCanvasElement[], words: Words): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = WIDE;
  canvas.height = HIGH;
  const g = canvas.getContext('2d')!;
  g.fillStyle = PAPER;
  g.fillRect(0, 0, WIDE, HIGH);
  const left = TEXT + 2 * EDGE;
  for (const each of map) cover(g, each, left, 0, WIDE - left, HIGH);
  g.fillStyle = '#f2b90f';
  g.fillRect(left - 6, 0, 6, HIGH);
  let y = EDGE + 16;
  const write = (text: string, font: string, colour: string, line: number): void => {
    g.font = font;
    g.fillStyle = colour;
    for (const part of inLines(text, TEXT, (each) => g.measureText(each).width)) {
      g.fillText(part, EDGE, y);
      y += line;
    }
  };
  write(words.eyebrow, '600 19px Barlow, sans-serif', '#5a5140', 26);
  y += 28;
  write(words.title, '600 46px "EB Garamond", serif', INK, 50);
  y += 4;
  write(words.reason, '400 21px Barlow, sans-serif', '#5a5140', 28);
  y += 14;
  for (const fact of words.facts) write(fact, '600 19px Barlow, sans-serif', INK, 27);
  g.font = '600 17px Barlow, sans-serif';
  g.fillStyle = '#7a705c';
  g.fillText('Beachhead', EDGE, HIGH - 26);
  return canvas;
}

/** Fill a frame with a picture, cutting off what is too much. */
function cover(g: CanvasRenderingContext2D, from: HTMLCanvasElement, x: number, y: number, w: number, h: number): void {
  if (!from.width || !from.height) return;
  const scale = Math.max(w / from.width, h / from.height);
  const [sw, sh] = [w / scale, h / scale];
  g.drawImage(from, (from.width - sw) / 2, (from.height - sh) / 2, sw, sh, x, y, w, h);
}

export const asPng = (canvas: HTMLCanvasElement): Promise<Blob> =>
  new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'),
  );
