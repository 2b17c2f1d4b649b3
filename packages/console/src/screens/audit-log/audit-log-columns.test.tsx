import { expect, it } from 'vitest';
import { fitColumns } from '../../ui/data-table/fit.ts';
import { AUDIT_LOG_COLUMNS } from './audit-log-columns.tsx';

it('says on a card whom or what an act concerns', () => {
  const visible = AUDIT_LOG_COLUMNS.filter(({ hidden }) => hidden !== true);
  const { shown, folded } = fitColumns(visible, 'cards', 360);
  expect([...shown, ...folded].map(({ header }) => header)).toEqual(['Time', 'What', 'Concerns', 'By']);
});
