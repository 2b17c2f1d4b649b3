import { expect, it } from 'vitest';
import { dirtyRowsPath, newDirtyRowsPath, previewPath, samplePath } from './part-files.ts';

it('names the files of a part as the specification does', () => {
  expect(samplePath('p1')).toBe('metrics/sample/flow_sources/download/p1');
  expect(dirtyRowsPath('p1')).toBe('files/p1_dirtyrows.csv.gz');
  expect(newDirtyRowsPath('p1')).toBe('files/p1_new_dirtyrows.json.gz');
});

it('previews "at most 100 rows"', () => {
  expect(previewPath('p1', 10)).toBe('files/p1_first_10_rows');
  expect(previewPath('p1', 1000)).toBe('files/p1_first_100_rows');
});
