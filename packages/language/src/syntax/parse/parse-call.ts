import type { Fix } from '../../diagnostics/diagnostics.ts';
import { foreignType } from '../../diagnostics/habits/types.ts';
import type { Span } from '../../text/span.ts';
import { scalarType } from '../../typed/types.ts';
import { SYMBOL, TOKEN, WORD } from '../tokens/codes.generated.ts';
import { exact } from '../tree/exact.ts';
import type { Expression, FieldNode } from '../tree/expression-tree.ts';
import type { TypeNode } from '../tree/schema-tree.ts';
import type { Cursor } from './cursor.ts';
import { measured } from './height.ts';
import { atInside, parseFilter, parseInside, parseNullsBehind } from './parse-modifiers.ts';
import { refuseQuery } from './parse-nested.ts';
import { parseType } from './parse-schema.ts';
import { parseWindow } from './parse-window.ts';

/** Parses an expression. Passed in, because expressions contain calls. */
type Parse = (cursor: Cursor) => Expression;

/**
 * Expressions between brackets, a trailing comma allowed; `open` is the opening bracket, which has been taken. The cursor's
 * height is then that of the tallest.
 */
export function parseItems(cursor: Cursor, open: number, close: number, parse: Parse): readonly Expression[] {
  const items: Expression[] = [];
  let tallest = 0;
  if (cursor.at(WORD.select)) refuseQuery(cursor);
  while (!cursor.at(close)) {
    items.push(parse(cursor));
    tallest = Math.max(tallest, cursor.height);
    if (!cursor.take(SYMBOL.comma)) break;
  }
  cursor.expectClose(open, 'Separate the values by commas.');
  cursor.height = tallest;
  return exact(items);
}

/** The arguments of a call up to its modifiers or its bracket, a trailing comma allowed. */
function parseArguments(cursor: Cursor, parse: Parse): readonly Expression[] {
  const items: Expression[] = [];
  let tallest = 0;
  if (cursor.at(WORD.select)) refuseQuery(cursor);
  while (!cursor.at(SYMBOL.roundClose) && !(items.length > 0 && atInside(cursor))) {
    items.push(parse(cursor));
    tallest = Math.max(tallest, cursor.height);
    if (!cursor.take(SYMBOL.comma)) break;
  }
  cursor.height = tallest;
  return exact(items);
}

/** `cast(value as type)`; the cursor is at `cast` or `try_cast`. */
export function parseCast(cursor: Cursor, word: typeof WORD.cast | typeof WORD.try_cast, parse: Parse): Expression {
  const { start, index } = cursor;
  cursor.take(word);
  cursor.expect(SYMBOL.roundOpen);
  const operand = parse(cursor);
  const lenient = word === WORD.try_cast;
  cursor.expect(WORD.as, `A cast is written ${lenient ? 'try_cast' : 'cast'}(value as type).`);
  const type = parseType(cursor);
  cursor.expectClose(index + 1);
  return measured(cursor, cursor.height, { kind: 'cast', operand, type, lenient, start, end: cursor.end });
}

/** The type that a dialect means by a name; null for one that is not known. */
function knownType(type: TypeNode): TypeNode | null {
  if (type.kind !== 'named') return type;
  const foreign = foreignType(type.name);
  const isDecimal = foreign === 'decimal' || (foreign !== undefined && type.name.toLowerCase() === 'number');
  if (isDecimal && type.arguments.length > 0) return { ...type, name: 'decimal' };
  if (foreign !== undefined) return { ...type, name: foreign, arguments: [] };
  return scalarType(type.name) || type.name === 'decimal' ? type : null;
}

/** `value::type`, which is reported and read as the cast that it means, so that the rest of the query is checked. */
export function parseForeignCast(cursor: Cursor, value: Expression): Expression {
  if (!cursor.reportedHabit()) return cursor.fail('an operator');
  const tall = cursor.height;
  let cast = value;
  while (cursor.at(SYMBOL.colon) && cursor.ahead(SYMBOL.colon, 1)) {
    cursor.next();
    cursor.next();
    const type = knownType(parseType(cursor));
    const { end } = cursor;
    if (type)
      cast = measured(cursor, tall, { kind: 'cast', operand: cast, type, lenient: false, start: value.start, end });
  }
  return cast;
}

/** `record(value as name, …)`; the cursor is at `record`. */
export function parseRecord(cursor: Cursor, parse: Parse): Expression {
  const { start, index } = cursor;
  const fields: FieldNode[] = [];
  let tallest = 0;
  cursor.take(WORD.record);
  cursor.expect(SYMBOL.roundOpen);
  if (cursor.at(WORD.select)) refuseQuery(cursor);
  do {
    const value = parse(cursor);
    tallest = Math.max(tallest, cursor.height);
    const name = cursor.take(WORD.as) ? cursor.expectName('a name for the field') : null;
    fields.push({ value, name, start: value.start, end: cursor.end });
  } while (cursor.take(SYMBOL.comma) && !cursor.at(SYMBOL.roundClose));
  cursor.expectClose(index + 1, 'Separate the fields by commas.');
  return measured(cursor, tallest, { kind: 'record', fields: exact(fields), start, end: cursor.end });
}

/** `columns("regex")` */
export function parseColumns(cursor: Cursor): Expression {
  const { start, index } = cursor;
  cursor.patterns += 1;
  cursor.take(WORD.columns);
  cursor.expect(SYMBOL.roundOpen);
  const at = cursor.index;
  if (!cursor.atText) cursor.fail('a regular expression in quotation marks');
  cursor.next();
  cursor.expectClose(index + 1);
  const patternSpan = cursor.spanOf(at);
  return measured(cursor, 0, { kind: 'columns', pattern: cursor.textOf(at), patternSpan, start, end: cursor.end });
}

