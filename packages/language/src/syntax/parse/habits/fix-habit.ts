import type { Fix } from '../../../diagnostics/diagnostics.ts';
import type { SyntaxFixKind } from '../../../diagnostics/habits/syntax-habit.ts';
import { foreignType } from '../../../diagnostics/habits/types.ts';
import type { Span } from '../../../text/span.ts';
import { SYMBOL } from '../../tokens/codes.generated.ts';
import { bracketFix } from './bracket-fix.ts';
import type { Match } from './match-habit.ts';
import type { TokenView } from './token-view.ts';

/** A fix, with the span of the message where that differs from the marked part. */
type Fixed = { readonly fix?: Fix; readonly span?: Span };

const UNITS = ['year', 'quarter', 'month', 'week', 'day', 'hour', 'minute', 'second'];
/** A query may have this many tokens. */
const FAR = 1000;
/**
 * Parts of a date by the function that gives them. Dialects disagree on the first day of a week and its number, and on fractions of
 * seconds.
 */
const PARTS: Readonly<Record<string, string>> = {
  year: 'year',
  quarter: 'quarter',
  month: 'month',
  isoweek: 'week',
  isoyear: 'iso_year',
  day: 'day',
  doy: 'day_of_year',
  dayofyear: 'day_of_year',
  hour: 'hour',
  minute: 'minute',
};

function replaced(span: Span, title: string, text: string): Fix {
  return { title: `Write ${title}`, edits: [{ start: span.start, end: span.end, text }] };
}

/** Names of decimals. */
const EXACT: ReadonlySet<string> = new Set(['number', 'numeric', 'dec', 'decimal', 'bignumeric']);

/** `a::b::c`; a cast may follow a cast. */
function castFix(view: TokenView, { habit, first }: Match): Fixed {
  const colon = habit.pattern.startsWith('[:') ? first : view.code(first - 1) === SYMBOL.colon ? first - 1 : first;
  const operand = view.operandBefore(colon);
  if (operand < 0) return {};
  let text = view.source(operand, colon - 1);
  let at = colon;
  while (view.code(at) === SYMBOL.colon && view.code(at + 1) === SYMBOL.colon && view.isName(at + 2)) {
    const name = view.word(at + 2);
    const open = view.code(at + 3) === SYMBOL.roundOpen ? at + 3 : -1;
    const close = open < 0 ? at + 2 : view.closeOf(open);
    if (close < 0) return {};
    const type = open > 0 && EXACT.has(name) ? 'decimal' : (foreignType(name) ?? name);
    // Without digits, dialects disagree on those of a decimal; and on what becomes of halves of an integer.
    if ((EXACT.has(name) && open < 0) || type === 'integer') return {};
    text = `cast(${text} as ${type}${type === 'decimal' && open > 0 ? view.source(open, close) : ''})`;
    at = close + 1;
  }
  if (at === colon) return {};
  const end = view.end(at - 1);
  const span = { start: view.start(colon), end };
  return { span, fix: replaced({ start: view.start(operand), end }, 'cast(value as type)', text) };
}

/** `'it''s'`, which is two strings. */
function quoteFix(view: TokenView, { first }: Match): Fixed {
  let last = first;
  let text = view.source(first);
  const mark = text.charAt(0);
  while (view.isString(last + 1) && view.touches(last + 1) && view.source(last + 1).startsWith(mark)) {
    last += 1;
    text = `${text.slice(0, -1)}\\${view.source(last)}`;
  }
  const span = { start: view.start(first), end: view.end(last) };
  return last === first ? {} : { span, fix: replaced(span, `\\${mark}`, text) };
}

/** `extract(year from value)` */
function extractFix(view: TokenView, { open }: Match): Fixed {
  const close = view.closeOf(open);
  const part = PARTS[view.word(open + 1)];
  if (part === undefined || close < open + 4 || view.word(open + 2) !== 'from') return {};
  const span = { start: view.start(open - 1), end: view.end(close) };
  return { fix: replaced(span, part, `${part}(${view.source(open + 3, close - 1)})`) };
}

