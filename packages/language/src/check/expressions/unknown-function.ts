import type { Fix, FixEdit } from '../../diagnostics/diagnostics.ts';
import { findFunctionHabit } from '../../diagnostics/habits/functions/registry.ts';
import { WORD_HABITS } from '../../diagnostics/habits/words.ts';
import { FUNCTIONS, findFunction } from '../../functions/registry.ts';
import { UNITS } from '../../functions/time.ts';
import { advise, closest } from '../../suggest/suggest.ts';
import type { Expression } from '../../syntax/tree/expression-tree.ts';
import type { Name } from '../../syntax/tree/name.ts';
import type { Typed } from '../../typed/typed.ts';
import { scalarType } from '../../typed/types.ts';
import type { Context } from '../context.ts';
import { failed, isFailed } from '../names/scope.ts';
import { isCastable } from '../types/casts.ts';
import { conversionAdvice } from '../types/coerce.ts';

type CallNode = Extract<Expression, { kind: 'call' }>;
type Parts = NonNullable<FixEdit['parts']>[number];

/** Expressions that stand behind an operator without brackets. */
const TIGHT: ReadonlySet<Expression['kind']> = new Set(['string', 'quoted', 'number', 'word', 'name', 'field', 'call']);

/** A letter by itself, one in quotation marks, or one that is called. */
const LETTER = /'([a-z])'|\b([a-z])\b(?=(\()?)/g;

/** The unit that an argument names, in quotation marks or not; null when it names none. */
export function unitIn(node: Expression | undefined): string | null {
  const text =
    node?.kind === 'name' ? node.name.text : node?.kind === 'string' || node?.kind === 'quoted' ? node.value : '';
  if (text === '') return null;
  const unit = text.toLowerCase().replace(/s$/, '');
  return UNITS.some((each) => each === unit) ? unit : null;
}

/**
 * Builds the replacement of a call from texts and source arguments. Null when an argument is not of the expected
 * kind.
 */
function replacementOf(
  { arguments: given }: CallNode,
  { letters, result }: { readonly letters: readonly string[]; readonly result: string },
): Parts[] | null {
  const parts: Parts[] = [];
  let from = 0;
  for (const match of result.matchAll(LETTER)) {
    const [whole, quoted, bare = '', called] = match;
    const argument = given[letters.indexOf(quoted ?? bare)];
    if (!argument) continue;
    parts.push(result.slice(from, match.index));
    from = match.index + whole.length;
    if (quoted !== undefined || called !== undefined) {
      const unit = unitIn(argument);
      if (unit === null) return null;
      parts.push(quoted === undefined ? unit : `'${unit}'`);
      continue;
    }
    const before = result.slice(0, match.index).trimEnd().at(-1) ?? '(';
    const behind = result.slice(from).trimStart().at(0) ?? ')';
    const loose = !('([,'.includes(before) && ')],'.includes(behind)) && !TIGHT.has(argument.kind);
    const { start, end } = argument;
    parts.push(loose ? '(' : '', { start, end }, loose ? ')' : '');
  }
  return [...parts, result.slice(from)];
}

/** Replaces a call by another expression over its arguments. */
export function rewriteOf(
  node: CallNode,
  rewrite: { readonly letters: readonly string[]; readonly result: string },
): Fix | undefined {
  if (node.over || node.modifiers || node.arguments.length !== rewrite.letters.length) return undefined;
  const parts = replacementOf(node, rewrite);
  if (parts === null) return undefined;
  const [name = ''] = rewrite.result.split('(', 1);
  const title = `Write ${/^\w+$/.test(name) && name.length > 1 ? name : rewrite.result}`;
  return { title, edits: [{ start: node.start, end: node.end, text: '', parts }] };
}

/** Whether a rewritten call depends on the day on which a week begins, which is not the same in all dialects. */
function dependsOnWeeks({ arguments: given }: CallNode, result: string): boolean {
  return /^date_(?:trunc|diff)\(/.test(result) && given.some((each) => unitIn(each) === 'week');
}

const MOMENTS: ReadonlySet<string> = new Set(['now()', 'today()']);

type Moment = { readonly name: Name; readonly here: string; readonly code: 'SBS2030' | 'SBS2032' };

/** The moment that a function or a word of a dialect means, what to write for it, and the code of the message. */
export function foreignMoment(node: Expression, { scope, aliases, program }: Context): Moment | null {
  if (node.kind === 'call' && node.arguments.length === 0 && !findFunction(node.name.text)) {
    const here = findFunctionHabit(node.name.text, 0)?.rewrite?.result ?? '';
    return MOMENTS.has(here) ? { name: node.name, here, code: 'SBS2030' } : null;
  }
  if (node.kind !== 'name' || node.name.quoted || node.constant) return null;
  const { text } = node.name;
  const here = Object.hasOwn(WORD_HABITS, text.toLowerCase()) ? WORD_HABITS[text.toLowerCase()] : undefined;
  if (here === undefined || !MOMENTS.has(here) || aliases.has(text)) return null;
  if (scope.has(text) || scope.isUncertain() || program.constants.has(text)) return null;
  return { name: node.name, here, code: 'SBS2032' };
}

/** Advice for a cast that the argument's type does not allow; null for any other replacement. */
function refusedCast(node: CallNode, result: string, context: Context): string | null {
  const [, name = ''] = /^cast\(a as (\w+)\)$/.exec(result) ?? [];
  const [argument] = node.arguments;
  const type = scalarType(name);
  if (!argument || !type) return null;
  const given = context.check(argument, context);
  return isFailed(given) || isCastable(given.type, type) ? null : conversionAdvice(given.type, type);
}

/** The unit of dateadd(unit, datediff(unit, 0, value), 0), by which T-SQL truncates; null for any other call. */
function truncationBy({ name, arguments: given }: CallNode): string | null {
  const [unit, difference, origin] = given;
  if (name.text.toLowerCase() !== 'dateadd' || origin?.kind !== 'number' || difference?.kind !== 'call') return null;
  if (difference.name.text.toLowerCase() !== 'datediff' || difference.arguments[1]?.kind !== 'number') return null;
  return unitIn(unit);
}

/** Reports a function that does not exist, with what to write for those of SQL dialects. */
export function reportUnknownFunction(node: CallNode, context: Context): Typed {
  const { name } = node;
  const habit = findFunctionHabit(name.text, node.arguments.length);
  if (habit) {
    const uncastable = habit.rewrite && refusedCast(node, habit.rewrite.result, context);
    if (uncastable) {
      context.report('SBS2030', name, { name: name.text, advice: uncastable });
      return failed(node);
    }
    const truncated = truncationBy(node);
    if (truncated !== null) {
      context.report('SBS2030', name, { name: name.text, advice: `Write date_trunc(value, '${truncated}').` });
      return failed(node);
    }
    const weeks = habit.rewrite !== undefined && dependsOnWeeks(node, habit.rewrite.result);
    const fix = weeks ? undefined : habit.rewrite && rewriteOf(node, habit.rewrite);
    const advice = weeks ? `${habit.advice} A 'week' starts on Monday.` : habit.advice;
    context.report('SBS2030', name, { name: name.text, advice }, fix);
    return failed(node);
  }
  // Only some functions accept over (…), and some require it.
  const fitting = FUNCTIONS.filter(({ kind }) =>
    node.over ? kind === 'window' || kind === 'aggregate' : kind !== 'window',
  );
  const names = fitting.map((each) => each.name);
  const near = closest(name.text, names);
  const edits = [{ start: name.start, end: name.end, text: near ?? '' }];
  const fix = near === null ? undefined : { title: `Write ${near}`, edits };
  context.report('SBS2007', name, { name: name.text, advice: advise(name.text, names, 'function') }, fix);
  return failed(node);
}
