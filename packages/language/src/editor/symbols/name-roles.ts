import type { Span } from '../../syntax/tokens/tokens.ts';
import { childrenOf, type Expression } from '../../syntax/tree/expression-tree.ts';
import type { QueryNode, SelectNode } from '../../syntax/tree/query-tree.ts';
import type { BlockNode, Declaration, SchemaNode, TypeNode, ValueNode } from '../../syntax/tree/tree.ts';

/** What a word or text of a script is by its place in the tree, before anything is known of what it refers to. */
export type NameRole =
  | 'table'
  | 'bundle'
  | 'upload'
  | 'alias'
  | 'column'
  /** A column's name in the source, where the script calls it otherwise. */
  | 'header'
  | 'function'
  | 'parameter'
  | 'type'
  /** A name in an expression: a column, or a table before a dot. */
  | 'name'
  | 'field'
  | 'text'
  | 'pattern';

/** Told each name with its role, in no particular order. */
export type VisitName = (span: Span, role: NameRole) => void;

function visitType(node: TypeNode, visit: VisitName): void {
  if (node.kind === 'named') visit({ start: node.start, end: node.start + node.name.length }, 'type');
  else if (node.kind === 'list') visitType(node.element, visit);
  else
    for (const field of node.fields) {
      visit(field.header, 'field');
      visitType(field.type, visit);
      if (field.alias) visit(field.alias, 'field');
    }
}

function visitSchema(schema: SchemaNode, visit: VisitName): void {
  for (const column of schema.columns) {
    visit(column.header, column.alias ? 'header' : 'column');
    visitType(column.type, visit);
    if (column.alias) visit(column.alias, 'column');
  }
}

function visitValue(value: ValueNode, visit: VisitName): void {
  if (value.kind === 'list') for (const item of value.items) visitValue(item, visit);
  else if (value.kind === 'object') visitBlock(value, visit);
  else if (typeof value.value === 'string') visit(value, 'text');
}

function visitBlock({ entries }: Pick<BlockNode, 'entries'>, visit: VisitName): void {
  for (const { name, value } of entries) {
    visit(name, 'parameter');
    visitValue(value, visit);
  }
}

function visitExpression(node: Expression, visit: VisitName): void {
  switch (node.kind) {
    case 'string':
      visit({ start: node.start, end: node.end }, 'text');
      break;
    case 'quoted':
      visit(node, 'name');
      break;
    case 'name':
      visit(node.name, 'name');
      break;
    case 'field':
      visit(node.field, 'field');
      break;
    case 'call':
      visit(node.name, 'function');
      break;
    case 'cast':
      visitType(node.type, visit);
      break;
    case 'columns':
      visit(node.patternSpan, 'pattern');
      break;
    default:
      break;
  }
  for (const child of childrenOf(node)) visitExpression(child, visit);
}

function visitSelect(node: SelectNode, visit: VisitName): void {
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
  for (const { table, alias } of [node.from, ...node.joins.map((join) => join.reference)]) {
    visit(table, 'table');
    if (alias) visit(alias, 'alias');
  }
  for (const { on, using } of node.joins) {
    if (on) visitExpression(on, visit);
    for (const name of using ?? []) visit(name, 'column');
  }
  for (const each of [node.where, node.having]) if (each) visitExpression(each, visit);
  for (const { by } of node.order) visitExpression(by, visit);
}

function visitQuery(node: QueryNode, visit: VisitName): void {
  if (node.kind === 'select') visitSelect(node, visit);
  else if (node.kind === 'union') for (const name of node.tables) visit(name, 'table');
  else {
    visit(node.table, 'table');
    if (node.kind === 'upsert') {
      for (const name of node.keys) visit(name, 'column');
      for (const { by } of node.order) visitExpression(by, visit);
      return;
    }
    if ('pattern' in node.columns) visit(node.columns, 'pattern');
    else for (const name of node.columns) visit(name, 'column');
    visit(node.nameColumn, 'column');
    visit(node.valueColumn, 'column');
  }
}

/** Tells every name and text of a declaration with what it is there. */
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
      visitQuery(node.query, visit);
      break;
    case 'upload':
      visit(node.table, 'table');
      if (node.alias) visit(node.alias, 'upload');
      visitBlock(node.parameters, visit);
      break;
  }
}