/** `within group (order by …)` behind a call whose distinct was reported. */
function passGroup(cursor: Cursor): void {
  const { index } = cursor;
  if (cursor.textOf(index).toLowerCase() !== 'within' || !cursor.ahead(SYMBOL.roundOpen, 2)) return;
  for (let depth = 0; ; cursor.next()) {
    if (cursor.at(SYMBOL.semicolon) || cursor.at(TOKEN.end)) return;
    if (cursor.at(SYMBOL.roundOpen)) depth += 1;
    if (cursor.at(SYMBOL.roundClose)) depth -= 1;
    if (depth === 0 && cursor.index > index + 1) break;
  }
  cursor.next();
}

/** `name(value, …)` with its window if it has one. */
export function parseCall(cursor: Cursor, parse: Parse): Expression {
  const { start, index } = cursor;
  cursor.next();
  const name = { text: cursor.textOf(index), quoted: false, start, end: cursor.end };
  const open = cursor.index;
  cursor.expect(SYMBOL.roundOpen);
  const before = cursor.index;
  const distinct =
    cursor.at(WORD.distinct) &&
    !cursor.ahead(SYMBOL.comma, 1) &&
    !cursor.ahead(SYMBOL.roundClose, 1) &&
    cursor.take(WORD.distinct);
  // count(*) is accepted as count(), because it is common in SQL.
  if (cursor.at(SYMBOL.star) && cursor.ahead(SYMBOL.roundClose, 1) && name.text === 'count') cursor.next();
  const items = parseArguments(cursor, parse);
  let tallest = cursor.height;
  let inside = parseInside(cursor, parse);
  tallest = Math.max(tallest, cursor.height);
  cursor.expectClose(open, 'Separate the values by commas.');
  if (distinct) adviseDistinct(cursor, name, cursor.spanOf(before), items);
  if (distinct) passGroup(cursor);
  // The message about distinct says what to write in place of the name, too.
  const called = distinct ? { ...name, text: name.text.toLowerCase() } : name;
  const given = distinct ? keptOf(name.text, items) : items;
  // Otherwise it belongs to the call around this one.
  const behind = cursor.at(WORD.ignore) && cursor.ahead(WORD.nulls, 1) && cursor.ahead(WORD.over, 2);
  if (behind) inside = parseNullsBehind(cursor, inside);
  const filtered = cursor.at(WORD.filter) && cursor.ahead(SYMBOL.roundOpen, 1);
  const modifiers = filtered ? parseFilter(cursor, inside, parse) : inside;
  if (filtered) tallest = Math.max(tallest, cursor.height);
  const windowed = cursor.at(WORD.over) && cursor.ahead(SYMBOL.roundOpen, 1);
  const over = windowed ? parseWindow(cursor, parse) : null;
  if (windowed) tallest = Math.max(tallest, cursor.height);
  return measured(cursor, tallest, {
    kind: 'call',
    name: called,
    arguments: given,
    modifiers,
    over,
    ...(distinct && { distinct }),
    start,
    end: cursor.end,
  });
}

const OWN_TABLE = 'Select distinct values in a table of its own, and aggregate that.';
const JOINED = "Write list_join(list_sort(list_distinct(array_agg(text))), ',').";
/** Other ways to aggregate distinct values. */
const DISTINCT: Readonly<Record<string, string>> = {
  count: 'Write count_distinct(…).',
  array_agg: 'Write list_distinct(array_agg(value)).',
  string_agg: JOINED,
  group_concat: JOINED,
  listagg: JOINED,
  min: 'Remove distinct: the result is the same.',
  max: 'Remove distinct: the result is the same.',
};

const ROWS = 'Select distinct rows in a table of its own, and count() them.';
const SEVERAL = 'Write count_distinct(record(a as a, b as b)) filter (where a is not null and b is not null).';

/** The distinct combinations of several columns without null, as dialects count them. */
function severalFix(cursor: Cursor, name: Span, items: readonly Expression[], end: number): Fix | undefined {
  const names = items.flatMap((item) => (item.kind === 'name' ? [item.name.text] : []));
  if (names.length < items.length || new Set(names).size < names.length) return undefined;
  if (cursor.at(WORD.filter) || cursor.at(WORD.over)) return undefined;
  const fields = names.map((each) => `${each} as ${each}`).join(', ');
  const filter = names.map((each) => `${each} is not null`).join(' and ');
  const text = `count_distinct(record(${fields})) filter (where ${filter})`;
  return { title: 'Write count_distinct(record(…))', edits: [{ start: name.start, end, text }] };
}

/** The arguments that are left when distinct with several was reported, so that their number is not. */
function keptOf(name: string, items: readonly Expression[]): readonly Expression[] {
  return DISTINCT[name.toLowerCase()] === JOINED ? items : items.slice(0, 1);
}

function adviseDistinct(
  cursor: Cursor,
  name: Span & { text: string },
  distinct: Span,
  items: readonly Expression[],
): void {
  const lower = name.text.toLowerCase();
  const [first, second] = items;
  if (lower === 'count' && (!first || second)) {
    const fix = second ? severalFix(cursor, name, items, cursor.end) : undefined;
    cursor.report('SBS1016', distinct, { name: name.text, advice: second ? SEVERAL : ROWS }, fix);
    return;
  }
  const edits = [
    { start: name.start, end: name.end, text: 'count_distinct' },
    { start: distinct.start, end: first?.start ?? distinct.end, text: '' },
  ];
  const fix = lower === 'count' ? { title: 'Write count_distinct', edits } : undefined;
  const advice = Object.hasOwn(DISTINCT, lower) ? (DISTINCT[lower] ?? '') : OWN_TABLE;
  cursor.report('SBS1016', distinct, { name: name.text, advice }, fix);
}
