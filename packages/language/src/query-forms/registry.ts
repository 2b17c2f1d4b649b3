import type { Placed, Program } from '../check/program.ts';
import type { QueryNode } from '../syntax/tree/query-tree.ts';
import type { TableNode } from '../syntax/tree/tree.ts';
import { type CheckedResult, checkSelect } from './select/check-select.ts';
import { checkUnion } from './union/check-union.ts';
import { checkUnpivot } from './unpivot/check-unpivot.ts';
import { checkUpsert } from './upsert/check-upsert.ts';

/** Checks what follows `table NAME is`. */
export function checkQuery(program: Program, placed: Placed<TableNode>, query: QueryNode): CheckedResult {
  switch (query.kind) {
    case 'select':
      return checkSelect(program, placed, query);
    case 'union':
      return checkUnion(program, placed, query);
    case 'unpivot':
      return checkUnpivot(program, placed, query);
    case 'upsert':
      return checkUpsert(program, placed, query);
  }
}
