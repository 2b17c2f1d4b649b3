import type { ColumnType } from '@switchboard/model/schema';
import { dateReader, datetimeReader } from '@switchboard/model/values/time-text';
import type { Fix } from '../../diagnostics/diagnostics.ts';
import type { FunctionSpec } from '../../functions/function-spec.ts';
import { readLiteral } from '../../functions/read-literal.ts';
import { quotedText } from '../../syntax/tokens/written-name.ts';
import type { Typed } from '../../typed/typed.ts';
import { isNumeric, isScalar, MAXIMUM_DIGITS, shown } from '../../typed/types.ts';
import type { Context } from '../context.ts';

/** The text of a value that is the same in every row: a string, or strings that are joined; null for others. */
export function fixedText(node: Typed): string | null {
  if (node.kind === 'constant') {
    if (typeof node.value !== 'string') return null;
    return node.type.kind === 'string' || node.type.kind === 'integer' ? node.value : null;
  }
  if (node.kind === 'cast') return node.type.kind === 'string' ? fixedText(node.operand) : null;
  const joined = node.kind === 'operator' && node.operator === '||' ? node.operands : null;
  const parts = node.kind === 'call' && node.function === 'concat' ? node.arguments : joined;
  if (parts === null) return null;
  const texts = parts.map(fixedText);
  return texts.includes(null) ? null : texts.join('');
}

/** The number that a constant is, negated or not; null for others. */
function fixedNumber(node: Typed): number | null {
  if (node.kind === 'operator' && node.operator === 'negate') {
    const value = node.operands[0] ? fixedNumber(node.operands[0]) : null;
    return value === null ? null : -value;
  }
  if (node.kind === 'cast') return isNumeric(node.type) ? fixedNumber(node.operand) : null;
  return node.kind === 'constant' && typeof node.value === 'string' && isNumeric(node.type) ? Number(node.value) : null;
}

/** Formats of days that people write, each with a separator of its own or an order of its own. */
const DAY_FORMATS = [
  ...['dd/MM/YYYY', 'MM/dd/YYYY', 'dd.MM.YYYY', 'MM.dd.YYYY', 'dd-MM-YYYY', 'MM-dd-YYYY'],
  ...[
    'YYYYMMdd',
    'YYYY/MM/dd',
    'YYYY.MM.dd',
    'd MMM YYYY',
    'd MMMM YYYY',
    'MMM d, YYYY',
    'MMMM d, YYYY',
    'dd-MMM-YYYY',
  ],
];
const CLOCKS = [' HH:mm:ss', ' HH:mm', ' hh:mm a'];

/** The formats that a text can be read by. */
function formatsOf(text: string, kind: 'date' | 'datetime'): readonly string[] {
  if (kind === 'date') return DAY_FORMATS.filter((format) => dateReader(format)(text).fits);
  return DAY_FORMATS.flatMap((format) => CLOCKS.map((clock) => `${format}${clock}`)).filter(
    (format) => datetimeReader(format)(text).fits,
  );
}

