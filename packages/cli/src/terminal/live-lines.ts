import type { Output } from './terminal.ts';

/** Lines that change in place on a terminal; elsewhere only what is logged appears. */
export type LiveLines = {
  /** Shows or replaces a line; empty text takes it away. */
  set(name: string, text: string): void;
  /** Writes a line that stays, above those that change. */
  log(text: string): void;
  close(): void;
};

const REDRAW_INTERVAL = 80;

/** Live lines on an output. `now` gives milliseconds. */
export function openLiveLines(output: Output, now: () => number = () => performance.now()): LiveLines {
  if (output.isTTY !== true) {
    return { set: () => undefined, log: (text) => void output.write(`${text}\n`), close: () => undefined };
  }
  const lines = new Map<string, string>();
  let drawn = 0;
  let last = Number.NEGATIVE_INFINITY;
  const erase = (): string => (drawn === 0 ? '' : `\u001b[${drawn}A\u001b[0J`);
  const draw = (above: string): void => {
    const width = output.columns ?? 80;
    const texts = [...lines.values()].map((text) => `${cutTo(text, width - 1)}\n`);
    output.write(erase() + above + texts.join(''));
    drawn = texts.length;
    last = now();
  };
  return {
    set(name, text) {
      const known = lines.has(name);
      if (text === '') lines.delete(name);
      else lines.set(name, text);
      if (!known || text === '' || now() - last >= REDRAW_INTERVAL) draw('');
    },
    log: (text) => draw(`${text}\n`),
    close() {
      lines.clear();
      draw('');
    },
  };
}

/** Cuts to a number of visible characters, colours not counted and closed. */
function cutTo(text: string, most: number): string {
  let left = most;
  let cut = '';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours start with an escape.
  for (const [part] of text.matchAll(/\u001b\[\d+m|./gsu)) {
    const isColour = part.length > 1 && part.startsWith('\u001b');
    if (!isColour && left === 0) continue;
    if (!isColour) left -= 1;
    cut += part;
  }
  return cut;
}
