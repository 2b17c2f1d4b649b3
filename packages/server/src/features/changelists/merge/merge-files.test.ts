import { describe, expect, test } from 'vitest';
import { applyFileChanges, type StoredFile } from '../file-changes.ts';
import { alignFiles, mergeFiles, type Sides } from './merge-files.ts';

/** Files as `id path text`; the text is its own hash. */
const filesOf = (...files: string[]): StoredFile[] =>
  files.map((file) => {
    const [id = '', path = '', sha256 = ''] = file.split(' ');
    return { id, path, sha256 };
  });

const BASE = ['1 a.sbs A', '2 b.sbs B', '3 c.sbs C'];
type Lists = Sides<readonly string[]>;

/** The draft after the merge as `path text`, and the conflicts as `kind path`. */
function merge({ draft, published, base = BASE }: Partial<Lists>, resolutions: Record<string, string | null> = {}) {
  const sides = {
    base: filesOf(...base),
    draft: filesOf(...(draft ?? base)),
    published: filesOf(...(published ?? base)),
  };
  const all = [...sides.base, ...sides.draft, ...sides.published];
  const texts = new Map(all.map(({ sha256 }) => [sha256, sha256]));
  const { changes, conflicts } = mergeFiles(alignFiles(sides), texts, new Map(Object.entries(resolutions)));
  const applied = applyFileChanges(sides.draft, changes);
  if (applied.kind === 'refused') throw new Error(applied.reason);
  const kept = sides.draft.filter(
    ({ id, path }) => !applied.removed.includes(id) && !applied.written.some((file) => file.path === path),
  );
  const after = [...kept, ...applied.written].map(
    (file) => `${file.id} ${file.path} ${'text' in file ? file.text : file.sha256}`,
  );
  return { after: after.sort(), conflicts: conflicts.map(({ kind, path }) => `${kind} ${path}`) };
}

describe('merging files', () => {
  test.each<[string, Partial<Lists>, string[]]>([
    [
      'takes what was changed, created, moved and deleted',
      { published: ['1 a.sbs A2', '2 moved/b.sbs B', '4 d.sbs D'] },
      ['1 a.sbs A2', '2 moved/b.sbs B', '4 d.sbs D'],
    ],
    [
      'keeps what the draft changed, created, moved and deleted',
      { draft: ['1 a.sbs A2', '2 moved/b.sbs B', '4 d.sbs D'] },
      ['1 a.sbs A2', '2 moved/b.sbs B', '4 d.sbs D'],
    ],
    [
      'changes a file where the other side moved it',
      { draft: ['1 x.sbs A', '2 b.sbs B2', '3 c.sbs C'], published: ['1 a.sbs A2', '2 y.sbs B', '3 c.sbs C'] },
      ['1 x.sbs A2', '2 y.sbs B2', '3 c.sbs C'],
    ],
    [
      'takes the name of the draft where both moved a file',
      { draft: ['1 x.sbs A', ...BASE.slice(1)], published: ['1 y.sbs A', ...BASE.slice(1)] },
      ['1 x.sbs A', '2 b.sbs B', '3 c.sbs C'],
    ],
    [
      'does what both did once',
      { draft: ['1 a.sbs A2', '3 c.sbs C', '8 d.sbs D'], published: ['1 a.sbs A2', '3 c.sbs C', '9 d.sbs D'] },
      ['1 a.sbs A2', '3 c.sbs C', '8 d.sbs D'],
    ],
    [
      'puts a file where the published version moved another one away',
      { published: ['2 a.sbs B', '3 c.sbs C'] },
      ['2 a.sbs B', '3 c.sbs C'],
    ],
    [
      'exchanges names',
      { published: ['1 b.sbs A', '2 a.sbs B', '3 c.sbs C'] },
      ['1 b.sbs A', '2 a.sbs B', '3 c.sbs C'],
    ],
    [
      'merges a draft without a base',
      { base: [], draft: ['1 a.sbs A'], published: ['2 b.sbs B'] },
      ['1 a.sbs A', '2 b.sbs B'],
    ],
  ])('the merge %s', (_, sides, after) => expect(merge(sides)).toEqual({ after, conflicts: [] }));

  test.each<[string, Partial<Lists>, Record<string, string | null>, string[]]>([
    [
      'text a.sbs',
      { draft: ['1 a.sbs X', ...BASE.slice(1)], published: ['1 a.sbs Y', ...BASE.slice(1)] },
      { 'a.sbs': 'Z' },
      ['1 a.sbs Z', '2 b.sbs B', '3 c.sbs C'],
    ],
    [
      'deleted_in_draft a.sbs',
      { draft: BASE.slice(1), published: ['1 a.sbs Y', ...BASE.slice(1)] },
      { 'a.sbs': 'Y' },
      ['1 a.sbs Y', '2 b.sbs B', '3 c.sbs C'],
    ],
    [
      'deleted_in_draft a.sbs',
      { draft: BASE.slice(1), published: ['1 a.sbs Y', ...BASE.slice(1)] },
      { 'a.sbs': null },
      ['2 b.sbs B', '3 c.sbs C'],
    ],
    [
      'deleted_in_published a.sbs',
      { draft: ['1 a.sbs X', ...BASE.slice(1)], published: BASE.slice(1) },
      { 'a.sbs': null },
      ['2 b.sbs B', '3 c.sbs C'],
    ],
    [
      'text d.sbs',
      { draft: [...BASE, '8 d.sbs X'], published: [...BASE, '9 d.sbs Y'] },
      { 'd.sbs': 'XY' },
      ['1 a.sbs A', '2 b.sbs B', '3 c.sbs C', '8 d.sbs XY'],
    ],
    [
      'same_path d.sbs',
      { draft: [...BASE, '8 d.sbs X'], published: [...BASE.slice(0, 2), '3 d.sbs C'] },
      { 'd.sbs': 'Z' },
      ['1 a.sbs A', '2 b.sbs B', '8 d.sbs Z'],
    ],
    [
      'same_path d.sbs',
      { draft: ['1 d.sbs A', ...BASE.slice(1)], published: [...BASE, '9 d.sbs Y'] },
      { 'd.sbs': 'Z' },
      ['1 d.sbs Z', '2 b.sbs B', '3 c.sbs C'],
    ],
  ])('needs a decision: %s', (conflict, sides, resolutions, after) => {
    expect(merge(sides).conflicts).toEqual([conflict]);
    expect(merge(sides, resolutions)).toEqual({ after, conflicts: [] });
  });
});
