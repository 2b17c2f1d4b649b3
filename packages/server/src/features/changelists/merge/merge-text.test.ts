import { startProcessorTime } from '@switchboard/model/testing/processor-time';
import { expect, test } from 'vitest';
import { mergeText } from './merge-text.ts';

const text = (...lines: string[]): string => lines.map((line) => `${line}\n`).join('');

test('merges changes of different lines', () => {
  expect(mergeText(text('a', 'b', 'c', 'd'), text('a', 'B', 'c', 'd'), text('a', 'b', 'c', 'd', 'e'))).toEqual({
    kind: 'merged',
    text: text('a', 'B', 'c', 'd', 'e'),
  });
});

test('takes the text that was changed, and one that both changed alike', () => {
  expect(mergeText('a', 'a', 'b')).toEqual({ kind: 'merged', text: 'b' });
  expect(mergeText('a', 'b', 'a')).toEqual({ kind: 'merged', text: 'b' });
  expect(mergeText('a', 'b', 'b')).toEqual({ kind: 'merged', text: 'b' });
  expect(mergeText(text('a', 'b', 'c'), text('a', 'B', 'c'), text('x', 'a', 'B', 'c'))).toEqual({
    kind: 'merged',
    text: text('x', 'a', 'B', 'c'),
  });
});

test('marks lines that both changed', () => {
  expect(mergeText('a\nb\nc', 'a\nB\nc', 'a\nbb\nc')).toEqual({
    kind: 'conflict',
    text: 'a\n<<<<<<< draft\nB\n||||||| base\nb\n=======\nbb\n>>>>>>> published\nc',
  });
  expect(mergeText('', 'one', 'two\r\n')).toEqual({
    kind: 'conflict',
    text: '<<<<<<< draft\none\n||||||| base\n=======\ntwo\r\n>>>>>>> published\n',
  });
});

test('keeps line ends and a missing last one', () => {
  expect(mergeText('a\r\nb\r\nc\r\nd', 'A\r\nb\r\nc\r\nd', 'a\r\nb\r\nc\r\nD')).toEqual({
    kind: 'merged',
    text: 'A\r\nb\r\nc\r\nD',
  });
});

test('marks texts that are too long to compare as a whole', () => {
  const many = (change: string): string => `${change}\n${'\n'.repeat(9_000)}${change}\n`;
  const elapsed = startProcessorTime();
  expect(mergeText(many('a'), many('b'), many('c')).kind).toBe('conflict');
  expect(elapsed()).toBeLessThan(5_000);
});

test('gives what both changes together give, wherever they lie apart', () => {
  // A linear congruential generator: the same texts each time.
  let seed = 20_261_126;
  const pick = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  for (let round = 0; round < 300; round += 1) {
    const base = Array.from({ length: 10 + pick(30) }, (_, n) => (pick(4) === 0 ? '' : `line ${n} of ${round}`));
    // Every third line may be changed by one of the two, so that an unchanged line with a text of its own stands between.
    const sides = base.map((_, n) => (n % 3 === 1 ? pick(3) : 0));
    for (const [n, line] of base.entries()) if (n % 3 !== 1) base[n] = `${line} ${n}`;
    const changed = (by: readonly number[]): string =>
      base
        .flatMap((line, n) => {
          if (!by.includes(sides[n] ?? 0) || sides[n] === 0) return [line];
          return [[], [`changed ${n}`], [line, `added ${n}`], [`two ${n}`, 'lines']][(n + round) % 4] ?? [];
        })
        .map((line) => `${line}\n`)
        .join('');
    expect(mergeText(changed([]), changed([1]), changed([2]))).toEqual({ kind: 'merged', text: changed([1, 2]) });
  }
});
