import { type CallExpression, type Expression, type Program, Visitor } from 'oxc-parser';
import { readModule } from './modules.ts';
import type { Tree } from './tree.ts';

/** One test as its file writes it. */
export type WrittenTest = {
  /** Titles of the groups around it and its own, joined by " > "; a row of a table has its values filled in. */
  readonly title: string;
  /** Its text, with the table that it goes through. */
  readonly text: string;
};

/** What an expression is when it stands there in full; `known` is false for everything else. */
type Value = { readonly known: true; readonly value: unknown } | { readonly known: false };
type Argument = CallExpression['arguments'][number] | null;
type Title = { readonly own: string; readonly rows: readonly string[]; readonly table: Expression | null };

const UNKNOWN: Value = { known: false };
const TESTS = new Set(['it', 'test']);

/**
 * Every test of one file. A test with a table has its title as written, and once more for each row whose values stand in the file.
 * @throws when the file is not valid TypeScript
 */
export function readTests(tree: Tree, path: string): WrittenTest[] {
  const { program } = readModule(tree, path);
  const source = tree.read(path);
  const constants = constantsOf(program);
  const groups: string[] = [];
  const found: WrittenTest[] = [];
  new Visitor({
    CallExpression: (call) => {
      const word = wordOf(call.callee);
      const title = word === null ? null : titleOf(call, constants);
      if (title === null) return;
      if (word === 'describe') groups.push(title.own);
      else {
        const text = source.slice(call.start, call.end) + (title.table ? cut(source, title.table) : '');
        for (const own of [title.own, ...title.rows]) found.push({ title: [...groups, own].join(' > '), text });
      }
    },
    'CallExpression:exit': (call) => {
      if (wordOf(call.callee) === 'describe' && titleOf(call, constants) !== null) groups.pop();
    },
  }).visit(program);
  return found;
}

function cut(source: string, { start, end }: Expression): string {
  return source.slice(start, end);
}

/** `it`, `test` or `describe`, however it is qualified; null for any other call. The call that only takes a table is none. */
function wordOf(callee: CallExpression['callee']): 'test' | 'describe' | null {
  if (callee.type === 'Identifier')
    return callee.name === 'describe' ? 'describe' : TESTS.has(callee.name) ? 'test' : null;
  if (callee.type === 'CallExpression') return wordOf(callee.callee);
  return callee.type === 'MemberExpression' && callee.object.type !== 'Super' ? wordOf(callee.object) : null;
}

function titleOf(call: CallExpression, constants: ReadonlyMap<string, Expression>): Title | null {
  const title = literalOf(call.arguments[0] ?? null);
  if (!title.known || typeof title.value !== 'string') return null;
  const table = tableOf(call.callee, constants);
  return { own: title.value, rows: table === null ? [] : rowsOf(title.value, table), table };
}

/** The table of `each(table)`, by way of a constant of the file where it names one. */
function tableOf(callee: CallExpression['callee'], constants: ReadonlyMap<string, Expression>): Expression | null {
  if (callee.type !== 'CallExpression' || callee.callee.type !== 'MemberExpression') return null;
  const { property } = callee.callee;
  if (property.type !== 'Identifier' || property.name !== 'each') return null;
  const [given] = callee.arguments;
  if (!given || given.type === 'SpreadElement') return null;
  const plain = unwrapped(given);
  return plain.type === 'Identifier' ? (constants.get(plain.name) ?? plain) : plain;
}

function rowsOf(title: string, table: Expression): string[] {
  const rows = unwrapped(table);
  if (rows.type !== 'ArrayExpression') return [];
  return rows.elements.flatMap((element) => {
    if (element === null || element.type === 'SpreadElement') return [];
    const row = unwrapped(element);
    const cells = row.type === 'ArrayExpression' ? row.elements.map(literalOf) : [literalOf(row)];
    const filled = fill(title, cells);
    return filled === null ? [] : [filled];
  });
}

/** The title with a row's values in the places that the runner fills; null when one of them is not known. */
function fill(title: string, cells: readonly Value[]): string | null {
  let at = 0;
  let known = true;
  const filled = title.replace(/%([sdij%])/g, (whole, kind: string) => {
    if (kind === '%') return '%';
    const cell = cells[at];
    at += 1;
    if (!cell?.known) {
      known = false;
      return whole;
    }
    return kind === 'j' ? JSON.stringify(cell.value) : String(cell.value);
  });
  return known && at > 0 ? filled : null;
}

function constantsOf(program: Program): ReadonlyMap<string, Expression> {
  const constants = new Map<string, Expression>();
  for (const statement of program.body) {
    if (statement.type !== 'VariableDeclaration') continue;
    for (const { id, init } of statement.declarations)
      if (id.type === 'Identifier' && init) constants.set(id.name, init);
  }
  return constants;
}

function unwrapped(expression: Expression): Expression {
  let plain = expression;
  while (plain.type === 'TSAsExpression' || plain.type === 'TSSatisfiesExpression') plain = plain.expression;
  return plain;
}

function literalOf(argument: Argument): Value {
  if (argument === null || argument.type === 'SpreadElement') return UNKNOWN;
  const plain = unwrapped(argument);
  if (plain.type === 'Literal')
    return 'regex' in plain || 'bigint' in plain ? UNKNOWN : { known: true, value: plain.value };
  if (plain.type === 'TemplateLiteral' && plain.expressions.length === 0)
    return { known: true, value: plain.quasis[0]?.value.cooked ?? '' };
  if (plain.type === 'UnaryExpression' && plain.operator === '-') {
    const value = literalOf(plain.argument);
    return value.known && typeof value.value === 'number' ? { known: true, value: -value.value } : UNKNOWN;
  }
  if (plain.type === 'ArrayExpression') {
    const values = plain.elements.map(literalOf);
    return values.every((value) => value.known) ? { known: true, value: values.map((value) => value.value) } : UNKNOWN;
  }
  return plain.type === 'ObjectExpression' ? objectOf(plain.properties) : UNKNOWN;
}

function objectOf(properties: Extract<Expression, { type: 'ObjectExpression' }>['properties']): Value {
  const entries: [string, unknown][] = [];
  for (const property of properties) {
    if (property.type !== 'Property' || property.computed) return UNKNOWN;
    const name = property.key.type === 'Identifier' ? property.key.name : literalOf(property.key as Expression);
    const value = literalOf(property.value as Expression);
    if (!value.known || (typeof name !== 'string' && !name.known)) return UNKNOWN;
    entries.push([typeof name === 'string' ? name : String(name.known && name.value), value.value]);
  }
  return { known: true, value: Object.fromEntries(entries) };
}