const TEMPLATE = /\{\{|\{%/;

/** The problem of a text that cannot be read as a type, with advice; `written` replaces the call or the text. */
type Misreading = { readonly reason: string; readonly advice: string; readonly written: string | null };

const ISO: Readonly<Record<string, string>> = { date: 'YYYY-MM-DD', datetime: 'YYYY-MM-DD HH:mm:ss' };

/** Why a text of the script cannot be read as a type; null when it is one. */
export function misreading(text: string, type: ColumnType): Misreading | null {
  const reading = readLiteral(text, type);
  if (reading.fits) return null;
  if (TEMPLATE.test(text)) {
    const advice = "Templates are not filled in. Declare let name is '…'; and write the name.";
    return { reason: 'it is a template', advice, written: null };
  }
  if (type.kind !== 'date' && type.kind !== 'datetime')
    return { reason: reading.reason, advice: 'Correct it.', written: null };
  const clock = { now: 'now()', today: 'today()', current_date: 'today()' }[text.trim().toLowerCase()];
  if (clock !== undefined) {
    const advice = `Write ${type.kind === 'date' ? 'today()' : clock}.`;
    return { reason: 'it is a word', advice, written: null };
  }
  if (/^\d{4}-\d{2}-\d{2}$/.test(text.trim()))
    return { reason: 'there is no such day', advice: 'Correct it.', written: null };
  const [format, ...others] = formatsOf(text, type.kind);
  if (format !== undefined && others.length === 0) {
    const written = `parse_${type.kind}(${quotedText(text, "'")}, '${format}')`;
    return { reason: `it is not written as ${ISO[type.kind]}`, advice: `Write ${written}.`, written };
  }
  if (type.kind === 'date' && readLiteral(text, { kind: 'datetime' }).fits)
    return { reason: reading.reason, advice: `Write datetime(${quotedText(text, "'")}).`, written: null };
  const advice = `Write it as ${ISO[type.kind]}.`;
  return { reason: reading.reason, advice, written: null };
}

/** Whether a number has no counterpart in a type. */
function isBeyond(value: number, type: ColumnType): boolean {
  switch (type.kind) {
    case 'integer':
      return Math.abs(value) > 2 ** 63;
    case 'decimal':
      return Math.abs(value) >= 10 ** (type.precision - type.scale);
    case 'boolean':
      return value !== 0 && value !== 1;
    default:
      return false;
  }
}

/** A reason behind a colon, unless it only repeats the type. */
function because(reason: string, type: ColumnType): string {
  return new RegExp(`^not an? ${type.kind}$`, 'i').test(reason) || /^not (?:JSON|a number)$/.test(reason)
    ? ''
    : `: ${reason.replace(/^(?=has |does )/, 'it ')}`;
}

function replacedCall(node: Typed['span'], written: string | null): Fix | undefined {
  if (written === null) return undefined;
  return { title: `Write ${written}`, edits: [{ start: node.start, end: node.end, text: written }] };
}

/**
 * Reports a conversion whose argument is fixed and has no counterpart in the type, so that it is null in every row.
 * @param node the whole conversion, which the fix replaces
 */
function reportUnreadable(value: Typed, type: ColumnType, node: Typed['span'], { report }: Context): boolean {
  const text = value.type.kind === 'string' ? fixedText(value) : null;
  const wrong = text === null ? null : misreading(text, type);
  if (text !== null && wrong) {
    const { reason, advice, written } = wrong;
    const values = { value: text, type: shown(type), reason: because(reason, type), advice };
    report('SBS3070', value.span, values, replacedCall(node, written));
    return true;
  }
  const number = fixedNumber(value);
  if (number === null || !isBeyond(number, type)) return false;
  const reason = type.kind === 'boolean' ? 'only 1 and 0 are' : 'it is too large';
  report('SBS3070', value.span, {
    value: String(number),
    type: shown(type),
    reason: `: ${reason}`,
    advice: 'Correct it.',
  });
  return true;
}

const PARTS: Readonly<Record<string, readonly (readonly [name: string, low: number, high: number])[]>> = {
  make_date: [
    ['year', 1, 9999],
    ['month', 1, 12],
    ['day', 1, 31],
  ],
  make_time: [
    ['hour', 0, 23],
    ['minute', 0, 59],
    ['second', 0, 59],
  ],
  make_datetime: [
    ['year', 1, 9999],
    ['month', 1, 12],
    ['day', 1, 31],
    ['hour', 0, 23],
    ['minute', 0, 59],
    ['second', 0, 59],
  ],
};

/** The first and the last second that a datetime can be. */
const SECONDS = [-62_135_596_800, 253_402_300_799] as const;

/** Reports a function that makes a moment of fixed values, where there is no such moment. */
function reportNoMoment(name: string, args: readonly Typed[], { report }: Context): boolean {
  const [first, second, third] = args;
  const refuse = (node: Typed | undefined, value: string, reason: string, advice = 'Correct it.'): boolean => {
    const type = name === 'make_time' ? 'time' : /date$/.test(name) ? 'date' : 'datetime';
    const values = { value, type: `a part of a ${type}`, reason: `: ${reason}`, advice };
    if (node) report('SBS3070', node.span, values);
    return node !== undefined;
  };
  const parts = Object.hasOwn(PARTS, name) ? (PARTS[name] ?? []) : [];
  for (const [index, [part, low, high]] of parts.entries()) {
    const value = args[index] ? fixedNumber(args[index]) : null;
    if (value !== null && (value < low || value > high))
      return refuse(args[index], String(value), `the ${part} is ${low} to ${high}`);
  }
  if (parts.length >= 3 && name !== 'make_time' && first && second && third) {
    const [year, month, day] = [fixedNumber(first), fixedNumber(second), fixedNumber(third)];
    const last = month === null ? 31 : new Date(Date.UTC(year ?? 2000, month, 0)).getUTCDate();
    if (day !== null && day > last) return refuse(third, String(day), `the month has ${last} days`);
  }
  const seconds = first && (name === 'from_epoch' || name === 'from_epoch_ms') ? fixedNumber(first) : null;
  const scaled = seconds === null || name === 'from_epoch' ? seconds : seconds / 1000;
  if (scaled !== null && (scaled < SECONDS[0] || scaled > SECONDS[1]))
    return refuse(
      first,
      String(seconds),
      'it is beyond the years 1 to 9999',
      name === 'from_epoch' ? 'Write from_epoch_ms(…) for milliseconds, or correct it.' : 'Correct it.',
    );
  return false;
}

/** Reports a fixed text that a format does not read. */
function reportUnparsed(name: string, args: readonly Typed[], { report }: Context): boolean {
  const [value, format] = args;
  if (!value || format?.kind !== 'constant' || typeof format.value !== 'string' || value.type.kind !== 'string')
    return false;
  const text = fixedText(value);
  if (text === null || text.trim() === '') return false;
  const kind = name === 'parse_date' ? 'date' : 'datetime';
  const reading = (kind === 'date' ? dateReader : datetimeReader)(format.value)(text);
  if (reading.fits) return false;
  const values = {
    value: text,
    type: `${kind} in the format ${format.value}`,
    reason: '',
    advice: 'Correct it, or the format.',
  };
  report('SBS3070', value.span, values);
  return true;
}

/** Whether the digits of a decimal are possible, where they are written. */
function isDecimal(precision: Typed | undefined, scale: Typed | undefined): boolean {
  const digits = (arg: Typed | undefined, otherwise: number): number =>
    arg?.kind === 'constant' ? Number(arg.value) : otherwise;
  const [all, behind] = [digits(precision, 18), digits(scale, precision === undefined ? 6 : 0)];
  return all >= 1 && all <= MAXIMUM_DIGITS && behind >= 0 && behind <= all;
}

/**
 * Reports a call whose fixed arguments can only give null.
 * @param type the result's
 */
export function checkFixed(
  node: Typed['span'],
  spec: FunctionSpec,
  args: readonly Typed[],
  type: ColumnType,
  context: Context,
): void {
  const [value, precision, scale] = args;
  if (spec.name === 'decimal' && !isDecimal(precision, scale)) context.report('SBS3014', node, {});
  else if (spec.name === 'parse_date' || spec.name === 'parse_datetime') reportUnparsed(spec.name, args, context);
  else if (value && (spec.converts || spec.name === 'json')) reportUnreadable(value, type, node, context);
  else reportNoMoment(spec.name, args, context);
}

/** The conversion by name of a text that is compared with a value of another type: `date('2026-01-31')`. */
export function literalConversion(
  value: Typed,
  type: ColumnType,
): { readonly advice: string; readonly fix?: Fix } | null {
  const text = value.type.kind === 'string' ? fixedText(value) : null;
  if (text === null || !isScalar(type) || type.kind === 'string' || type.kind === 'unknown') return null;
  const wrong = misreading(text, type);
  if (wrong) {
    const { reason, advice, written } = wrong;
    const better =
      advice === 'Correct it.' && !/date/.test(type.kind)
        ? 'Correct it, or convert the other side with string(…).'
        : advice;
    const problem = `"${text}" cannot be read as ${shown(type)}${because(reason, type)}. ${better}`;
    return { advice: problem, ...optional(replacedCall(value.span, written)) };
  }
  const [before, behind] =
    type.kind === 'time' || type.kind === 'decimal' ? ['cast(', ` as ${shown(type)})`] : [`${type.kind}(`, ')'];
  const edits = [
    { start: value.span.start, end: value.span.start, text: before },
    { start: value.span.end, end: value.span.end, text: behind },
  ];
  const written = `${before}${quotedText(text, "'")}${behind}`;
  const advice = `Write ${written}.`;
  return { advice, fix: { title: `Write ${written}`, edits } };
}

/** The same of several texts that are compared with one value; the first one that cannot be read counts. */
export function literalConversions(
  values: readonly Typed[],
  type: ColumnType,
): { readonly advice: string; readonly fix?: Fix } | null {
  const conversions = values.map((value) => ({ value, conversion: literalConversion(value, type) }));
  const [first] = conversions;
  if (!first?.conversion || conversions.some(({ conversion }) => conversion === null)) return null;
  const wrong = conversions.find(({ value }) => misreading(fixedText(value) ?? '', type));
  if (wrong?.conversion || conversions.length === 1) return wrong?.conversion ?? first.conversion;
  const edits = conversions.flatMap(({ conversion }) => conversion?.fix?.edits ?? []);
  const title = first.conversion.fix?.title ?? '';
  return { advice: `${title} for each text.`, fix: { title, edits } };
}

function optional(fix: Fix | undefined): { readonly fix?: Fix } {
  return fix ? { fix } : {};
}
