import { type CallExpression, type Expression, type Program, Visitor } from 'oxc-parser';
import { readModule } from '../modules.ts';
import type { Tree } from '../tree.ts';

/** A test that carries an id: `it('…', { tags: 'proof:retry-transient' }, …)`. */
export type ProofTest = {
  readonly id: string;
  readonly path: string;
  readonly line: number;
  /** Source text of the call and of the table it iterates over. */
  readonly text: string;
  /** Cells of the table of `each(table)`, as far as they are literals. */
  readonly rows: readonly (readonly Value[])[];
};

/** The value of a literal expression; `known` is false for any other expression. */
type Value = { readonly known: true; readonly value: unknown } | { readonly known: false };
type Argument = CallExpression['arguments'][number] | null;

const UNKNOWN: Value = { known: false };
const TESTS = new Set(['it', 'test']);
const TAG = /^proof:([a-z0-9-]+)$/;

/**
 * Reads the tests of one file that carry a proof id.
 * @throws when the file is not valid TypeScript
 */
export function readProofTests(tree: Tree, path: string): ProofTest[] {
  if (!tree.read(path).includes('proof:')) return [];
  const { program, lineAt } = readModule(tree, path);
  const source = tree.read(path);
  const constants = constantsOf(program);
  const found: ProofTest[] = [];
  new Visitor({
    CallExpression: (call) => {
      const id = isTestCall(call.callee) ? proofIdOf(call) : null;
      if (id === null) return;
      const table = tableOf(call.callee, constants);
      const text = source.slice(call.start, call.end) + (table ? source.slice(table.start, table.end) : '');
      found.push({ id, path, line: lineAt(call.start), text, rows: table ? rowsOf(table) : [] });
    },
  }).visit(program);
  return found;
}

/** Whether the table of a test has a row that begins with these cells. */
export function hasRow({ rows }: ProofTest, cells: readonly unknown[]): boolean {
  return rows.some((row) =>
    cells.every((cell, at) => {
      const own = row[at];
      return own?.known === true && JSON.stringify(own.value) === JSON.stringify(cell);
    }),
  );
}

/** `it` and `test`, with or without a modifier such as `.each(table)`. */
function isTestCall(callee: CallExpression['callee']): boolean {
  if (callee.type === 'Identifier') return TESTS.has(callee.name);
  if (callee.type === 'CallExpression') return isTestCall(callee.callee);
  return callee.type === 'MemberExpression' && callee.object.type !== 'Super' && isTestCall(callee.object);
}

function proofIdOf(call: CallExpression): string | null {
  const options = call.arguments[1];
  if (options?.type !== 'ObjectExpression') return null;
  for (const property of options.properties) {
    if (property.type !== 'Property' || property.key.type !== 'Identifier' || property.key.name !== 'tags') continue;
    const tag = literalOf(property.value as Expression);
    return tag.known && typeof tag.value === 'string' ? (TAG.exec(tag.value)?.[1] ?? null) : null;
  }
  return null;
}

/** The table of `each(table)`; a constant of the same file is resolved. */
function tableOf(callee: CallExpression['callee'], constants: ReadonlyMap<string, Expression>): Expression | null {
  if (callee.type !== 'CallExpression' || callee.callee.type !== 'MemberExpression') return null;
  const { property } = callee.callee;
  if (property.type !== 'Identifier' || property.name !== 'each') return null;
  const [given] = callee.arguments;
  if (!given || given.type === 'SpreadElement') return null;
  const plain = unwrapped(given);
  return plain.type === 'Identifier' ? (constants.get(plain.name) ?? plain) : plain;
}

function rowsOf(table: Expression): Value[][] {
  const rows = unwrapped(table);
  if (rows.type !== 'ArrayExpression') return [];
  return rows.elements.flatMap((element) => {
    if (element === null || element.type === 'SpreadElement') return [];
    const row = unwrapped(element);
    return [row.type === 'ArrayExpression' ? row.elements.map(literalOf) : [literalOf(row)]];
  });
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