/** `substring(text from 2 for 3)` */
function substringFix(view: TokenView, { open }: Match): Fixed {
  const close = view.closeOf(open);
  if (close < 0) return {};
  const edits = [{ start: view.start(open - 1), end: view.end(open - 1), text: 'substr' }];
  for (let at = open + 1; at < close; at += 1) {
    const word = view.word(at);
    if (word === 'from' || word === 'for') edits.push({ start: view.end(at - 1), end: view.start(at + 1), text: ', ' });
  }
  return { fix: { title: 'Write substr', edits } };
}

/** The amount and the unit of an interval at a token, and where it ends. */
function intervalAt(view: TokenView, at: number): { amount: string; unit: string; last: number } | null {
  const [, amount, given] = /^(-?\d+)(?: +(\w+))?$/.exec(view.value(at + 1)) ?? [];
  if (amount === undefined) return null;
  const last = given === undefined ? at + 2 : at + 1;
  const unit = (given ?? view.word(at + 2)).toLowerCase().replace(/s$/, '');
  return UNITS.includes(unit) ? { amount, unit, last } : null;
}

/** `value + interval '7 days'`, or `date_add(value, interval 7 day)`. */
function intervalFix(view: TokenView, { first }: Match): Fixed {
  const sole = intervalAt(view, first);
  if (!sole) return {};
  const word = view.word(view.openBefore(first) - 1);
  if (view.code(first - 1) === SYMBOL.comma && (word === 'date_add' || word === 'date_sub')) {
    const span = { start: view.start(first), end: view.end(sole.last) };
    return { span, fix: replaced(span, `${sole.amount}, '${sole.unit}'`, `${sole.amount}, '${sole.unit}'`) };
  }
  const operand = view.operandBefore(first - 1);
  if (operand < 0) return {};
  let text = view.source(operand, first - 2);
  let at = first;
  let end = -1;
  for (let each = intervalAt(view, at); each && view.word(at) === 'interval'; each = intervalAt(view, at)) {
    const sign = view.code(at - 1);
    if (sign !== SYMBOL.plus && sign !== SYMBOL.minus) break;
    text = `${sign === SYMBOL.plus ? 'date_add' : 'date_sub'}(${text}, ${each.amount}, '${each.unit}')`;
    end = each.last;
    at = each.last + 2;
  }
  if (end < 0) return {};
  const span = { start: view.start(first - 1), end: view.end(end) };
  return { span, fix: replaced({ ...span, start: view.start(operand) }, 'date_add', text) };
}

/** `select top 10`, which is `limit 10` at the end. */
function limitFix(view: TokenView, { first, last, captured: [number = last] }: Match): Fixed {
  if (view.word(last + 1) === 'percent') return {};
  let at = last;
  for (let depth = 0; depth > 0 || view.code(at) !== SYMBOL.semicolon; at += 1) {
    if (at > last + FAR || view.isEnd(at) || (depth === 0 && view.word(at) === 'limit')) return {};
    if (view.code(at) === SYMBOL.roundOpen) depth += 1;
    if (view.code(at) === SYMBOL.roundClose) depth -= 1;
  }
  const limit = `limit ${view.value(number)}`;
  const edits = [
    { start: view.start(first), end: view.start(last + 1), text: '' },
    { start: view.end(at - 1), end: view.end(at - 1), text: ` ${limit}` },
  ];
  return { fix: { title: `Write ${limit}`, edits } };
}

function renameFix(view: TokenView, { habit, open }: Match): Fixed {
  const span = { start: view.start(open - 1), end: view.end(open - 1) };
  return { span, fix: replaced(span, habit.write ?? '', habit.write ?? '') };
}

/** Aggregates of ordered values by the name that they have here. */
const ORDERED: Readonly<Record<string, string>> = {
  listagg: 'string_agg',
  string_agg: 'string_agg',
  group_concat: 'string_agg',
  array_agg: 'array_agg',
};

