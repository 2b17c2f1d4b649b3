import { expect, it } from 'vitest';
import { entryProblem, movesOf } from './file-rules.ts';

const PATHS = ['a.sbs', 'ads/b.sbs', 'ads/deep/c.sbs'];
const FILE = { kind: 'file', initial: '' } as const;
const rename = (initial: string, isFolder = false) => ({ kind: 'rename', initial, isFolder }) as const;

it.each([
  ['new.sbs', FILE, null],
  ['other/new.txt', FILE, null],
  ['', FILE, 'A file must have a name.'],
  ['$a.sbs', FILE, 'File name cannot start with $'],
  ['ads/b.sbs', FILE, 'A file named ads/b.sbs already exists.'],
  ['ads', FILE, 'ads cannot be both a file and a folder.'],
  ['a.sbs/b.sbs', FILE, 'a.sbs cannot be both a file and a folder.'],
  ['a.sbs', rename('a.sbs'), null],
  ['ads/b.sbs', rename('a.sbs'), 'A file named ads/b.sbs already exists.'],
  ['moved/a.sbs', rename('a.sbs'), null],
  ['offers', rename('ads', true), null],
  ['ads/deeper', rename('ads', true), null],
  ['$ads', rename('ads', true), 'File name cannot start with $'],
  ['ads', { kind: 'folder', initial: '' }, 'A file named ads already exists.'],
  ['new', { kind: 'folder', initial: '' }, null],
] as const)('%j is refused with a reason, or taken', { tags: 'spec:file-name-rules' }, (path, entry, problem) => {
  expect(entryProblem(path, entry, PATHS)).toBe(problem);
});

it('moves every file of a folder', () => {
  expect(movesOf('ads', 'offers', true, PATHS)).toEqual([
    ['ads/b.sbs', 'offers/b.sbs'],
    ['ads/deep/c.sbs', 'offers/deep/c.sbs'],
  ]);
});
