import { type CallExpression, type Expression, type Program, Visitor } from 'oxc-parser';
import { readModule } from '../modules.ts';
import { isSource, isTest, type Tree } from '../tree.ts';

/** A test with tags: `it('…', { tags: ['proof:retry-transient', 'spec:download-abort'] }, …)`. */
export type TaggedTest = {
  readonly tags: readonly string[];
  readonly path: string;
  readonly line: number;
  /** Its title after those of the groups around it. */
  readonly title: string;
  /** Source text of the call and of the table it iterates over. */
  readonly text: string;
  /** Cells of the table of `each(table)`, as far as they are literals. */
  readonly rows: readonly (readonly Value[])[];
};

/** A test that carries a proof id: `it('…', { tags: 'proof:retry-transient' }, …)`. */
export type ProofTest = TaggedTest & { readonly id: string };

/** The value of a literal expression; `known` is false for any other expression. */
type Value = { readonly known: true; readonly value: unknown } | { readonly known: false };
type Argument = CallExpression['arguments'][number] | null;

const UNKNOWN: Value = { known: false };
const TESTS = new Set(['it', 'test']);
const GROUPS = new Set(['describe']);
const LOOPS = new Set(['each', 'for']);
/** Gives the part of a table that one run tries. */
const SAMPLER = 'sampleCells';
const TAG = /^proof:([a-z0-9-]+)$/;

/**
 * Reads the tests of one file that carry a proof id, the id of a sentence of the specification, or a case of the connectors.
 * @throws when the file is not valid TypeScript
 */
export function readTaggedTests(tree: Tree, path: string): TaggedTest[] {
  if (!/\b(proof|spec|case):/.test(tree.read(path))) return [];
  const { program, lineAt } = readModule(tree, path);
  const source = tree.read(path);
  const constants = constantsOf(program);
  const groups: { readonly call: CallExpression; readonly title: string }[] = [];
  const found: { readonly call: CallExpression; readonly tags: readonly string[] }[] = [];
  new Visitor({
    CallExpression: (call) => {
      if (isCallOf(call.callee, GROUPS)) groups.push({ call, title: titleOf(call, source) });
      const tags = isCallOf(call.callee, TESTS) ? tagsOf(call) : [];
      if (tags.length > 0) found.push({ call, tags });
    },
  }).visit(program);
  return found.map(({ call, tags }) => {
    const table = tableOf(call.callee, constants);
    const around = groups
      .filter((group) => group.call.start < call.start && call.end <= group.call.end)
      .sort((one, other) => one.call.start - other.call.start);
    return {
      tags,
      path,
      line: lineAt(call.start),
      title: [...around.map(({ title }) => title), titleOf(call, source)].join(' › '),
      text: source.slice(call.start, call.end) + (table ? source.slice(table.start, table.end) : ''),
      rows: table ? rowsOf(table) : [],
    };
  });
}

const taggedTests = new WeakMap<Tree, readonly TaggedTest[]>();

/** Reads the tagged tests of every test file of the tree. */
export function readAllTaggedTests(tree: Tree): readonly TaggedTest[] {
  const known =
    taggedTests.get(tree) ??
    tree.files.filter((path) => isSource(path) && isTest(path)).flatMap((path) => readTaggedTests(tree, path));
  taggedTests.set(tree, known);
  return known;
}

/** The tests among these that carry a proof id; one with two ids counts twice. */
export function proofTestsOf(tests: readonly TaggedTest[]): ProofTest[] {
  return tests.flatMap((test) =>
    test.tags.flatMap((tag) => {
      const id = TAG.exec(tag)?.[1];
      return id === undefined ? [] : [{ ...test, id }];
    }),
  );
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

/** A call of one of these names, with or without a modifier such as `.each(table)`. */
function isCallOf(callee: CallExpression['callee'], names: ReadonlySet<string>): boolean {
  if (callee.type === 'Identifier') return names.has(callee.name);
  if (callee.type === 'CallExpression') return isCallOf(callee.callee, names);
  return callee.type === 'MemberExpression' && callee.object.type !== 'Super' && isCallOf(callee.object, names);
}

function titleOf(call: CallExpression, source: string): string {
  const [given] = call.arguments;
  if (given === undefined) return '';
  const literal = literalOf(given);
  return literal.known && typeof literal.value === 'string' ? literal.value : source.slice(given.start, given.end);
}

/** The tags of a test's options: one string or a list of strings. */
function tagsOf(call: CallExpression): readonly string[] {
  const options = call.arguments[1];
  if (options?.type !== 'ObjectExpression') return [];
  for (const property of options.properties) {
    if (property.type !== 'Property' || property.key.type !== 'Identifier' || property.key.name !== 'tags') continue;
    const tags = literalOf(property.value as Expression);
    if (!tags.known) return [];
    return [tags.value].flat().filter((tag) => typeof tag === 'string');
  }
  return [];
}

/** The table of `each(table)` or `for(table)`, whole where a run samples it; a constant of the same file is resolved. */
function tableOf(callee: CallExpression['callee'], constants: ReadonlyMap<string, Expression>): Expression | null {
  if (callee.type !== 'CallExpression' || callee.callee.type !== 'MemberExpression') return null;
  const { property } = callee.callee;
  if (property.type !== 'Identifier' || !LOOPS.has(property.name)) return null;
  const [given] = callee.arguments;
  if (!given || given.type === 'SpreadElement') return null;
  return wholeTable(given, constants);
}

function wholeTable(given: Expression, constants: ReadonlyMap<string, Expression>): Expression {
  const plain = unwrapped(given);
  if (plain.type === 'Identifier') {
    const constant = constants.get(plain.name);
    return constant === undefined ? plain : wholeTable(constant, constants);
  }
  if (plain.type !== 'CallExpression' || plain.callee.type !== 'Identifier' || plain.callee.name !== SAMPLER)
    return plain;
  const [cells] = plain.arguments;
  return cells === undefined || cells.type === 'SpreadElement' ? plain : wholeTable(cells, constants);
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
