import { alteredValue, COLUMN_TYPE_TABLES, DECLARED } from '@switchboard/connectors/testing/column-type-tables';
import { code, page, table } from './markdown.ts';

/** For each database the types of a script's columns by the types of its own columns. */
export function destinationTypesPage(): string {
  return page(
    'Column types of destinations',
    'Before an upload loads rows into a table that is there, the types of its columns are compared with those of the rows. A column that would ' +
      'change a value without a word is an error (DESTINATION_SCHEMA), which names a value and the statement that gives the column a type that keeps it. ' +
      'A dash marks a column that keeps every value, or whose server refuses by itself what it cannot keep, such as a text that is too long or a number that is too large: ' +
      'that remains its refusal. Texts of a fixed length are filled with blanks, which do not count. Elsewhere the cell has a value that would be changed; rows whose numbers and times all fit, or are null, are loaded. SQLite files have no table here: they are sources alone.',
    ...COLUMN_TYPE_TABLES.flatMap(({ database, types, source, columnTypes }) => [
      `## ${database}`,
      `Decided by ${source}.`,
      table(
        ['Column', ...DECLARED.map(({ label }) => label)],
        columnTypes.map((columnType) => {
          const stored = types.read(columnType.toLowerCase());
          return [code(columnType), ...DECLARED.map(({ type }) => shown(alteredValue(type, stored, types)))];
        }),
      ),
    ]),
  );
}

const LONGEST = 20;

const shown = (value: string | null): string =>
  value === null ? '-' : code(value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value);
