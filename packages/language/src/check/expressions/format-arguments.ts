import { quotedText } from '../../syntax/tokens/written-name.ts';
import type { Expression } from '../../syntax/tree/expression-tree.ts';
import type { Context } from '../context.ts';

type CallNode = Extract<Expression, { kind: 'call' }>;

/** Tokens of our formats by those of strftime, where both write the same text. */
const TOKENS: Readonly<Record<string, string>> = {
  Y: 'YYYY',
  y: 'YY',
  m: 'MM',
  d: 'dd',
  H: 'HH',
  M: 'mm',
  S: 'ss',
  F: 'YYYY-MM-dd',
};

/** The format that writes what one of strftime does; null where it has other tokens, or letters beside them. */
export function translatedFormat(format: string): string | null {
  const left = format.replace(/%([YymdHMSF])/g, '');
  if (/[%A-Za-z]/.test(left)) return null;
  return format.replace(/%([YymdHMSF])/g, (_, token: string) => TOKENS[token] ?? '');
}

/** Functions of a value and a format, which BigQuery calls with the format first. */
const FORMATTED: ReadonlySet<string> = new Set(['format_date', 'parse_date', 'parse_datetime']);

/** Reports a format that stands before the value. */
export function reportFormatFirst(node: CallNode, name: string, { report }: Context): boolean {
  if (!FORMATTED.has(name)) return false;
  const [first, second] = node.arguments;
  if (!first || !second || (first.kind !== 'string' && first.kind !== 'quoted') || !first.value.includes('%'))
    return false;
  if (second.kind === 'string') return false;
  const format = translatedFormat(first.value);
  const written = quotedText(format ?? 'YYYY-MM-dd', "'");
  const advice = `The format is the second argument, in other tokens: ${name}(value, ${written}).`;
  const parts = [`${name}(`, { start: second.start, end: second.end }, `, ${written})`];
  // Reading is stricter here: a day of one digit is not read as dd.
  const fix =
    format === null || name !== 'format_date'
      ? undefined
      : { title: `Write ${name}(value, ${written})`, edits: [{ start: node.start, end: node.end, text: '', parts }] };
  report('SBS3020', first, { value: first.value, parameter: 'value', name, advice }, fix);
  return true;
}
