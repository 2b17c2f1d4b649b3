// A setup file of Vitest: records the columns that each statement of a test file returns, for `scripts/sql-rows/verify.ts`.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { mergeRecordings, type RecordedColumn, type RecordedStatement, saveRecordings } from '../sql-rows/recorded.ts';

type Published = {
  readonly text: string;
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[];
  readonly rows: readonly Readonly<Record<string, unknown>>[];
};

/** Rows examined per result. */
const MAX_ROWS = 200;
const recorded = new Map<string, RecordedStatement>();

subscribe('switchboard:statement', record);

function record(message: unknown): void {
  const { text, fields, rows } = message as Published;
  if (fields.length === 0) return;
  const sample = rows.slice(0, MAX_ROWS);
  const columns = fields.map(({ name, dataTypeID }): [string, RecordedColumn] => [
    name,
    {
      oid: dataTypeID,
      hasNull: sample.some((row) => row[name] === null),
      hasValue: sample.some((row) => row[name] !== null),
    },
  ]);
  recorded.set(text, mergeRecordings(recorded.get(text), { text, columns: Object.fromEntries(columns) }));
}

afterAll(() => {
  unsubscribe('switchboard:statement', record);
  saveRecordings(join(import.meta.dirname, '../..'), [...recorded.values()]);
  recorded.clear();
});