/** `listagg(text, ',') within group (order by value)` */
function withinFix(view: TokenView, { first }: Match): Fixed {
  const close = first - 1;
  const open = view.openBefore(close);
  const name = ORDERED[view.word(open - 1)];
  const end = view.closeOf(first + 2);
  if (name === undefined || end < 0) return {};
  const order = view.source(first + 3, end - 1);
  const edits = [
    { start: view.start(open - 1), end: view.end(open - 1), text: name },
    { start: view.start(close), end: view.end(end), text: ` ${order})` },
  ];
  return {
    span: { start: view.start(first), end: view.end(end) },
    fix: { title: `Write ${name}(… order by …)`, edits },
  };
}

/** `percentile_cont(0.9) within group (order by value)` */
function percentileFix(view: TokenView, { first }: Match): Fixed {
  const open = view.openBefore(first - 1);
  const end = view.closeOf(first + 2);
  // Behind order by; a direction would turn the fraction around.
  if (open < 1 || end < first + 6 || ['asc', 'desc'].includes(view.word(end - 1))) return {};
  const span = { start: view.start(open - 1), end: view.end(end) };
  const text = `percentile(${view.source(first + 5, end - 1)}, ${view.source(open + 1, first - 2)})`;
  return { span, fix: replaced(span, 'percentile', text) };
}

/** `(a, b)`, also behind a word in whose place another is written. */
function unbracketFix(view: TokenView, { habit, first, last }: Match): Fixed {
  const inside = view.code(last) === SYMBOL.comma;
  const open = inside ? view.openBefore(last) : view.code(last) === SYMBOL.roundOpen ? last : last + 1;
  const close = view.closeOf(open);
  const start = view.start(inside ? open : first);
  if (close < open + 2 || ['desc', 'nulls'].includes(view.word(close + 1))) return {};
  for (let at = open + 1; at < close; at += 1)
    if (!view.isName(at) && !view.isString(at) && view.code(at) !== SYMBOL.comma) return {};
  const list = view.source(open + 1, close - 1);
  const text = habit.write === undefined ? list : `${habit.write} ${list}`;
  const span = { start, end: view.end(close) };
  return { span, fix: replaced(span, text, text) };
}

/** Tokens before a value that `is` belongs to alone. */
const BEFORE_TRUTH = new Set(['where', 'and', 'or', 'not', 'on', 'having', 'when', 'select', '(', ',', '?', ':']);

/** `condition is true`, which is never null. */
function truthFix(view: TokenView, { first, last }: Match): Fixed {
  const operand = view.operandBefore(first);
  if (operand < 0 || !BEFORE_TRUTH.has(view.word(operand - 1))) return {};
  const value = view.source(operand, first - 1);
  const negated = view.word(first + 1) === 'not';
  const wanted = view.word(last) === 'true';
  const text = negated
    ? wanted
      ? `(not coalesce(${value}, false))`
      : `coalesce(${value}, true)`
    : `coalesce(${wanted ? '' : 'not '}${value}, false)`;
  const span = { start: view.start(operand), end: view.end(last) };
  return { fix: replaced(span, text, text) };
}

const FIXES: Readonly<Record<SyntaxFixKind, (view: TokenView, match: Match) => Fixed>> = {
  'bracket-queries': bracketFix,
  cast: castFix,
  'doubled-quote': quoteFix,
  extract: extractFix,
  interval: intervalFix,
  'limit-at-end': limitFix,
  percentile: percentileFix,
  'rename-call': renameFix,
  substring: substringFix,
  truth: truthFix,
  unbracket: unbracketFix,
  'within-group': withinFix,
};

/** The fix of a habit where it has one, and what its message is about. */
export function fixOf(view: TokenView, match: Match): { readonly fix?: Fix; readonly span: Span } {
  const { habit, first, last, captured } = match;
  const marked = { start: view.start(first), end: view.end(last) };
  if (habit.fix) return { span: marked, ...FIXES[habit.fix](view, match) };
  if (habit.write === undefined) return { span: marked };
  const text = habit.write.replace(/\$(\d)/g, (_, number: string) =>
    view.source(captured[Number(number) - 1] ?? first),
  );
  const title = text === '' ? `Remove ${view.source(first, last)}` : `Write ${text}`;
  return { span: marked, fix: { title, edits: [{ ...marked, text }] } };
}
