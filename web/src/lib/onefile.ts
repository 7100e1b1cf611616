// A part of the page as one HTML file that needs nothing else.

const dataUrl = async (url: string): Promise<string> => {
  const blob = await (await fetch(url)).blob();
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(reader.error ?? new Error('unreadable'));
    reader.readAsDataURL(blob);
  });
};

const faceKey = (family: string, weight: string, style: string, range: string): string =>
  [family.replace(/["']/g, ''), weight, style, range.replace(/\s/g, '').toLowerCase()].join('|');

/** The fonts that the page has loaded, each with its file inside. */
async function fonts(): Promise<string[]> {
  const loaded = new Set(
    [...document.fonts]
      .filter((face) => face.status === 'loaded')
      .map((face) => faceKey(face.family, face.weight, face.style, face.unicodeRange)),
  );
  const faces = [...document.styleSheets].flatMap((sheet) =>
    [...sheet.cssRules].flatMap((rule) => (rule instanceof CSSFontFaceRule ? [{ rule, base: sheet.href }] : [])),
  );
  const wanted = faces.filter(({ rule: { style } }) => {
    const part = (name: string, other: string) => style.getPropertyValue(name) || other;
    const [family, weight] = [part('font-family', ''), part('font-weight', 'normal')];
    return loaded.has(faceKey(family, weight, part('font-style', 'normal'), part('unicode-range', 'U+0-10FFFF')));
  });
  return Promise.all(
    wanted.map(async ({ rule, base }) => {
      const file = /url\("([^"]+\.woff2)"\)/.exec(rule.cssText)?.[1];
      if (!file) return '';
      const inside = await dataUrl(new URL(file, base ?? location.href).href);
      return rule.cssText.replace(/src:[^;]*;/, `src: url("${inside}") format("woff2");`);
    }),
  );
}

async function styles(): Promise<string> {
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
  const plain = rules.filter((rule) => !(rule instanceof CSSFontFaceRule)).map((rule) => rule.cssText);
  return [...(await fonts()), ...plain].join('\n');
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** A copy of `node` with its canvases as pictures and without what can only be used in the app. */
export async function oneFile(node: HTMLElement, title: string): Promise<Blob> {
  const copy = node.cloneNode(true) as HTMLElement;
  const canvases = [...node.querySelectorAll('canvas')];
  [...copy.querySelectorAll('canvas')].forEach((canvas, i) => {
    const picture = document.createElement('img');
    picture.src = canvases[i].toDataURL('image/png');
    picture.alt = '';
    picture.className = canvas.className;
    canvas.replaceWith(picture);
  });
  for (const part of copy.querySelectorAll('[data-app-only]')) part.remove();
  const theme = document.documentElement.dataset.theme ?? 'light';
  const html = `<!doctype html>
<html lang="en" data-theme="${theme}"><head><meta charset="utf-8"><title>${escaped(title)}</title>
<style>${await styles()}</style></head><body>${copy.outerHTML}</body></html>
`;
  return new Blob([html], { type: 'text/html' });
}
