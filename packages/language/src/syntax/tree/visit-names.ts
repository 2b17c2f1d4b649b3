import type { Span } from '../../text/span.ts';
import { childrenOf, type Expression } from './expression-tree.ts';
import type { SchemaNode, TypeNode } from './schema-tree.ts';
import type { BlockNode, ValueNode } from './value-tree.ts';

/** The role of a name or string by its place in the syntax tree, before it is resolved. */
export type NameRole =
  | 'table'
  | 'bundle'
  | 'upload'
  | 'assertion'
  | 'constant'
  | 'alias'
  | 'column'
  /** The name of a column in the source, where the script renames it. */
  | 'header'
  | 'function'
  | 'parameter'
  | 'type'
  /** A name in an expression: a column, or a table before a dot. */
  | 'name'
  | 'field'
  /** A name in an expression that also names the field of a record. */
  | 'own-field'
  | 'text'
  | 'pattern';

/** Called for each name with its role, in no particular order. */
export type VisitName = (span: Span, role: NameRole) => void;

export function visitType(node: TypeNode, visit: VisitName): void {
  if (node.kind === 'named') visit({ start: node.start, end: node.start + node.name.length }, 'type');
  else if (node.kind === 'list') visitType(node.element, visit);
  else
    for (const field of node.fields) {
      visit(field.header, 'field');
      visitType(field.type, visit);
      if (field.alias) visit(field.alias, 'field');
    }
}

export function visitSchema(schema: SchemaNode, visit: VisitName): void {
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

export function visitBlock({ entries }: Pick<BlockNode, 'entries'>, visit: VisitName): void {
  for (const { name, value } of entries) {
    visit(name, 'parameter');
    visitValue(value, visit);
  }
}

export function visitExpression(node: Expression, visit: VisitName): void {
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
    case 'record':
      for (const { name, value } of node.fields) {
        if (name) visit(name, 'field');
        else if (value.kind === 'name') visit(value.name, 'own-field');
        else if (value.kind === 'field') visit(value.field, 'own-field');
        else if (value.kind === 'quoted') visit(value, 'own-field');
      }
      break;
    case 'columns':
      visit(node.patternSpan, 'pattern');
      break;
    default:
      break;
  }
  for (const child of childrenOf(node)) visitExpression(child, visit);
}
