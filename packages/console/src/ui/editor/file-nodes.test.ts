import { expect, it } from 'vitest';
import { fileTree, foldersAbove, lineAt, visibleLines } from './file-nodes.ts';

const PATHS = ['main.sbs', 'ads/orders.sbs', 'ads/deep/a.sbs', 'about.sbs'];
const OPEN = visibleLines(fileTree(PATHS), () => false);

it('lists folders first, then files, by name', () => {
  expect(OPEN.map(({ path, level }) => [path, level])).toEqual([
    ['ads', 1],
    ['ads/deep', 2],
    ['ads/deep/a.sbs', 3],
    ['ads/orders.sbs', 2],
    ['about.sbs', 1],
    ['main.sbs', 1],
  ]);
});

it('hides what is in closed folders', () => {
  const lines = visibleLines(fileTree(PATHS), (folder) => folder === 'ads/deep');
  expect(lines.map(({ path, isOpen }) => [path, isOpen])).toEqual([
    ['ads', true],
    ['ads/deep', false],
    ['ads/orders.sbs', null],
    ['about.sbs', null],
    ['main.sbs', null],
  ]);
});

it('names the folders above a path, the outermost first', () => {
  expect(foldersAbove('ads/deep/a.sbs')).toEqual(['ads', 'ads/deep']);
  expect(foldersAbove('a.sbs')).toEqual([]);
});

it.each([
  [2, 'ArrowLeft', 1],
  [0, 'ArrowLeft', null],
  [0, 'ArrowRight', 1],
  [2, 'ArrowRight', null],
  [5, 'ArrowDown', 5],
  [0, 'ArrowUp', 0],
  [3, 'Home', 0],
  [0, 'End', 5],
  [0, 'x', null],
])('line %i leads with the key %s to %s', (current, key, line) => {
  expect(lineAt(OPEN, current, key)).toBe(line);
});
