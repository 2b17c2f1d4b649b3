import { DIAGNOSTICS } from '@switchboard/language';
import { readDateFormat } from '@switchboard/language/date-format';
import { describeType } from '@switchboard/language/describe-type';
import type { ValueType } from '@switchboard/language/typed';
import { scalarType, TYPE_NAMES, widen } from '@switchboard/language/types';
import { typeName } from '@switchboard/model/schema';
import { block, code, page, table } from '../markdown.ts';
import { openSamples, type SampleDatabase } from './sample-database.ts';

const TOKENS: Readonly<Record<string, string>> = {
  YYYY: 'year',
  YY: 'year of two digits: 69 to 99 are 1969 to 1999, 00 to 68 are 2000 to 2068',
  MMMM: 'month by its name',
  MMM: 'month by the first three letters of its name',
  MM: 'month of two digits',
  M: 'month',
  dd: 'day of the month of two digits',
  d: 'day of the month',
  HH: 'hour of two digits, 00 to 23',
  H: 'hour, 0 to 23',
  hh: 'hour of two digits, 01 to 12',
  h: 'hour, 1 to 12',
  mm: 'minute of two digits',
  ss: 'second of two digits',
  SSS: 'milliseconds of three digits',
  a: 'AM or PM',
  Z: 'offset from UTC, such as +02:00',
  zzz: 'timezone by its name',
};

const WRITTEN: Readonly<Record<string, string>> = {
  string: `'text', "text"`,
  integer: '12',
  float: '1e6',
  decimal: '1.5',
  boolean: 'true, false',
  date: `date('2026-01-31')`,
  datetime: `datetime('2026-01-31 10:20:30')`,
  time: '',
  json: `json('{"a": 1}')`,
};

/** Types, which of them convert by themselves, and the tokens of formats. */
export async function typesPage(): Promise<string> {
  const samples = await openSamples();
  const tokens: string[][] = [];
  for (const token of tokensOfLanguage())
    tokens.push([code(token), TOKENS[token] ?? '', await tokenExample(token, samples)]);
  return page(
    'Types',
    'A column has one type, known before anything runs. All columns may hold null, unless they are declared `not null`.',
    table(
      ['Type', 'Holds', 'Written in an expression'],
      TYPE_NAMES.map((name) => {
        const written = WRITTEN[name] ?? '';
        return [code(name), describeType(name) ?? '', written === '' ? '' : code(written)];
      }),
    ),
    'Records and lists are made of other types:',
    block('owner: { id: integer; name: string; };\ntags: [string];', 'sbs'),
    'The parts of records, lists and json are read with `owner.name`, `tags[0]` and `tags[-1]`; what is not there is null. A number written with a ' +
      'decimal point is a decimal with as many digits.',
    '## Which types convert by themselves',
    'Where two values meet, in a comparison, a union, a list, or the branches of a condition, both become the type in the table. Where there is ' +
      'none, one must be converted by name, such as `integer(text)`. `||` turns both sides into texts. Division gives a float, and null when the divisor is 0.',
    wideningTable(),
    '## Formats of dates',
    'The column of a download may say how its file writes dates, `day: date("dd/MM/YYYY");`, as do `parse_date`, `parse_datetime` and `format_date`. ' +
      'Letters that are no token, all but the T between date and time, are an error.',
    table(['Token', 'Stands for', 'Of 2026-01-31 10:20:30'], tokens),
    'Date parts in the names of files have tokens of their own, `YYYY YY MM M DD D HH`: see `datetime_pattern` among the [parameters](parameters.md).',
  );
}

/** The tokens as the compiler's message names them. Throws when one is not described here, or does not exist. */
function tokensOfLanguage(): readonly string[] {
  const listed = /tokens are ([\w ]+)\./.exec(DIAGNOSTICS.SBS3010.text)?.[1]?.split(' ') ?? [];
  const wrong = listed.filter((token) => !(token in TOKENS) || readDateFormat(token).tokens[0] !== token);
  if (listed.length !== Object.keys(TOKENS).length || wrong.length > 0) {
    throw new Error(`The tokens of formats differ: ${wrong.join(', ') || listed.join(', ')}`);
  }
  return listed;
}

async function tokenExample(token: string, samples: SampleDatabase): Promise<string> {
  const { rows } = await samples.select(`format_date(at, '${token}') as x`);
  const value = rows[0]?.x;
  return typeof value === 'string' && value !== '' ? code(value) : '';
}

function wideningTable(): string {
  const types = TYPE_NAMES.map((name): ValueType => scalarType(name) ?? { kind: 'decimal', precision: 18, scale: 6 });
  return table(
    ['', ...TYPE_NAMES.map(code)],
    types.map((type, index) => [
      code(TYPE_NAMES[index] ?? ''),
      ...types.map((other) => {
        const wide = widen(type, other);
        return wide === null || wide.kind === 'null' ? '' : typeName(wide).replace(/\(.*/, '');
      }),
    ]),
  );
}
