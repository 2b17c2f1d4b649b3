import { describe, expect, test } from 'vitest';
import { applyFileChanges, type FileChange } from './file-changes.ts';

const FILES = [
  { id: '1', path: 'a.sbs', sha256: 'A' },
  { id: '2', path: 'b.sbs', sha256: 'B' },
  { id: '3', path: 'folder/c.sbs', sha256: 'C' },
];
const apply = (...changes: FileChange[]) => applyFileChanges(FILES, changes);

describe('changes of files', () => {
  test('write, create, move and delete files, which keep their ids', () => {
    expect(
      apply(
        { path: 'a.sbs', text: 'new' },
        { path: 'd.sbs', text: 'created' },
        { path: 'moved/b.sbs', originalPath: 'b.sbs' },
        { path: 'folder/c.sbs', text: null },
      ),
    ).toEqual({
      kind: 'applied',
      removed: ['2', '3'],
      written: [
        { path: 'a.sbs', id: '1', text: 'new' },
        { path: 'd.sbs', id: null, text: 'created' },
        { path: 'moved/b.sbs', id: '2', sha256: 'B' },
      ],
    });
  });

  test('exchange two names, and put a file where another one was moved away', () => {
    expect(
      apply({ path: 'a.sbs', originalPath: 'b.sbs' }, { path: 'b.sbs', originalPath: 'a.sbs', text: 'x' }),
    ).toEqual({
      kind: 'applied',
      removed: ['1', '2'],
      written: [
        { path: 'a.sbs', id: '2', sha256: 'B' },
        { path: 'b.sbs', id: '1', text: 'x' },
      ],
    });
    expect(apply({ path: 'z.sbs', originalPath: 'a.sbs' }, { path: 'a.sbs', text: 'new' })).toMatchObject({
      removed: ['1'],
      written: [
        { path: 'z.sbs', id: '1' },
        { path: 'a.sbs', id: null },
      ],
    });
  });

  test.each<[string, FileChange[]]>([
    ['File name cannot start with $', [{ path: '$a', text: '' }]],
    ['A file named a.sbs already exists.', [{ path: 'a.sbs', originalPath: 'b.sbs' }]],
    [
      'A file named d already exists.',
      [
        { path: 'd', text: '' },
        { path: 'd', text: 'x' },
      ],
    ],
    ['There is no file x.', [{ path: 'y', originalPath: 'x' }]],
    ['There is no file x.', [{ path: 'x', text: null }]],
    [
      'There is no file a.sbs.',
      [
        { path: 'a.sbs', text: null },
        { path: 'y', originalPath: 'a.sbs' },
      ],
    ],
    [
      'There is no file a.sbs.',
      [
        { path: 'x', originalPath: 'a.sbs' },
        { path: 'y', originalPath: 'a.sbs' },
      ],
    ],
    ['folder cannot be both a file and a folder.', [{ path: 'folder', text: '' }]],
    ['a.sbs cannot be both a file and a folder.', [{ path: 'a.sbs/x', text: '' }]],
    ['a.sbs contains a null character.', [{ path: 'a.sbs', text: 'x\0' }]],
    ['a.sbs is larger than 1,048,576 bytes.', [{ path: 'a.sbs', text: 'é'.repeat(600_000) }]],
    ['Give the text of n, null to delete it, or the original_path from which it is moved.', [{ path: 'n' }]],
  ])('changes of files are refused: %s', (reason, changes) =>
    expect(apply(...changes)).toEqual({ kind: 'refused', reason }),
  );

  test('leave 10,000 files at most', { tags: 'spec:draft-file-limit' }, () => {
    const files = Array.from({ length: 10_000 }, (_, n) => ({ id: String(n), path: `f${n}`, sha256: 'X' }));
    expect(applyFileChanges(files, [{ path: 'one-more', text: '' }])).toEqual({
      kind: 'refused',
      reason: 'A draft can have 10,000 files at most.',
    });
    expect(
      applyFileChanges(files, [
        { path: 'one-more', text: '' },
        { path: 'f0', text: null },
      ]),
    ).toMatchObject({
      kind: 'applied',
      removed: ['0'],
    });
  });
});
