import type { Column, ColumnType } from '@switchboard/model/schema';

/** Decisions of the generator, as those of valid scripts. */
export type Choices = { readonly whole: (below: number) => number };

/** One value of a file: in a field of CSV, and in a JSON document. Null is an empty field and a JSON null. */
export type FileValue = { readonly text: string; readonly json: string };

type Kind = Exclude<ColumnType['kind'], 'decimal' | 'list' | 'record'>;
type Pool = {
  readonly plain: readonly string[];
  readonly hostile: readonly string[];
  readonly dirty: readonly string[];
};

const deep = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

const STRINGS: Pool = {
  plain: ['abc', 'x', '12', 'x,y/z', '2026-01-31', 'id=42'],
  hostile: [
    '',
    ' ',
    "'",
    '"',
    '""',
    '\\',
    '\\d+(',
    '%',
    '%_%',
    '%zz%f',
    '%ff%00',
    '$.a[',
    'e\u0301\u0327',
    '\u0001\u007f\u0085',
    '\ufeff',
    '\u200b\u202e',
    '👩\u200d👩\u200d👧 🇩🇪',
    'İıßſ',
    '\ufffd\uffff',
    'a\nb',
    'a\r\nb\rc',
    '\t',
    'null',
    '-0',
    '9223372036854775808',
    '2026-02-30',
    '24:00:00',
    '{"a":',
    '[1, 2',
    'http://[::1/?q=%&q=%C3#',
    '+1e400',
    '٣',
    '1'.repeat(400),
    `e${'\u0301'.repeat(200)}`,
    '\u0000',
    '\u2028\u2029',
    '\u05d0\u0627\u202d',
    '\u{1f468}\u{1f3fd}\u{10ffff}',
    'é'.repeat(5000),
    'long '.repeat(4000),
  ],
  dirty: [],
};

const POOLS: Readonly<Record<Kind, Pool>> = {
  string: STRINGS,
  unknown: STRINGS,
  integer: {
    plain: ['1', '0', '-3', '42', '1000'],
    hostile: [
      '9223372036854775807',
      '-9223372036854775808',
      '-9223372036854775807',
      '4611686018427387904',
      '3037000500',
      '2147483648',
      '-2147483649',
      '253402300800',
      '-0',
    ],
    dirty: [
      '9223372036854775808',
      '-9223372036854775809',
      '1.5',
      'abc',
      '1e400',
      '0x1f',
      '--1',
      '99999999999999999999999999',
      '9'.repeat(400),
    ],
  },
  float: {
    plain: ['1.5', '0', '-2.25', '1e6'],
    hostile: [
      '1.7976931348623157e308',
      '-1.7976931348623157e308',
      '5e-324',
      '-5e-324',
      '2.2250738585072014e-308',
      '1e300',
      '-1e154',
      '9007199254740993',
      '9223372036854775807',
      '1e38',
      '0.1',
      '-0.0',
      '-1',
      '710',
      '1e-400',
      `0.${'0'.repeat(400)}1`,
    ],
    dirty: ['1e309', '9'.repeat(400), '-1e309', 'inf', '-Infinity', 'nan', 'NaN', '1,5', 'abc'],
  },
  boolean: { plain: ['true', 'false'], hostile: ['true', 'false'], dirty: ['2', 'maybe', 'truefalse'] },
  date: {
    plain: ['2026-01-31', '2024-02-29', '1999-12-31'],
    hostile: ['0001-01-01', '9999-12-31', '1970-01-01', '1582-10-10', '1900-02-28', '1969-12-31', '0004-02-29'],
    dirty: ['2026-02-30', '2023-02-29', '10000-01-01', 'infinity', '-infinity', 'epoch', '2026-00-00', '31.1.26 x'],
  },
  datetime: {
    plain: ['2026-01-31 10:20:30.123456', '2024-02-29 00:00:00'],
    hostile: [
      '0001-01-01 00:00:00',
      '9999-12-31 23:59:59.999999',
      '1969-12-31 23:59:59.999999',
      '1970-01-01 00:00:00',
      '2026-03-29 02:30:00',
      '2026-10-25 02:30:00',
      '1900-01-01 12:00:00.000001',
    ],
    dirty: ['2026-01-31 25:00:00', 'infinity', '2026-02-30 00:00:00', '2026-01-31 10:20:30 nowhere', '-infinity'],
  },
  time: {
    plain: ['10:20:30', '00:00:00'],
    hostile: ['23:59:59.999999', '00:00:00.000001', '12:00:00'],
    dirty: ['24:00:01', '12:60:00', 'noon', '-01:00:00'],
  },
  json: {
    plain: ['{"a": {"b": [1, 2]}, "k": "v"}', '[1, 2]', '"text"', '12'],
    hostile: [
      'null',
      '{}',
      '[]',
      '-0',
      '1e400',
      '123456789012345678901234567890',
      '7'.repeat(400),
      '[{"a": {"b": {"c": [{}, [], [[]], {"d": null}]}}}]',
      '0.1234567890123456789012345678901234567890',
      '"\\u0000"',
      '"\\ud83d\\ude00 \\" \\\\"',
      '{"a": 1, "a": {"b": [null]}}',
      '{"": {"a key": [[], {}]}}',
      '{"a": {"b": ["x", {"c": 1.7976931348623157e308}]}}',
      deep(40),
      deep(900),
      `[${'0,'.repeat(2000)}0]`,
    ],
    dirty: ['{"a":', '[1, 2', '{a: 1}', deep(2).slice(1), 'abc'],
  },
};

