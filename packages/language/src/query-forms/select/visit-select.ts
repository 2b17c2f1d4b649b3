import { type VisitName, visitExpression } from '../../syntax/tree/visit-names.ts';
import type { SelectNode } from './select-node.ts';

/** Visits every name and text of a select with its role. */
export function visitSelect(node: SelectNode, visit: VisitName): void {
  for (const item of node.items) {
    if (item.kind === 'value') {
      visitExpression(item.value, visit);
      if (item.alias) visit(item.alias, 'column');
      continue;
    }
    if (item.table) visit(item.table, 'alias');
    for (const name of item.except) visit(name, 'column');
    for (const { name, value } of item.replace) {
      visitExpression(value, visit);
      visit(name, 'column');
    }
  }
  for (const { table, alias, query } of [node.from, ...node.joins.map((join) => join.reference)]) {
    visit(table, query ? 'alias' : 'table');
    if (alias) visit(alias, 'alias');
  }
  for (const { on, using } of node.joins) {
    if (on) visitExpression(on, visit);
    for (const name of using ?? []) visit(name, 'column');
  }
  for (const each of [node.where, node.having, node.qualify]) if (each) visitExpression(each, visit);
  for (const { by } of node.order) visitExpression(by, visit);
}
