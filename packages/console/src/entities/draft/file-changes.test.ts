import { expect, it } from 'vitest';
import { buildChanges } from '../../../test/build-changelist.ts';
import { declarationChanges, fileChanges } from './file-changes.ts';

it('lists changed files by path, with what became of each', { tags: 'spec:changelist-diff-fields' }, () => {
  const { changelist_diff: diff } = buildChanges({
    changed: ['c'],
    moved: [['z', 'b']],
    added: ['d'],
    deleted: ['a'],
  });
  expect(fileChanges(diff)).toEqual([
    { kind: 'Deleted', path: 'a' },
    { kind: 'Moved', path: 'b', from: 'z' },
    { kind: 'Changed', path: 'c' },
    { kind: 'Added', path: 'd' },
  ]);
});

it('compares declarations of one kind by name', () => {
  const upload = (name: string) => ({ declaration_type: 'export', name });
  const download = { declaration_type: 'import', name: 'ads' };
  const from = [upload('costs'), upload('orders'), download];
  const to = [upload('orders'), upload('ads'), upload('clicks')];
  expect(declarationChanges('export', { from, to })).toEqual({ added: ['ads', 'clicks'], removed: ['costs'] });
  expect(declarationChanges('import', { from, to })).toEqual({ added: [], removed: ['ads'] });
});
