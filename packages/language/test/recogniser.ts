import type { Ebnf, Rules } from './ebnf.ts';
import { type Piece, ruleOf } from './sentence.ts';

/** Whether a token may stand for what has no rule, such as a word, at its place. */
export type Fits = (rule: string, pieces: readonly Piece[], at: number) => boolean;

/** Whether pieces are a sentence of a rule: every way through the grammar is tried, each once. */
export function isSentence(rules: Rules, start: string, pieces: readonly Piece[], fits: Fits): boolean {
  const found = new Map<Ebnf, Map<number, ReadonlySet<number>>>();
  const endsOf = (node: Ebnf, at: number): ReadonlySet<number> => {
    const known = found.get(node)?.get(at);
    if (known) return known;
    const ends = search(node, at);
    found.set(node, (found.get(node) ?? new Map<number, ReadonlySet<number>>()).set(at, ends));
    return ends;
  };
  const after = (node: Ebnf, starts: ReadonlySet<number>): Set<number> =>
    new Set([...starts].flatMap((start) => [...endsOf(node, start)]));
  const search = (node: Ebnf, at: number): ReadonlySet<number> => {
    if (node.kind === 'literal') return new Set(isLiteral(pieces[at], node.text) ? [at + 1] : []);
    if (node.kind === 'sequence')
      return node.parts.reduce<ReadonlySet<number>>((starts, part) => after(part, starts), new Set([at]));
    if (node.kind === 'choice') return new Set(node.parts.flatMap((part) => [...endsOf(part, at)]));
    if (node.kind === 'optional') return new Set([at, ...endsOf(node.part, at)]);
    if (node.kind === 'repeated') {
      const ends = new Set([at]);
      for (let fresh = new Set([at]); fresh.size > 0; ) {
        fresh = new Set([...after(node.part, fresh)].filter((end) => !ends.has(end)));
        for (const end of fresh) ends.add(end);
      }
      return ends;
    }
    if (!rules.has(node.name)) return new Set(at < pieces.length && fits(node.name, pieces, at) ? [at + 1] : []);
    return endsOf(ruleOf(rules, node.name), at);
  };
  return endsOf(ruleOf(rules, start), 0).has(pieces.length);
}

function isLiteral(piece: Piece | undefined, text: string): boolean {
  return piece !== undefined && piece.kind !== 'string' && piece.text === text;
}
