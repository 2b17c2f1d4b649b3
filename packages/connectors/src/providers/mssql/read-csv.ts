import { Readable } from 'node:stream';
import { csvRecord } from '../../sql/csv-record.ts';
import type { MssqlReading, MssqlSession } from '../../sql/mssql-session.ts';

/** Characters of rows that are collected before they are passed on. */
const CHUNK_CHARACTERS = 64 * 1024;

/**
 * Runs a query of texts and gives its rows as CSV with a header. Rows are read no faster than they are taken. The stream fails with
 * what the server or the driver report.
 */
export function readCsv(session: MssqlSession, sql: string, header: readonly string[]): Readable {
  let reading: MssqlReading | null = null;
  let pending = csvRecord(header);
  const csv = new Readable({ read: () => void reading?.resume() });
  const onRow = (row: readonly (string | null)[]): void => {
    pending += csvRecord(row);
    if (pending.length < CHUNK_CHARACTERS) return;
    if (!csv.push(pending)) reading?.pause();
    pending = '';
  };
  session
    .read(sql, (started) => (reading = started), onRow)
    .then(
      () => {
        csv.push(pending);
        csv.push(null);
      },
      (error: unknown) => void csv.destroy(error instanceof Error ? error : new Error(String(error))),
    );
  return csv;
}
