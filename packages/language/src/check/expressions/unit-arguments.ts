import type { Fix } from '../../diagnostics/diagnostics.ts';
import type { Signature } from '../../functions/signature.ts';
import type { Expression } from '../../syntax/tree/expression-tree.ts';
import type { Span } from '../../text/span.ts';
import type { Context } from '../context.ts';
import { rewriteOf, unitIn } from './unknown-function.ts';

type CallNode = Extract<Expression, { kind: 'call' }>;

/** Functions as SQL dialects call them, with the unit first. */
const UNIT_FIRST: Readonly<Record<string, { readonly letters: readonly string[]; readonly result: string }>> = {
  date_add: { letters: ['u', 'n', 'a'], result: "date_add(a, n, 'u')" },
  date_sub: { letters: ['u', 'n', 'a'], result: "date_sub(a, n, 'u')" },
  date_diff: { letters: ['u', 'a', 'b'], result: "date_diff(a, b, 'u')" },
  date_trunc: { letters: ['u', 'a'], result: "date_trunc(a, 'u')" },
};

/** Whether the last argument of a function is a unit of time. */
export function takesUnit({ parameters }: Signature): boolean {
  return parameters[parameters.length - 1]?.type === 'unit';
}

/** The unit of BigQuery's `week(monday)` and its kind, and of `isoweek`. */
function unitOfCall(node: Expression | undefined): string | null {
  if (node?.kind === 'name' && node.name.text.toLowerCase() === 'isoweek') return 'week';
  return node?.kind === 'call' && node.name.text.toLowerCase() === 'week' && node.arguments.length === 1
    ? 'week'
    : null;
}

/** Where a week begins is not the same in all dialects. */
const WEEK = "Write 'week' in quotation marks: it starts on Monday.";

/** Reports a unit that is the first argument, or is not in quotation marks. Gives false when there is neither. */
export function reportUnit(node: CallNode, { parameters }: Signature, context: Context): boolean {
  const { scope, report } = context;
  const name = node.name.text;
  for (let index = 0; index < node.arguments.length; index += 1) {
    const argument = node.arguments[index];
    const unit = argument && (unitIn(argument) ?? unitOfCall(argument));
    if (!unit) continue;
    const bare = argument.kind === 'name';
    const last = parameters[index]?.type === 'unit';
    // A unit is a constant: a column cannot stand in its place.
    if (
      (bare && !last && scope.has(argument.name.text)) ||
      (last && !bare && argument.kind !== 'call') ||
      (index > 0 && !last)
    )
      continue;
    const swapped = last ? undefined : UNIT_FIRST[name];
    if (!last && !swapped) continue;
    const written = argument.kind === 'name' ? argument.name.text : argument.kind === 'call' ? 'week(…)' : unit;
    const { advice, fix } = last ? unitBehind(node, argument, unit) : unitBefore(node, swapped);
    const values = { value: written, parameter: parameters[index]?.name ?? 'argument', name, advice };
    report('SBS3020', argument, values, fix);
    return true;
  }
  return false;
}

type Advised = { readonly advice: string; readonly fix?: Fix | undefined };

/** A unit without quotation marks, as BigQuery writes it: its `date_diff` counts from the second moment to the first. */
function unitBehind(node: CallNode, argument: Expression, unit: string): Advised {
  const [first, second] = node.arguments;
  if (node.name.text === 'date_diff' && first && second) {
    const parts = ['date_diff(', placeOf(second), ', ', placeOf(first), `, '${unit}')`];
    const fix = { title: 'Write date_diff', edits: [{ start: node.start, end: node.end, text: '', parts }] };
    const advice = `Write date_diff(from, to, '${unit}'): it counts from the first to the second.`;
    return { advice, fix: unit === 'week' ? undefined : fix };
  }
  const monday = argument.kind === 'call' && argument.arguments[0]?.kind === 'name' && argument.arguments[0].name.text;
  const iso = argument.kind === 'name' && argument.name.text.toLowerCase() === 'isoweek';
  const sure = unit !== 'week' || name(node) !== 'date_trunc' || iso || String(monday).toLowerCase() === 'monday';
  const edits = [{ start: argument.start, end: argument.end, text: `'${unit}'` }];
  const advice = unit === 'week' ? WEEK : `Write '${unit}' in quotation marks.`;
  return { advice, fix: sure ? { title: `Write '${unit}'`, edits } : undefined };
}

const name = (node: CallNode): string => node.name.text;
const placeOf = ({ start, end }: Expression): Span => ({ start, end });

/** A unit before the moments. Dialects that write it so count whole units, not starts of units, between two. */
function unitBefore(node: CallNode, swapped: Parameters<typeof rewriteOf>[1] | undefined): Advised {
  const counts = name(node) === 'date_diff';
  const advice = counts
    ? 'The unit is the last argument, in quotation marks; the starts of units between both are counted.'
    : 'The unit is the last argument, in quotation marks.';
  return { advice, fix: swapped && !counts ? rewriteOf(node, swapped) : undefined };
}
