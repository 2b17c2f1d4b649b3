import type { Ebnf, Rules } from './ebnf.ts';

/** A token of a sentence. `literal`: it stands in the grammar as it is. */
export type Piece = { readonly kind: 'literal' | 'word' | 'string' | 'number'; readonly text: string };

/** Words that are keywords elsewhere, and some that are not. None of them starts a clause or an operator. */
const WORDS = [
  'a',
  'b',
  'site',
  '_x1',
  'é',
  '数',
  'type',
  'key',
  'date',
  'table',
  'format',
  'status',
  'start',
  'limit',
  'order',
  'first',
  'left',
  'all',
  'download',
  'upload',
  'group_by',
  'join',
  'union',
  'to',
  'bundle',
  'asc',
  'Select2',
  'into',
  'end',
  'over',
] as const;
const STRINGS = [`'a'`, `"b c"`, String.raw`'it\'s'`, String.raw`"^m_\d+"`, `'// no comment'`, `"/* none */"`] as const;
const NUMBERS = ['0', '12', '7'] as const;

/**
 * A sentence of a rule. Each choice is made by the next number, and by the shortest way once they are used up, so that it
 * comes to an end and shrinks well.
 */
export function sentenceOf(rules: Rules, start: string, choices: readonly number[]): readonly Piece[] {
  const costs = costsOf(rules);
  let used = 0;
  const pick = (count: number): number | null => {
    const choice = choices[used];
    used += 1;
    return choice === undefined ? null : choice % count;
  };
  const pieces: Piece[] = [];
  const write = (node: Ebnf): void => {
    if (node.kind === 'literal') pieces.push({ kind: 'literal', text: node.text });
    else if (node.kind === 'sequence') node.parts.forEach(write);
    else if (node.kind === 'optional') {
      if (pick(2) === 1) write(node.part);
    } else if (node.kind === 'repeated') {
      for (let left = pick(3) ?? 0; left > 0; left -= 1) write(node.part);
    } else if (node.kind === 'choice') {
      const index = pick(node.parts.length);
      const cheapest = node.parts.toSorted((a, b) => costOf(a, costs) - costOf(b, costs))[0];
      const part = index === null ? cheapest : node.parts[index];
      if (part) write(part);
    } else if (node.name === 'word') pieces.push({ kind: 'word', text: WORDS[pick(WORDS.length) ?? 0] ?? 'a' });
    else if (node.name === 'string') pieces.push({ kind: 'string', text: STRINGS[pick(STRINGS.length) ?? 0] ?? `'a'` });
    else if (node.name === 'number') pieces.push({ kind: 'number', text: NUMBERS[pick(NUMBERS.length) ?? 0] ?? '0' });
    else write(ruleOf(rules, node.name));
  };
  write(ruleOf(rules, start));
  return pieces;
}

export function ruleOf(rules: Rules, name: string): Ebnf {
  const found = rules.get(name);
  if (!found) throw new Error(`There is no rule ${name}`);
  return found;
}

type Costs = ReadonlyMap<string, number>;
const known = new WeakMap<Rules, Costs>();

/** Returns the minimum number of tokens of each rule. */
function costsOf(rules: Rules): Costs {
  const found = known.get(rules);
  if (found) return found;
  const costs = new Map<string, number>([...rules.keys()].map((name) => [name, Number.POSITIVE_INFINITY]));
  for (let changed = true; changed; ) {
    changed = false;
    for (const [name, node] of rules) {
      const cost = costOf(node, costs);
      if (cost >= (costs.get(name) ?? 0)) continue;
      costs.set(name, cost);
      changed = true;
    }
  }
  known.set(rules, costs);
  return costs;
}

function costOf(node: Ebnf, costs: Costs): number {
  if (node.kind === 'literal') return 1;
  if (node.kind === 'rule') return costs.get(node.name) ?? 1;
  if (node.kind === 'sequence') return node.parts.reduce((sum, part) => sum + costOf(part, costs), 0);
  if (node.kind === 'choice') return Math.min(...node.parts.map((part) => costOf(part, costs)));
  return 0;
}
