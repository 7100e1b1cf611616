// A part of the page as one HTML file that needs nothing else.

function styles(): string {
  const rules: string[] = [];
  for (const sheet of document.styleSheets) {
    for (const rule of sheet.cssRules) if (!(rule instanceof CSSFontFaceRule)) rules.push(rule.cssText);
  }
  return rules.join('\n');
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** A copy of `node` with its canvases as pictures and without what can only be used in the app. */
export function oneFile(node: HTMLElement, title: string): Blob {
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
<style>${styles()}</style></head><body>${copy.outerHTML}</body></html>
`;
  return new Blob([html], { type: 'text/html' });
}
