import type { QueryNode } from '../syntax/query-tree.ts';
import type { TableNode } from '../syntax/tree.ts';
import type { Placed, Program } from './program.ts';
import { type CheckedResult, checkSelect } from './select.ts';
import { tableAt } from './tables.ts';
import { checkUnion } from './union.ts';
import { checkUnpivot } from './unpivot.ts';
import { wholeTable } from './whole-table.ts';

/** Checks what follows `table NAME is`. */
export function checkQuery(program: Program, placed: Placed<TableNode>, query: QueryNode): CheckedResult {
  switch (query.kind) {
    case 'select':
      return checkSelect(program, placed, query);
    case 'union':
      return checkUnion(program, placed, query);
    case 'unpivot':
      return checkUnpivot(program, placed, query);
    case 'upsert': {
      placed.report('SBS9003', { start: query.start, end: query.start + 'upsert'.length }, {});
      const info = tableAt(program, query.table, placed.report);
      return { query: wholeTable(info, []), columns: info.columns, open: info.open };
    }
  }
}
