import { diff3Merge, type MergeRegion } from 'node-diff3';

export type TextMerge =
  | { readonly kind: 'merged'; readonly text: string }
  /** Both changed the same lines: the text has both versions of them between markers. */
  | { readonly kind: 'conflict'; readonly text: string };

/** Lines that are compared at most; the comparison takes the square of their number. */
const MAX_LINES = 10_000;
/** Pairs of equal lines that are compared at most: a text of many empty lines has the square of their number. */
const MAX_PAIRS = 2_000_000;

/** Merges two texts that were changed from the same one, line by line. Line ends are kept as they are. */
export function mergeText(base: string, draft: string, published: string): TextMerge {
  if (draft === published || base === published) return { kind: 'merged', text: draft };
  if (base === draft) return { kind: 'merged', text: published };
  const lines = [draft, base, published].map(linesOf) as [string[], string[], string[]];
  const { head, tail } = trimCommon(lines);
  const [a, o, b] = lines;
  const parts = isComparable(a, o) && isComparable(b, o) ? diff3Merge(a, o, b).map(readRegion) : [{ a, o, b }];
  const middle = parts.flatMap((part) => (Array.isArray(part) ? part : marked(part)));
  return { kind: parts.every(Array.isArray) ? 'merged' : 'conflict', text: [...head, ...middle, ...tail].join('') };
}

/** Splits a text into lines that keep their line ends. */
const linesOf = (text: string): string[] => text.split(/(?<=\n)/).filter((line) => line !== '');

/** Takes the lines off that all three texts begin and end with. */
function trimCommon(texts: readonly [string[], string[], string[]]): { head: string[]; tail: string[] } {
  const [one, ...others] = texts;
  const shortest = Math.min(...texts.map(({ length }) => length));
  let start = 0;
  while (start < shortest && others.every((other) => other[start] === one[start])) start += 1;
  let end = 0;
  while (end < shortest - start && others.every((other) => other.at(-1 - end) === one.at(-1 - end))) end += 1;
  const parts = { head: one.slice(0, start), tail: end === 0 ? [] : one.slice(-end) };
  for (const text of texts) {
    text.splice(text.length - end, end);
    text.splice(0, start);
  }
  return parts;
}

function isComparable(one: readonly string[], other: readonly string[]): boolean {
  if (Math.max(one.length, other.length) > MAX_LINES) return false;
  const counts = new Map<string, number>();
  for (const line of one) counts.set(line, (counts.get(line) ?? 0) + 1);
  return other.reduce((sum, line) => sum + (counts.get(line) ?? 0), 0) <= MAX_PAIRS;
}

/** Lines that both changed: those of the draft, of the text before, and of the published script. */
type ChangedTwice = { readonly a: string[]; readonly o: string[]; readonly b: string[] };

/** The merged lines of a region, or the lines that both changed. */
const readRegion = ({ ok, conflict }: MergeRegion<string>): string[] | ChangedTwice => ok ?? conflict ?? [];

function marked({ a, o, b }: ChangedTwice): string[] {
  const parts = [a, o, b].map((lines) => {
    const text = lines.join('');
    return text === '' || text.endsWith('\n') ? text : `${text}\n`;
  });
  return ['<<<<<<< draft\n', parts[0], '||||||| base\n', parts[1], '=======\n', parts[2], '>>>>>>> published\n'].map(
    (part) => part ?? '',
  );
}
