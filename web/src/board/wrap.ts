// Words in lines.

/** Words in lines of no more than so many characters, as even as can be; a longer word has a line of its own. */
export function wrapWords(text: string, most: number): string[] {
  const count = Math.ceil(text.length / most);
  for (let width = Math.ceil(text.length / count); ; width++) {
    const lines = fill(text, Math.min(width, most));
    if (lines.length <= count || width >= most) return lines;
  }
}

function fill(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const last = lines[lines.length - 1];
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
