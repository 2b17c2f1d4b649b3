import { queryFormOf } from '../../query-forms/registry.ts';
import type { Declaration } from '../../syntax/tree/declaration-tree.ts';
import { type VisitName, visitBlock, visitSchema } from '../../syntax/tree/visit-names.ts';

/** Visits every name and text of a declaration with its role. */
export function visitNames(node: Declaration, visit: VisitName): void {
  switch (node.kind) {
    case 'download':
      visit(node.name, 'table');
      visitBlock(node.parameters, visit);
      visitSchema(node.schema, visit);
      break;
    case 'bundle':
      visit(node.name, 'bundle');
      visitBlock(node.parameters, visit);
      for (const table of node.tables) {
        visit(table.name, 'table');
        if (table.parameters) visitBlock(table.parameters, visit);
        visitSchema(table.schema, visit);
      }
      break;
    case 'table':
      visit(node.name, 'table');
      queryFormOf(node.query).visitNames(node.query, visit);
      break;
    case 'upload':
      visit(node.table, 'table');
      if (node.alias) visit(node.alias, 'upload');
      visitBlock(node.parameters, visit);
      break;
  }
}
