import { expect, test } from 'vitest';
import { openLiveLines } from './live-lines.ts';

function screen(isTTY: boolean, columns = 20): { written: string[]; output: Parameters<typeof openLiveLines>[0] } {
  const written: string[] = [];
  return { written, output: { isTTY, columns, write: (text) => written.push(text) } };
}

test('writes only lines that stay when there is no terminal', () => {
  const { written, output } = screen(false);
  const lines = openLiveLines(output);
  lines.set('a', 'moving');
  lines.log('done');
  lines.close();
  expect(written).toEqual(['done\n']);
});

test('redraws lines in place on a terminal, above them those that stay', () => {
  const { written, output } = screen(true);
  let now = 0;
  const lines = openLiveLines(output, () => now);
  lines.set('a', 'first');
  lines.set('b', 'second');
  lines.set('a', 'too soon');
  now += 1000;
  lines.set('a', 'later');
  lines.log('stays');
  lines.set('a', '');
  lines.close();
  expect(written).toEqual([
    'first\n',
    '\u001b[1A\u001b[0Jfirst\nsecond\n',
    '\u001b[2A\u001b[0Jlater\nsecond\n',
    '\u001b[2A\u001b[0Jstays\nlater\nsecond\n',
    '\u001b[2A\u001b[0Jsecond\n',
    '\u001b[1A\u001b[0J',
  ]);
});

test('a line never wraps, and colours are neither counted nor left open', () => {
  const { written, output } = screen(true, 6);
  openLiveLines(output).set('a', '\u001b[31mabcdefgh\u001b[39m');
  expect(written).toEqual(['\u001b[31mabcde\u001b[39m\n']);
});
