import type { Plugin } from 'vite';

const HABITS = /language[\\/]src[\\/]diagnostics[\\/]habits[\\/][\w-]+\.ts$/;
/** Properties of a habit that only the reference and its tests read. */
const EXAMPLES: ReadonlySet<string> = new Set(['sql', 'here']);

type Node = { readonly type?: unknown; readonly start?: unknown; readonly end?: unknown } & Readonly<
  Record<string, unknown>
>;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

/** Where the examples of habits are in a module. */
function examplesIn(node: Node): readonly (readonly [start: number, end: number])[] {
  const { type, key, start, end } = node;
  if (type === 'Property' && isNode(key) && EXAMPLES.has(String(key['name']))) return [[Number(start), Number(end)]];
  return Object.values(node).flatMap((value) => (isNode(value) ? examplesIn(value) : []));
}

/** A module without the examples of its habits. `tree`: its syntax tree. */
export function trimExamples(code: string, tree: object): string {
  let trimmed = code;
  for (const [start, end] of examplesIn({ ...tree }).toReversed())
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
