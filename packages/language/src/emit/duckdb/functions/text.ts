import { bound, boundTogether, isMixed } from '../bound.ts';
import { textOf } from '../conversions/convert.ts';
import { call, type FunctionFamilySql, type FunctionSql, type SqlArgument, sqlOf } from './function-sql.ts';

/** The padding of a text. DuckDB fails on an empty one; of null the result is null. */
function fillOf(fill: SqlArgument | undefined): string {
  if (!fill) return "' '";
  return fill.constant ? fill.sql : `regexp_replace(${fill.sql}, '^$', ' ')`;
}

/** Emits `substr`. For a negative length DuckDB returns the characters before the position. */
function substr(args: readonly SqlArgument[]): string {
  const [text, start, length] = args;
  const given = [text, start].map((arg) => arg?.sql ?? 'NULL');
  if (length === undefined) return `substr(${given.join(', ')})`;
  const isSure = length.constant !== null && Number(length.constant) >= 0;
  const size = isSure ? length.sql : bound(length.sql, 'n', 'CASE WHEN n < 0 THEN 0 ELSE n END');
  return `substr(${given.join(', ')}, ${size})`;
}

/** A function that joins values as `string(…)` writes them. */
function joined(name: string): FunctionSql {
  return (args) => `${name}(${args.map(({ sql, type }) => textOf(sql, type)).join(', ')})`;
}

/** DuckDB's SQL of the text functions. */
export const TEXT_SQL: FunctionFamilySql = {
  lower: call('lower'),
  upper: call('upper'),
  title: (args) => {
    const words = `string_split(lower(${sqlOf(args, 0)}), ' ')`;
    const list = isMixed(words) ? `(SELECT ${words})` : words;
    return `array_to_string(list_transform(${list}, lambda w: concat(upper(left(w, 1)), substr(w, 2))), ' ')`;
  },
  trim: call('trim'),
  ltrim: call('ltrim'),
  rtrim: call('rtrim'),
  length: call('length'),
  substr,
  left: call('"left"'),
  right: call('"right"'),
  replace: call('replace'),
  // DuckDB takes null for a separator that does not occur.
  split: (args) =>
    args[1]?.constant == null
      ? boundTogether([sqlOf(args, 0), sqlOf(args, 1)], (text = '', separator = '') => {
          return `CASE WHEN ${separator} IS NOT NULL THEN string_split(${text}, ${separator}) END`;
        })
      : `string_split(${sqlOf(args, 0)}, ${sqlOf(args, 1)})`,
  part: call('split_part'),
  concat: joined('concat'),
  concat_ws: joined('concat_ws'),
  contains: call('contains'),
  starts_with: call('starts_with'),
  ends_with: call('ends_with'),
  lpad: (args) => `lpad(${sqlOf(args, 0)}, CAST(${sqlOf(args, 1)} AS INTEGER), ${fillOf(args[2])})`,
  rpad: (args) => `rpad(${sqlOf(args, 0)}, CAST(${sqlOf(args, 1)} AS INTEGER), ${fillOf(args[2])})`,
  reverse: call('reverse'),
  regex_match: call('regexp_matches'),
  regex_extract: (args) =>
    `list_extract(regexp_extract_all(${sqlOf(args, 0)}, ${sqlOf(args, 1)}, ${args[2]?.constant ?? '0'}), 1)`,
  regex_extract_all: (args) => `regexp_extract_all(${sqlOf(args, 0)}, ${sqlOf(args, 1)}, ${args[2]?.constant ?? '0'})`,
  regex_replace: (args) => `regexp_replace(${sqlOf(args, 0)}, ${sqlOf(args, 1)}, ${sqlOf(args, 2)}, 'g')`,
  url_decode: (args) => bound(sqlOf(args, 0), 'v', 'TRY(url_decode(v))'),
  url_encode: call('url_encode'),
  md5: call('md5'),
  sha256: call('sha256'),
};
