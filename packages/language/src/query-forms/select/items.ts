import { RESERVED_PREFIX } from '@switchboard/model/plan';
import type { Column } from '@switchboard/model/schema';
import { PSEUDO_COLUMNS } from '@switchboard/model/schema';
import type { Context } from '../../check/context.ts';
import { checkExpression } from '../../check/expressions/expressions.ts';
import { compilePattern } from '../../check/expressions/patterns.ts';
import { columnSymbol, type ScopeTable } from '../../check/names/scope.ts';
import { markUsed } from '../../check/program.ts';
import { advise, closest } from '../../suggest/suggest.ts';
import { childrenOf, type Expression } from '../../syntax/tree/expression-tree.ts';
import type { Name } from '../../syntax/tree/name.ts';
import type { Span } from '../../text/span.ts';
import type { Matching, OutputItem, Typed } from '../../typed/typed.ts';
import { columnType, UNKNOWN } from '../../typed/types.ts';
import { isNameTemplate, nameByTemplate, reportMissingGroup, reportUnknownNames } from './pattern-names.ts';
import type { ItemNode } from './select-node.ts';

export type Item = OutputItem & {
  readonly span: Span /** Columns that a `rest` or `matching` item is known to hold. */;
  readonly known: readonly Column[];
  /** Where the name of this column is written; null when it comes from a `*` or a pattern. */
  readonly written: Span | null;
};

const NO_COLUMNS: readonly Column[] = [];

function value(name: string, typed: Typed, span: Span, written: Span | null = null): Item {
  return { kind: 'value', name, value: typed, span, known: NO_COLUMNS, written };
}

function nameOf(node: Expression): string | null {
  if (node.kind === 'name') return node.name.text;
  if (node.kind === 'field') return node.field.text;
  if (node.kind === 'quoted') return node.value;
  return null;
}

type ColumnsNode = Extract<Expression, { kind: 'columns' }>;

function columnsNodes(node: Expression, found: ColumnsNode[] = []): ColumnsNode[] {
  // Most are names and constants, which hold nothing.
  if (node.kind === 'name' || node.kind === 'number' || node.kind === 'string') return found;
  if (node.kind === 'columns') found.push(node);
  else for (const child of childrenOf(node)) columnsNodes(child, found);
  return found;
}

/** `columns(…)` over the only table of a query, which is open: its columns are known at run time only. */
function matchingItem(
  node: Expression,
  pattern: ColumnsNode,
  table: ScopeTable,
  matches: (name: string) => boolean,
  context: Context,
): Item {
  const declared = table.info.columns.map((column) => column.name).filter(matches);
  for (const name of declared) markUsed(context.program, table.info, name);
  const own = new Set(table.info.columns.map((column) => column.name));
  const hidden = table.info.kind === 'source' ? PSEUDO_COLUMNS.map(({ name }) => name) : [];
  const matching: Matching = {
    table: table.id,
    pattern: pattern.pattern,
    declared,
    hidden: hidden.filter((name) => !own.has(name)),
  };
  const typed = checkExpression(node, { ...context, columns: matching });
  const known = declared.map((name) => ({ name, type: UNKNOWN, nullable: true }));
  return { kind: 'matching', table: table.id, value: typed, span: node, known, written: null };
}

/** `sum(columns("^m_"))`: the same expression for each column whose name matches. */
function expandColumns(
  node: Expression,
  [pattern, ...others]: readonly [ColumnsNode, ...ColumnsNode[]],
  alias: Name | null,
  context: Context,
): Item[] {
  const { report, scope } = context;
  const compiled = compilePattern(pattern.pattern);
  if ('mistake' in compiled) {
    report('SBS3012', pattern.patternSpan, { pattern: pattern.pattern, reason: compiled.mistake });
    return [];
  }
  if (scope.tables.some((table) => table.info.flawed)) return [];
  const other = others.find((each) => each.pattern !== pattern.pattern);
  if (other) {
    report('SBS3027', other, {});
    return [];
  }
  const open = scope.tables.find((table) => table.info.open);
  if (open) {
    if (alias && isNameTemplate(alias)) reportUnknownNames(alias, open.info.name, report);
    else if (alias) report('SBS2014', alias, { name: alias.text });
    else if (scope.tables.length === 1 && others.length === 0)
      return [matchingItem(node, pattern, open, compiled.matches, context)];
    else report('SBS3021', pattern, { table: open.info.name });
    return [];
  }
  const template = alias && isNameTemplate(alias) ? alias : null;
  if (template && reportMissingGroup(template, compiled, report)) return [];
  const items: Item[] = [];
  for (const table of scope.tables) {
    for (const column of table.info.columns) {
      if (!compiled.matches(column.name)) continue;
      const name = template ? nameByTemplate(template, column.name, compiled, report) : column.name;
      const typed = checkExpression(node, { ...context, columns: { name: column.name, table: table.alias } });
      if (name === null) return [];
      items.push(value(name, typed, template ?? node, template));
    }
  }
  if (items.length === 0) report('SBS2013', pattern, { pattern: pattern.pattern });
  if (template) return items;
  if (alias && items.length > 1) report('SBS2014', alias, { name: alias.text });
  return alias && items.length === 1 && items[0]?.kind === 'value'
    ? [{ ...items[0], name: alias.text, written: alias }]
    : items;
}

function starTables(node: Extract<ItemNode, { kind: 'star' }>, context: Context): readonly ScopeTable[] {
  if (!node.table) return context.scope.tables;
  const table = context.scope.find(node.table.text);
  if (table) {
    context.scope.named(table, node.table);
    return [table];
  }
  const known = context.scope.tables.map((each) => each.alias);
  context.report('SBS2003', node.table, {
    name: node.table.text,
    advice: advise(node.table.text, known, 'table in this query'),
  });
  return [];
}