function decimalPool(precision: number, scale: number): Pool {
  const digits = (digit: string, whole: string, last: string): string =>
    `${precision === scale ? '0' : whole.repeat(precision - scale)}${scale === 0 ? '' : `.${digit.repeat(scale - 1)}${last}`}`;
  const largest = digits('9', '9', '9');
  const tiny = scale === 0 ? '1' : `0.${'0'.repeat(scale - 1)}1`;
  return {
    plain: precision > scale ? ['1', '0', '-2'] : ['0', '0.1', '-0.1'],
    hostile: [largest, `-${largest}`, tiny, `-${tiny}`, '-0', digits('4', '5', '5')],
    dirty: [`1${'0'.repeat(precision - scale)}`, `${tiny}1${scale === 0 ? '.5' : ''}`, '1e500', 'nan', 'abc'],
  };
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A value written in the format that its column declares; dirty ones stay as they are. */
function formatted(text: string, format: string | undefined): string {
  const [, year = '', month = '', day = '', time = '00:00:00.000'] =
    /^(\d{4})-(\d\d)-(\d\d)(?: ([\d:.]+))?$/.exec(text) ?? [];
  if (format === undefined || year === '') return text;
  if (format === 'd.M.YY') return `${Number(day)}.${Number(month)}.${year.slice(2)}`;
  if (format === 'MMM dd, YYYY') return `${MONTHS[Number(month) - 1] ?? month} ${day}, ${year}`;
  if (format.includes('T')) return `${year}-${month}-${day}T${time.slice(0, 8)}.${time.slice(9, 12).padEnd(3, '0')}Z`;
  return text;
}

const pick = <T>(choices: Choices, items: readonly T[]): T => items[choices.whole(items.length)] as T;

const NUMBERS: ReadonlySet<string> = new Set(['integer', 'float', 'decimal', 'boolean', 'json']);
const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/;

/** How often values are hostile and dirty, in percent. */
export type Hostility = { readonly hostile: number; readonly dirty: number; readonly missing: number };

/** A value for a column; one of lists and records is JSON in either kind of file. */
export function hostileValue(
  choices: Choices,
  { type, nullable, format }: Pick<Column, 'type' | 'nullable'> & { readonly format?: string },
  hostility: Hostility,
): FileValue {
  // The first choices of a generator are the simplest, so that a failure shrinks to plain values.
  const at = choices.whole(100);
  if (nullable && at >= 100 - hostility.missing) return { text: '', json: 'null' };
  const rest = { ...hostility, dirty: 0 };
  if (type.kind === 'list') {
    const elements = Array.from({ length: choices.whole(4) }, () =>
      hostileValue(choices, { type: type.element, nullable: true }, rest),
    );
    return same(`[${elements.map(({ json }) => json).join(', ')}]`);
  }
  if (type.kind === 'record') {
    const fields = type.fields.map(
      ({ name, type: field }) =>
        `${JSON.stringify(name)}: ${hostileValue(choices, { type: field, nullable: true }, rest).json}`,
    );
    return same(`{${fields.join(', ')}}`);
  }
  const pool = type.kind === 'decimal' ? decimalPool(type.precision, type.scale) : POOLS[type.kind];
  const kind = choices.whole(100);
  const isDirty = kind >= 100 - hostility.dirty && pool.dirty.length > 0;
  const isHostile = kind >= 100 - hostility.dirty - hostility.hostile;
  // A value of another type: a record, a list, a boolean or a number instead of what the column has.
  if (isDirty && choices.whole(3) === 2) return same(pick(choices, WRONG_TYPES));
  const found = pick(choices, isDirty ? pool.dirty : isHostile ? pool.hostile : pool.plain);
  const text = formatted(found, format);
  const isRaw = type.kind === 'json' ? !isDirty : NUMBERS.has(type.kind) && isLiteral(text);
  return { text, json: isRaw ? text : JSON.stringify(text) };
}

const WRONG_TYPES = ['{}', '[]', 'true', '{"a": [1, {"b": null}]}', '[null]', '12.75', '-1e30', '""', '[[1], "x"]'];

const isLiteral = (text: string): boolean => JSON_NUMBER.test(text) || text === 'true' || text === 'false';
const same = (json: string): FileValue => ({ text: json, json });
