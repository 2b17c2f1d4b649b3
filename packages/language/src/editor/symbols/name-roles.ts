import { queriesOf, queryFormOf } from '../../query-forms/registry.ts';
import type { ClaimNode, Declaration } from '../../syntax/tree/declaration-tree.ts';
import { type VisitName, visitBlock, visitExpression, visitSchema } from '../../syntax/tree/visit-names.ts';

function visitClaim(claim: ClaimNode, visit: VisitName): void {
  if (claim.kind === 'condition') visitExpression(claim.condition, visit);
  if (claim.kind === 'condition' || claim.kind === 'row_count') return;
  for (const name of claim.columns) visit(name, 'column');
  if (claim.kind !== 'reference') return;
  visit(claim.table, 'table');
  for (const name of claim.target) visit(name, 'column');
}

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
      for (const query of queriesOf(node.query)) queryFormOf(query).visitNames(query, visit);
      break;
    case 'upload':
      visit(node.table, 'table');
      if (node.alias) visit(node.alias, 'upload');
      visitBlock(node.parameters, visit);
      break;
    case 'assertion':
      visit(node.name, 'assertion');
      visit(node.table, 'table');
      visitClaim(node.claim, visit);
      break;
    case 'constant':
      visit(node.name, 'constant');
      visitExpression(node.value, visit);
      break;
  }
}
