import { readType } from '../column-type.ts';

/** An exception of the server, by its code. */
export class ClickhouseException extends Error {
  override readonly name = 'ClickhouseException';
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** The text of a literal. */
export const unquote = (literal: string): string => literal.slice(1, -1).replace(/\\(.)/gs, '$1');

const sqliteText = (text: string): string => `'${text.replaceAll("'", "''")}'`;
export const sqliteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** A statement that reads or adds rows, as SQLite understands it, with the functions of `FUNCTIONS`. */
export function toSqlite(sql: string): string {
  return sql
    .replace(/'(?:[^'\\]|\\.)*'/gs, (found) => sqliteText(unquote(found)))
    .replace(/`(?:[^`\\]|\\.)*`/gs, (found) => sqliteName(unquote(found)))
    .replace(/\bcountIf\(/g, 'sum(')
    .replace(/\buniqExact\((\w+)\)/g, 'count(DISTINCT $1)')
    .replace(/\bany\(/g, 'min(')
    .replace(/\b(if|CAST|substring|concat|hex)\(/g, (_, name: string) => `ch${name}(`);
}

type Value = string | number | bigint | null | undefined;
const text = (value: Value): string => String(value);

/** A decimal without zeros at its end. */
const plainDecimal = (value: string): string => value.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '');

function integer(value: string, type: string): string {
  const [, unsigned = '', bits = '8'] = /^(U?)Int(\d+)$/.exec(type) ?? [];
  const size = BigInt(bits);
  const [least, most] = unsigned === 'U' ? [0n, 2n ** size - 1n] : [-(2n ** (size - 1n)), 2n ** (size - 1n) - 1n];
  const whole = /^-?\d+$/.test(value) ? BigInt(value) : value === 'true' ? 1n : value === 'false' ? 0n : null;
  // A decimal loses what is behind its point.
  const cut = whole ?? (/^-?\d+\.\d+$/.test(value) ? BigInt(value.split('.')[0] ?? '') : null);
  if (cut === null) throw new ClickhouseException(6, `Cannot parse string to type ${type}`);
  if (cut < least || cut > most)
    throw new ClickhouseException(70, `Value in column cannot be safely converted into type ${type}`);
  return String(cut);
}

function decimal(value: string, plain: string): string {
  const [precision = 0, scale = 0] = (/\((\d+), ?(\d+)\)/.exec(plain) ?? []).slice(1).map(Number);
  const [whole = '', digits = ''] = value.split('.');
  if (whole.replace('-', '').length > precision - scale && /[1-9]/.test(whole))
    throw new ClickhouseException(69, 'Decimal value is too big');
  return plainDecimal(`${whole}.${digits.slice(0, scale)}`);
}

const TYPES = new Map<string, ReturnType<typeof readType>>();
/** Types are read once: values are many. */
function typeOf(type: string): ReturnType<typeof readType> {
  const known = TYPES.get(type) ?? readType(type);
  TYPES.set(type, known);
  return known;
}

/** A text as a value of a type, kept as text. Cuts and moves values as the server does. */
function accurateCast(given: Value, type: Value): Value {
  const { base, plain, isNullable } = typeOf(text(type));
  if (given === null || given === undefined) {
    if (isNullable) return null;
    throw new ClickhouseException(349, 'Cannot convert NULL value to non-Nullable type');
  }
  const value = text(given);
  if (/^U?Int\d+$/.test(base)) return integer(value, plain);
  switch (base) {
    case 'Decimal':
      return decimal(value, plain);
    case 'Bool':
      return /^(?:true|1)$/.test(value) ? 'true' : 'false';
    case 'Date':
      return value < '1970-01-01' || value > '2149-06-06' ? '1970-01-01' : value;
    case 'DateTime64': {
      if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/.test(value)) throw new ClickhouseException(41, 'Cannot read DateTime');
      const digits = Number(/\((\d)/.exec(plain)?.[1] ?? 3);
      return plainDecimal(value.replace(/(\.\d+)$/, (fraction) => fraction.slice(0, digits + 1)));
    }
    case 'DateTime':
      return value < '1970-01-01' || value > '2106-02-07' ? '1978-11-19 22:19:55' : value.slice(0, 19);
    case 'Enum8':
      if (!plain.includes(`'${value}'`)) throw new ClickhouseException(691, `Unknown element '${value}' for enum`);
      return value;
    default:
      return value;
  }
}

/** Functions of ClickHouse over texts. */
export const FUNCTIONS: Readonly<Record<string, (...values: Value[]) => Value>> = {
  accurateCast,
  chCAST: accurateCast,
  chif: (condition, then, otherwise) => (Number(condition) === 1 ? (then ?? null) : (otherwise ?? null)),
  chsubstring: (value, from, length) =>
    value === null || value === undefined
      ? null
      : text(value).slice(Number(from) - 1, Number(from) - 1 + Number(length)),
  chhex: (value) => (value === null || value === undefined ? null : Buffer.from(text(value)).toString('hex')),
  chconcat: (...values) =>
    values.some((value) => value === null || value === undefined) ? null : values.map(text).join(''),
  toString: (value: Value) => (value === null || value === undefined ? null : text(value)),
  toJSONString: (value) => value ?? null,
  toDate: (value) => (value === null || value === undefined ? null : text(value).slice(0, 10)),
  toDate32: (value) => (value === null || value === undefined ? null : text(value).slice(0, 10)),
  toDateTime64: (value) => value ?? null,
  isValidUTF8: (value) => (value === null || value === undefined ? null : 1),
  isFinite: (value) => (Math.abs(Number(value)) < 3.5e38 ? 1 : 0),
  ifNull: (value, otherwise) => value ?? otherwise ?? null,
  startsWith: (value, beginning) => (text(value ?? '').startsWith(text(beginning ?? '')) ? 1 : 0),
  now: () => Math.floor(Date.now() / 1000),
  throwIf: (condition, message) => {
    if (Number(condition) !== 0) throw new ClickhouseException(395, text(message ?? ''));
    return 0;
  },
};

/** A value of the CSV as the type in which it is read. */
export function readValue(value: string | null, type: string): string | null {
  return value === null || typeOf(type).base === 'String' ? value : text(accurateCast(value, type));
}

/** The parts of a list, as commas outside brackets and quotes divide them. */
export function splitList(list: string): readonly string[] {
  const parts: string[] = [''];
  let depth = 0;
  for (const [token] of list.matchAll(/'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`|[\s\S]/g)) {
    if (token === '(') depth += 1;
    if (token === ')') depth -= 1;
    if (token === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += token;
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}
