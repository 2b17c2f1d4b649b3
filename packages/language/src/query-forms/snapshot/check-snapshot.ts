import type { Column } from '@switchboard/model/schema';
import type { CheckedResult } from '../../check/checked-query.ts';
import type { Placed, Program } from '../../check/program.ts';
import type { TableNode } from '../../syntax/tree/declaration-tree.ts';
import { NO_QUERY } from '../../typed/typed.ts';
import { checkKept } from '../upsert/check-kept.ts';
import type { SnapshotNode } from './parse-snapshot.ts';

/** Columns that a snapshot adds: the first report date of a period, and the first one after it. */
const VALID_FROM: Column = { name: 'valid_from', type: { kind: 'date' }, nullable: false };
const VALID_TO: Column = { name: 'valid_to', type: { kind: 'date' }, nullable: true };

/** Their names. */
export const ADDED: readonly string[] = [VALID_FROM.name, VALID_TO.name];

/** `snapshot sites by id`: a row for each key and period of report dates during which its values were the same. */
export function checkSnapshot(program: Program, placed: Placed<TableNode>, node: SnapshotNode): CheckedResult {
  const { info, query } = checkKept(program, placed, node);
  const columns = [...query.columns, VALID_FROM, VALID_TO];
  if (info.open) {
    if (!info.flawed) placed.report('SBS3084', node.table, { table: info.name });
    return { query: NO_QUERY, columns, open: false };
  }
  for (const { name } of query.columns)
    if (ADDED.includes(name.toLowerCase())) placed.report('SBS3085', node.table, { table: info.name, name });
  const names = { validFrom: VALID_FROM.name, validTo: VALID_TO.name };
  return { query: { kind: 'snapshot', ...query, ...names }, columns, open: false };
}
