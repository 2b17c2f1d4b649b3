import { RESERVED } from '../syntax/tokens/reserved-words.ts';

/** A column that a file seems to have. */
export type ProposedColumn = {
  /** Its name in the file. */
  readonly header: string;
  /** Its name in scripts: lower-case letters, digits and _. */
  readonly name: string;
  /** Its type as scripts write it. */
  readonly type: string;
};

export type DecimalSeparator = '.' | ',';
export type ProposedColumns = {
  readonly columns: readonly ProposedColumn[];
  /** Decimal separator of the numbers in the file. */
  readonly decimalSeparator: DecimalSeparator;
};

type Candidate = { readonly type: string; readonly fits: (value: string) => boolean };

const MAX_INTEGER = 2n ** 63n - 1n;
/** Digits of a proposed decimal, before and after the point. */
const DIGITS = 18;

const CANDIDATES: readonly Candidate[] = [
  { type: 'boolean', fits: (value) => /^(?:true|false|yes|no)$/i.test(value) },
  { type: 'date("YYYY-MM-dd")', fits: (value) => isDay(/^(\d{4})-(\d\d)-(\d\d)$/.exec(value), [1, 2, 3]) },
  { type: 'date("YYYY/MM/dd")', fits: (value) => isDay(/^(\d{4})\/(\d\d)\/(\d\d)$/.exec(value), [1, 2, 3]) },
  { type: 'date("dd.MM.YYYY")', fits: (value) => isDay(/^(\d\d)\.(\d\d)\.(\d{4})$/.exec(value), [3, 2, 1]) },
  { type: 'datetime', fits: isDatetime },
];
/** Both fit while no day is over 12; then neither is proposed, since one of them would be silently wrong. */
const SLASHED = [
  { type: 'date("dd/MM/YYYY")', fits: (value: string) => isDay(/^(\d\d)\/(\d\d)\/(\d{4})$/.exec(value), [3, 2, 1]) },
  { type: 'date("MM/dd/YYYY")', fits: (value: string) => isDay(/^(\d\d)\/(\d\d)\/(\d{4})$/.exec(value), [3, 1, 2]) },
];

/**
 * Proposes names and types for the columns of a file: the narrowest type that every value has, else string. Numbers with leading
 * zeros are identifiers, and stay strings.
 * @param header names of the file's first line, each once
 * @param rows values of the following lines; missing ones are empty
 */
export function inferColumns(header: readonly string[], rows: readonly (readonly string[])[]): ProposedColumns {
  const values = header.map((_, index) => rows.map((row) => (row[index] ?? '').trim()).filter((value) => value !== ''));
  const withPoint = values.map((column) => inferType(column, '.'));
  const withComma = values.map((column) => inferType(column, ','));
  const decimalSeparator = countNumbers(withComma) > countNumbers(withPoint) ? ',' : '.';
  const types = decimalSeparator === ',' ? withComma : withPoint;
  const names = uniqueNames(header);
  return {
    decimalSeparator,
    columns: header.map((each, index) => ({
      header: each,
      name: names[index] ?? '',
      type: types[index] ?? 'string',
    })),
  };
}

const countNumbers = (types: readonly string[]): number =>
  types.filter((type) => type === 'integer' || type === 'float' || type.startsWith('decimal')).length;

function inferType(values: readonly string[], separator: DecimalSeparator): string {
  if (values.length === 0) return 'string';
  const number = inferNumber(values, separator);
  if (number !== null) return number;
  const found = CANDIDATES.find(({ fits }) => values.every(fits));
  if (found !== undefined) return found.type;
  const slashed = SLASHED.filter(({ fits }) => values.every(fits));
  return slashed.length === 1 ? (slashed[0]?.type ?? 'string') : 'string';
}

function inferNumber(values: readonly string[], separator: DecimalSeparator): string | null {
  const pattern = separator === '.' ? /^[+-]?(\d+)(?:\.(\d+))?$/ : /^[+-]?(\d+)(?:,(\d+))?$/;
  let [whole, scale] = [0, 0];
  for (const value of values) {
    const [found, digits = '', decimals = ''] = pattern.exec(value) ?? [];
    if (found === undefined) return separator === '.' && values.every(isFloat) ? 'float' : null;
    if (digits.length > 1 && digits.startsWith('0')) return null;
    whole = Math.max(whole, digits.length);
    scale = Math.max(scale, decimals.length);
  }
  if (scale === 0) return values.every((value) => isInteger(value)) ? 'integer' : null;
  return whole + scale <= DIGITS ? `decimal(${DIGITS}, ${scale})` : null;
}

const isInteger = (value: string): boolean => {
  const integer = BigInt(value.replace('+', ''));
  return integer <= MAX_INTEGER && integer >= -MAX_INTEGER;
};

const isFloat = (value: string): boolean =>
  /^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d{1,3})?$/i.test(value) && Number.isFinite(Number(value));

/** Whether a match is a day that exists. @param order groups of its year, month and day */
function isDay(match: RegExpExecArray | null, [year, month, day]: readonly [number, number, number]): boolean {
  if (match === null) return false;
  const [y, m, d] = [Number(match[year]), Number(match[month]), Number(match[day])];
  const date = new Date(Date.UTC(y, m - 1, d));
  return y > 0 && date.getUTCMonth() === m - 1 && date.getUTCDate() === d;
}

function isDatetime(value: string): boolean {
  const [found, date = ''] =
    /^(\d{4}-\d\d-\d\d)[ T](?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,6})?)?(?:Z|[+-]\d\d:\d\d)?$/.exec(value) ?? [];
  return found !== undefined && isDay(/^(\d{4})-(\d\d)-(\d\d)$/.exec(date), [1, 2, 3]);
}

/** A name for each header: "Order date" is order_date, and a second one order_date_2. */
function uniqueNames(header: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return header.map((each, index) => {
    const plain = nameOf(each) || `column_${index + 1}`;
    let name = plain;
    for (let count = 2; taken.has(name); count += 1) name = `${plain}_${count}`;
    taken.add(name);
    return name;
  });
}

/** A text as a name of the language; empty when it has no letter or digit. */
export function nameOf(text: string): string {
  const words = text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '')
    .join('_')
    .slice(0, 60);
  const name = /^\d/.test(words) ? `column_${words}` : words;
  return RESERVED.has(name) ? `${name}_` : name;
}
