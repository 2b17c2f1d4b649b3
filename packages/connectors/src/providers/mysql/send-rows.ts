import { createReadStream } from 'node:fs';
import { pipeline, type Readable, Transform } from 'node:stream';
import { PipelineError } from '@switchboard/model/errors/errors';
import { faultMidway } from '../../delivery/fault-midway.ts';
import { type CsvRecord, readHeader, readRecords } from '../../delivery/read-records.ts';
import { skipHeader } from '../../delivery/skip-header.ts';
import type { ConnectorContext, DeliveryRequest } from '../../spec.ts';
import type { MysqlSession } from '../../sql/mysql-session.ts';
import { type BooleanSpelling, RowEncoder } from '../../sql/row-encoder.ts';
import { insertInto, loadInto, type TableColumn } from './statements.ts';

/** Characters of one INSERT. Servers accept at least four times as much. */
const INSERT_CHARACTERS = 1024 ** 2;
const READ_BYTES = 256 * 1024;

export type SentRows = {
  /** Quoted name of the table that takes them. */
  readonly into: string;
  /** Columns of the table, with the one that is filled in. */
  readonly names: readonly string[];
  readonly columns: ReadonlyMap<string, TableColumn>;
  /** The date that every row gets besides; null for none. */
  readonly date: string | null;
};

/**
 * Sends a result into a table, in the open transaction, and returns how many rows the server confirmed.
 * Throws DESTINATION_SCHEMA for a value that does not fit, or what the driver or the disk throw.
 */
export async function sendRows(
  session: MysqlSession,
  request: DeliveryRequest,
  rows: SentRows,
  context: ConnectorContext,
): Promise<number> {
  const header = await readHeader(request.content.path);
  if (request.columns.some(({ name }, index) => name !== header[index])) {
    const reason = `the rows have the columns ${header.join(', ')}`;
    throw new PipelineError('DESTINATION_SCHEMA', { table: nameOf(rows), reason });
  }
  const { rows: settings } = await session.ask('select @@local_infile');
  // MySQL 8 refuses LOAD DATA LOCAL unless its configuration allows it.
  const send = settings[0]?.[0] === '1' ? loadRows : insertRows;
  return send(session, request, rows, context);
}

async function loadRows(
  session: MysqlSession,
  request: DeliveryRequest,
  rows: SentRows,
  context: ConnectorContext,
): Promise<number> {
  const { into, names, columns, date } = rows;
  const booleans = request.columns.map(({ name, type }) =>
    type.kind === 'boolean' ? booleanSpelling(columns.get(name.toLowerCase())) : null,
  );
  const content = (): Readable => {
    const encoder = new RowEncoder(booleans, date);
    const encoded = new Transform({
      transform: (chunk: Buffer, _, done) => done(null, encoder.encode(chunk)),
    });
    // The driver reports a failure of the last stream.
    return pipeline(contentOf(request, context), skipHeader(), encoded, () => undefined);
  };
  const { affected, warnings } = await session.load(loadInto(into, names), content);
  if (warnings === 0) return affected;
  // The server cannot stop rows that are being sent: it reports afterwards which values it changed and which rows it left out.
  const { rows: said } = await session.ask('show warnings limit 1');
  const reason = String(said[0]?.[2] ?? 'values were changed to make them fit').replace(/\.+$/, '');
  throw new PipelineError('DESTINATION_SCHEMA', { table: nameOf(rows), reason });
}

async function insertRows(
  session: MysqlSession,
  request: DeliveryRequest,
  { into, names, columns, date }: SentRows,
  context: ConnectorContext,
): Promise<number> {
  const isNumber = request.columns.map(
    ({ name, type }) => type.kind === 'boolean' && booleanSpelling(columns.get(name.toLowerCase())) !== null,
  );
  const end = date === null ? ')' : `,'${date}')`;
  const spell = (record: CsvRecord): string =>
    `(${record.map((value, index) => (isNumber[index] === true ? (value ?? 'NULL') : literal(value))).join(',')}${end}`;
  let confirmed = 0;
  let pending: string[] = [];
  let characters = 0;
  const flush = async (): Promise<void> => {
    if (pending.length === 0) return;
    confirmed += (await session.ask(insertInto(into, names) + pending.join(','))).affected;
    pending = [];
    characters = 0;
  };
  const content = pipeline(contentOf(request, context), skipHeader(), () => undefined);
  for await (const records of readRecords(content)) {
    for (const record of records) {
      const values = spell(record);
      pending.push(values);
      characters += values.length;
      if (characters >= INSERT_CHARACTERS) await flush();
    }
  }
  await flush();
  return confirmed;
}

const contentOf = ({ content }: DeliveryRequest, context: ConnectorContext): Transform =>
  pipeline(
    createReadStream(content.path, { highWaterMark: READ_BYTES }),
    faultMidway(content.bytes, context),
    () => undefined,
  );

const nameOf = ({ into }: SentRows): string => into.replaceAll('`', '');

/** A text as the session's mode reads it. */
const literal = (value: string | null): string =>
  value === null ? 'NULL' : `'${value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

function booleanSpelling(column: TableColumn | undefined): BooleanSpelling {
  if (column?.type === 'bit') return 'bit';
  return column === undefined || column.characters !== null || column.type === 'json' ? null : 'digit';
}
