/** A rule's right side as a tree. */
export type Ebnf =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'rule'; readonly name: string }
  | { readonly kind: 'sequence'; readonly parts: readonly Ebnf[] }
  | { readonly kind: 'choice'; readonly parts: readonly Ebnf[] }
  | { readonly kind: 'optional'; readonly part: Ebnf }
  | { readonly kind: 'repeated'; readonly part: Ebnf };

export type Rules = ReadonlyMap<string, Ebnf>;

const PIECE = /"([^"]*)"|[\w]+|[{}[\]()|]/g;

/** Reads the notation that the table of the grammar is written in. Throws for what is not balanced. */
export function readEbnf(text: string): Ebnf {
  const pieces = [...text.matchAll(PIECE)].map((match) => ({ text: match[0], literal: match[1] }));
  if (text.replace(PIECE, '').trim() !== '') throw new Error(`${text} contains invalid EBNF`);
  let at = 0;
  const choice = (close: string | null): Ebnf => {
    const options = [sequence()];
    while (pieces[at]?.text === '|') {
      at += 1;
      options.push(sequence());
    }
    if ((pieces[at]?.text ?? null) !== close) throw new Error(`${text}: ${close ?? 'the end'} is missing`);
    at += 1;
    const [only] = options;
    return only && options.length === 1 ? only : { kind: 'choice', parts: options };
  };
  const sequence = (): Ebnf => {
    const parts: Ebnf[] = [];
    for (let piece = pieces[at]; piece && !['|', ')', ']', '}'].includes(piece.text); piece = pieces[at]) {
      at += 1;
      if (piece.literal !== undefined) parts.push({ kind: 'literal', text: piece.literal });
      else if (piece.text === '(') parts.push(choice(')'));
      else if (piece.text === '[') parts.push({ kind: 'optional', part: choice(']') });
      else if (piece.text === '{') parts.push({ kind: 'repeated', part: choice('}') });
      else parts.push({ kind: 'rule', name: piece.text });
    }
    return { kind: 'sequence', parts };
  };
  return choice(null);
}

function partsOf(node: Ebnf): readonly Ebnf[] {
  if (node.kind === 'sequence' || node.kind === 'choice') return node.parts;
  return node.kind === 'optional' || node.kind === 'repeated' ? [node.part] : [];
}

/** Every literal, or every rule, that a tree names. */
export function namesIn(node: Ebnf, kind: 'literal' | 'rule'): readonly string[] {
  if (node.kind === 'literal') return kind === 'literal' ? [node.text] : [];
  if (node.kind === 'rule') return kind === 'rule' ? [node.name] : [];
  return partsOf(node).flatMap((part) => namesIn(part, kind));
}
