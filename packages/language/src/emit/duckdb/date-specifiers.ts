import { readDateFormat } from '../../functions/date-format.ts';

/** DuckDB's strftime and strptime specifiers of the tokens of date formats. */
const SPECIFIERS: Readonly<Record<string, string>> = {
  YYYY: '%Y',
  MMMM: '%B',
  MMM: '%b',
  SSS: '%g',
  zzz: '%Z',
  YY: '%y',
  MM: '%m',
  dd: '%d',
  HH: '%H',
  hh: '%I',
  mm: '%M',
  ss: '%S',
  M: '%-m',
  d: '%-d',
  H: '%-H',
  h: '%-I',
  a: '%p',
  Z: '%z',
};

/** A date format as strftime and strptime read it. */
export function strftimeOf(format: string): string {
  return readDateFormat(format)
    .parts.map(({ text, token }) => (token ? (SPECIFIERS[text] ?? '') : text.replaceAll('%', '%%')))
    .join('');
}