function expandStar(node: Extract<ItemNode, { kind: 'star' }>, context: Context): Item[] {
  const tables = starTables(node, context);
  const except = new Set(node.except.map((name) => name.text));
  const replace = new Map(node.replace.map((each) => [each.name.text, checkExpression(each.value, context)]));
  const pending = new Set([...node.except, ...node.replace.map((each) => each.name)]);
  const seen = new Set<string>();
  const items: Item[] = [];
  const settle = (name: string): void => {
    for (const each of pending) if (each.text === name) pending.delete(each);
  };
  for (const table of tables) {
    const { columns, open } = table.info;
    for (const column of columns) {
      settle(column.name);
      markUsed(context.program, table.info, column.name);
    }
    if (open) {
      const known = columns
        .filter((column) => !except.has(column.name) && !seen.has(column.name))
        .map((column): Column => {
          const typed = replace.get(column.name);
          return {
            name: column.name,
            type: columnType(typed?.type ?? column.type),
            nullable: typed?.nullable ?? column.nullable,
          };
        });
      const replaced = [...replace].map(([name, typed]) => ({ name, value: typed }));
      for (const name of [...except, ...replace.keys()]) settle(name);
      for (const column of known) seen.add(column.name);
      items.push({
        kind: 'rest',
        table: table.id,
        except: [...except],
        replace: replaced,
        span: { start: node.start, end: node.end },
        known,
        written: null,
      });
      continue;
    }
    for (const column of columns) {
      // The two columns that `using` made one appear once.
      if (
        except.has(column.name) ||
        (node.table === null && context.scope.merged.has(column.name) && seen.has(column.name))
      )
        continue;
      seen.add(column.name);
      const merged = node.table === null ? context.scope.merged.get(column.name) : undefined;
      const typed = replace.get(column.name) ?? merged ?? context.scope.columnOf(table, column.name, node);
      if (typed) items.push(value(column.name, typed, node));
    }
  }
  if (tables.some((table) => table.info.flawed)) return items;
  const known = tables.flatMap((table) => table.info.columns.map((column) => column.name));
  for (const name of [...node.except, ...node.replace.map((each) => each.name)]) {
    for (const { info } of context.program.recorder ? tables : []) {
      const column = info.columns.find((each) => each.name === name.text);
      if (column) context.program.recorder?.use(columnSymbol(info, name.text), name, column);
    }
  }
  for (const name of tables.length > 0 ? pending : []) {
    const pseudo = PSEUDO_COLUMNS.some((column) => column.name === name.text);
    const advice = pseudo ? 'It is not part of * anyway: remove it here.' : advise(name.text, known, 'column in it');
    context.report('SBS2004', name, {
      name: name.text,
      table: tables.map((table) => table.info.name).join(' or '),
      advice,
    });
  }
  return items;
}

/** A name in double quotes that no column has. */
function reportQuoted(
  { value: name, start, end }: Extract<Expression, { kind: 'quoted' }>,
  { report, scope }: Context,
): void {
  const near = closest(
    name,
    scope.tables.flatMap((table) => table.info.columns.map((column) => column.name)),
  );
  const advice = near === null ? 'Correct it, or add as and a name.' : `Did you mean ${near}?`;
  const edits = [{ start, end, text: JSON.stringify(near) }];
  report('SBS2033', { start, end }, { name, advice }, near === null ? undefined : { title: `Write ${near}`, edits });
}

/** Reports `name = value` as an item, which T-SQL means as the name of a column. */
function reportAssigned(value: Expression, { report, scope, program }: Context): boolean {
  if (value.kind !== 'binary' || value.operator !== '==' || value.left.kind !== 'name') return false;
  const { left, right } = value;
  // A query that is a value compares what the query around it has, too.
  const { text } = left.name;
  const { outer, constants } = program;
  if (outer || scope.has(text) || constants.has(text) || constants.isBroken(text)) return false;
  const parts = [{ start: right.start, end: right.end }, ` as ${left.name.text}`];
  const fix = { title: `Write as ${left.name.text}`, edits: [{ start: value.start, end: value.end, text: '', parts }] };
  const advice = `Write the value as ${left.name.text}: a single = compares.`;
  report('SBS1040', value, { written: `${left.name.text} = before a value`, advice }, fix);
  return true;
}

/** Adds the output columns that one item of a select list makes. */
export function checkItem(node: ItemNode, context: Context, items: Item[]): void {
  if (node.kind === 'star') {
    items.push(...expandStar(node, context));
    return;
  }
  if (node.patterned) {
    const [pattern, ...others] = columnsNodes(node.value);
    if (pattern) items.push(...expandColumns(node.value, [pattern, ...others], node.alias, context));
    return;
  }
  if (node.alias === null && reportAssigned(node.value, context)) return;
  const typed = checkExpression(node.value, context);
  const constantText = node.value.kind === 'quoted' && typed.kind === 'constant';
  const name = node.alias?.text ?? (constantText ? null : nameOf(node.value));
  if (name === null && context.program.outer) {
    // Nothing names the columns of a query that is a value.
    items.push(value(`${RESERVED_PREFIX}${items.length}`, typed, node));
    return;
  }
  if (name === null) {
    if (constantText && node.value.kind === 'quoted') reportQuoted(node.value, context);
    else context.report('SBS2010', node, {});
    return;
  }
  const written = node.alias ?? (node.value.kind === 'field' ? node.value.field : node.value);
  items.push(value(name, typed, node.alias ?? node, written));
}
