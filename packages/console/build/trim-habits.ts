import type { Plugin } from 'vite';

const HABITS = /language[\\/]src[\\/]diagnostics[\\/]habits[\\/](?:functions[\\/])?[\w-]+\.ts$/;
/** Properties of a habit that only the reference and its tests read. */
const EXAMPLES: ReadonlySet<string> = new Set(['sql', 'here']);
/** Functions that make habits of rows, of which the third and the fourth value are examples. */
const OF_ROWS: ReadonlySet<string> = new Set(['rewritten', 'advised', 'absent']);

type Node = { readonly type?: unknown; readonly start?: unknown; readonly end?: unknown } & Readonly<
  Record<string, unknown>
>;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

const elementsOf = (value: unknown): readonly Node[] => (Array.isArray(value) ? value.filter(isNode) : []);

function examplesOfRow(row: Node): readonly (readonly [start: number, end: number])[] {
  const [, , sql, here] = elementsOf(row['elements']);
  return sql === undefined || here === undefined ? [] : [[Number(sql.start), Number(here.end)]];
}

/** Where these properties, and the examples of habits that are made of rows, are in a module. */
function examplesIn(node: Node, properties: ReadonlySet<string>): readonly (readonly [start: number, end: number])[] {
  const { type, key, callee, start, end } = node;
  if (type === 'CallExpression' && isNode(callee) && OF_ROWS.has(String(callee['name'])))
    return elementsOf(node['arguments']).flatMap((rows) => elementsOf(rows['elements']).flatMap(examplesOfRow));
  if (type === 'Property' && isNode(key) && properties.has(String(key['name']))) return [[Number(start), Number(end)]];
  return Object.values(node).flatMap((value) => (isNode(value) ? examplesIn(value, properties) : []));
}

/** A module without the examples of its habits, or without these properties. `tree`: its syntax tree. */
export function trimExamples(code: string, tree: object, properties = EXAMPLES): string {
  let trimmed = code;
  for (const [start, end] of examplesIn({ ...tree }, properties).toReversed())
    trimmed = trimmed.slice(0, start) + trimmed.slice(end).replace(/^\s*,/, '');
  return trimmed;
}

/** Leaves the examples of what SQL dialects write out of the worker of the language. */
export const trimHabits: Plugin = {
  name: 'trim-habits',
  transform: {
    filter: { id: HABITS },
    handler(code) {
      return { code: trimExamples(code, this.parse(code)), map: null };
    },
  },
};

const ERRORS = /model[\\/]src[\\/]errors[\\/][\w-]+-errors\.ts$/;
/** Properties of an error by which the server writes its message and finds the line at fault. The console shows both. */
const OF_MESSAGE: ReadonlySet<string> = new Set(['text', 'unsuspend', 'retryWhen', 'severity', 'http', 'parameters']);

/** Leaves the parts of messages out of the console. */
export const trimErrors: Plugin = {
  name: 'trim-errors',
  transform: {
    filter: { id: ERRORS },
    handler(code) {
      return { code: trimExamples(code, this.parse(code), OF_MESSAGE), map: null };
    },
  },
};
