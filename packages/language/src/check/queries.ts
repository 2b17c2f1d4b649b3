import type { QueryNode } from '../syntax/query-tree.ts';
import type { TableNode } from '../syntax/tree.ts';
import type { Placed, Program } from './program.ts';
import { type CheckedResult, checkSelect } from './select.ts';
import { checkUnion } from './union.ts';
import { checkUnpivot } from './unpivot.ts';
import { checkUpsert } from './upsert.ts';

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
