import { Readable } from 'node:stream';
import { type Client, type FieldDef, Query, type QueryArrayConfig } from 'pg';
import { csvRecord } from '../../sql/csv-record.ts';
import type { FoundDecimals } from '../../sql/decimal-digits.ts';
import { decimalsAmong } from '../postgres/source-reader.ts';

/** Characters of rows that are collected before they are passed on. */
const CHUNK_CHARACTERS = 64 * 1024;

/**
 * Runs a query and gives its rows as CSV with a header: RFC 4180, null is empty, an empty text is "". Redshift has no COPY to the
 * client, so that rows come one by one, each value as the server spells it, and no faster than they are taken.
 * The stream fails with what the server or the driver report. @param decimals gets those among its columns
 */
export function readCsv(client: Client, sql: string, decimals: FoundDecimals): Readable {
  const { stream } = client.connection;
  let pending = '';
  let hasHeader = false;
  const asked: QueryArrayConfig = { text: sql, rowMode: 'array', types: { getTypeParser: () => String } };
  const query = new Query(asked);
  const csv = new Readable({
    read: () => void stream.resume(),
    destroy: (error, done) => {
      stream.resume();
      done(error);
    },
  });
  const begin = (fields: readonly FieldDef[]): void => {
    if (hasHeader) return;
    hasHeader = true;
    Object.assign(decimals, decimalsAmong(fields));
    pending = csvRecord(fields.map(({ name }) => name));
  };
  query.on('row', (row: unknown, result) => {
    begin(result?.fields ?? []);
    pending += csvRecord(row as readonly (string | null)[]);
    if (pending.length < CHUNK_CHARACTERS) return;
    if (!csv.push(pending)) stream.pause();
    pending = '';
  });
  query.on('end', (result) => {
    begin(result.fields);
    csv.push(pending);
    csv.push(null);
  });
  query.on('error', (error) => void csv.destroy(error));
  client.query(query);
  return csv;
}
