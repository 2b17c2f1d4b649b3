import { expect, it } from 'vitest';
import { DraftFiles, EMPTY_SCRIPT } from './draft-files.ts';

const stored = (...paths: string[]) => paths.map((path) => ({ id: `id-${path}`, path, hash: `hash-${path}` }));

function open(...paths: string[]): DraftFiles {
  const files = new DraftFiles(stored(...paths));
  files.load(paths.map((path) => ({ path, text: `text of ${path}` })));
  return files;
}
const flagsOf = (files: DraftFiles, path: string) =>
  files.snapshot().files.find((file) => file.path === path)?.editFlags;

it('keeps files sorted by path, and gives a new one the text of an empty script', {
  tags: ['spec:file-edit-flags', 'spec:file-paths'],
}, () => {
  const files = open('b.sbs', 'a.sbs');
  files.create('aa.sbs');
  expect(files.snapshot().paths).toEqual(['a.sbs', 'aa.sbs', 'b.sbs']);
  expect(files.textOf('aa.sbs')).toBe(EMPTY_SCRIPT);
  expect(EMPTY_SCRIPT).toBe('// An empty script.');
  expect(flagsOf(files, 'aa.sbs')).toEqual({
    created: true,
    updated: false,
    renamed: false,
    deleted: false,
    originalPath: null,
  });
  expect(files.changes()).toEqual([{ path: 'aa.sbs', text: EMPTY_SCRIPT }]);
});

it('a file is unsaved while its text differs from the saved one', { tags: 'spec:file-edit-flags' }, () => {
  const files = open('a.sbs');
  files.edit('a.sbs', 'other');
  expect(flagsOf(files, 'a.sbs')).toMatchObject({ updated: true, originalPath: 'a.sbs' });
  expect([...files.snapshot().unsaved]).toEqual(['a.sbs']);
  expect(files.changes()).toEqual([{ path: 'a.sbs', text: 'other' }]);
  files.edit('a.sbs', 'text of a.sbs');
  expect(files.changes()).toEqual([]);
  expect(files.snapshot().unsaved.size).toBe(0);
});

it('sends a moved file with its original path, and with its text only when it was changed', () => {
  const files = open('a.sbs', 'b.sbs');
  files.rename([['a.sbs', 'deep/a.sbs']]);
  expect(flagsOf(files, 'deep/a.sbs')).toMatchObject({ renamed: true, originalPath: 'a.sbs' });
  expect(files.changes()).toEqual([{ path: 'deep/a.sbs', original_path: 'a.sbs' }]);
  files.edit('deep/a.sbs', 'other');
  expect(files.changes()).toEqual([{ path: 'deep/a.sbs', original_path: 'a.sbs', text: 'other' }]);
  files.rename([['deep/a.sbs', 'a.sbs']]);
  expect(files.changes()).toEqual([{ path: 'a.sbs', text: 'other' }]);
});

it('removes a created file, marks a saved one as deleted, and brings it back', {
  tags: 'spec:editor-deleted-files',
}, () => {
  const files = open('a.sbs');
  files.create('b.sbs');
  files.remove(['a.sbs', 'b.sbs']);
  expect(files.snapshot().paths).toEqual([]);
  expect(files.snapshot().files.map(({ path, editFlags }) => [path, editFlags.deleted])).toEqual([['a.sbs', true]]);
  expect(files.changes()).toEqual([{ path: 'a.sbs', text: null }]);
  files.restore('a.sbs');
  expect(files.changes()).toEqual([]);
  expect(files.textOf('a.sbs')).toBe('text of a.sbs');
});

it('writes a created file over a deleted one of the same path', () => {
  const files = open('a.sbs');
  files.remove(['a.sbs']);
  files.create('a.sbs');
  expect(files.changes()).toEqual([{ path: 'a.sbs', text: EMPTY_SCRIPT }]);
});

it('moves a file to the path of a deleted one', () => {
  const files = open('a.sbs', 'b.sbs');
  files.remove(['a.sbs']);
  files.rename([['b.sbs', 'a.sbs']]);
  expect(files.changes()).toEqual(
    expect.arrayContaining([
      { path: 'a.sbs', text: null },
      { path: 'a.sbs', original_path: 'b.sbs' },
    ]),
  );
});

it('only edits after the request are unsaved once a save succeeds', () => {
  const files = open('a.sbs');
  files.edit('a.sbs', 'sent');
  files.create('b.sbs');
  const sent = files.changes();
  files.edit('a.sbs', 'typed meanwhile');
  files.saved(
    [
      { id: 'id-a.sbs', path: 'a.sbs', hash: 'h1' },
      { id: 'id-b', path: 'b.sbs', hash: 'h2' },
    ],
    sent,
  );
  expect(files.changes()).toEqual([{ path: 'a.sbs', text: 'typed meanwhile' }]);
  files.edit('a.sbs', 'sent');
  expect(files.changes()).toEqual([]);
});

it('makes changes again that were kept in the browser', () => {
  const files = open('a.sbs', 'b.sbs', 'c.sbs');
  files.edit('a.sbs', 'other');
  files.rename([['b.sbs', 'd.sbs']]);
  files.remove(['c.sbs']);
  files.create('e.sbs', 'new');
  const again = open('a.sbs', 'b.sbs', 'c.sbs');
  again.apply(JSON.parse(JSON.stringify(files.localEdits())) as ReturnType<DraftFiles['localEdits']>);
  expect(again.changes()).toEqual(files.changes());
});

it('takes another version with or without the changes that are not saved', () => {
  const theirs = stored('a.sbs', 'new.sbs');
  const kept = open('a.sbs', 'b.sbs');
  kept.edit('a.sbs', 'mine');
  kept.edit('b.sbs', 'mine, too');
  kept.replace(theirs, true);
  expect(kept.changes()).toEqual([
    { path: 'a.sbs', text: 'mine' },
    { path: 'b.sbs', text: 'mine, too' },
  ]);
  expect(kept.unloaded()).toEqual(['new.sbs']);
  const given = open('a.sbs');
  given.edit('a.sbs', 'mine');
  given.replace(theirs, false);
  expect(given.changes()).toEqual([]);
  expect(given.textOf('a.sbs')).toBe('text of a.sbs');
});
