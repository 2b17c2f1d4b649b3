import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { faultMidway } from '../../delivery/fault-midway.ts';
import type { LedgerEntry } from '../../delivery/ledger.ts';
import { refuseOtherDates, replaceByStaged } from '../../sql/replace-rows.ts';
import type { SqlColumn, SqlDelivery, SqlLedger, TableDelivery } from '../../sql/sql-database.ts';
import { sqlDestination } from '../../sql/sql-destination.ts';
import { tableIdentity } from '../../sql/sql-ledger.ts';
import type { TableParameters } from '../../sql/table-parameters.ts';
import { connector } from './connector.ts';
import { POSTGRES_ERRORS } from './failures.ts';
import { readPostgresParameters } from './parameters.ts';
import { REPLACE } from './replace-rows.ts';
import {
  commit,
  endEarlierSessions,
  type PostgresSession,
  SESSION_LIMITS,
  sessionName,
  sessionOf,
  withSession,
} from './session.ts';
import { copyInto, createStage, readLedger, STAGE, writeLedger } from './statements.ts';
import { ensureEpoch, lock, TABLES, takesCopies } from './target.ts';

const ledger: SqlLedger<PostgresSession, TableParameters> = {
  async read({ client }, delivery): Promise<LedgerEntry | null> {
    const { rows } = await client.query<{ fence: string; epoch?: string; sha256: string; rows: string }>(
      readLedger(delivery.target.schema),
      [...tableIdentity(delivery)],
    );
    const [row] = rows;
    if (row === undefined) return null;
    return { fence: Number(row.fence), epoch: Number(row.epoch ?? 0), sha256: row.sha256, rows: Number(row.rows) };
  },
  async record(session, delivery) {
    const { request, target } = delivery;
    const { fence, epoch, content } = request;
    const values = [...tableIdentity(delivery), fence, await content.sha256, content.rows];
    const hasEpoch = epoch > 0;
    if (hasEpoch) await ensureEpoch(session, target.schema);
    const { affected } = await session.ask(
      writeLedger(target.schema, hasEpoch),
      hasEpoch ? [...values, epoch] : values,
    );
    return affected === 1;
  },
};

/** Tables of a PostgreSQL database. */
export const destination = sqlDestination<PostgresSession, TableParameters, SqlColumn>({
  connector,
  dialect: 'postgresql',
  errors: POSTGRES_ERRORS,
  readTarget: readPostgresParameters,
  withSession: ({ login, context, request }, work) =>
    withSession(login, context, SESSION_LIMITS, (client) => work(sessionOf(client)), sessionName(request)),
  async begin(session, delivery) {
    await endEarlierSessions(session.client, delivery.request);
    await begin(session.client);
    // Before anything is read: the commit of another attempt may bring the ledger itself.
    await lock(session, 'ledger', delivery.target.schema, ...tableIdentity(delivery));
  },
  tables: TABLES,
  replace: REPLACE,
  ledger,
  write: writeRows,
  commit: ({ client }) => commit(client),
});

async function begin(client: Client): Promise<void> {
  await client.query('begin isolation level read committed');
  await client.query(
    `select set_config('timezone', 'UTC', true), set_config('datestyle', 'ISO, YMD', true), set_config('search_path', 'pg_catalog', true)`,
  );
}

/** Rows go through a stage when they must be checked first, or when their date is filled in. */
async function writeRows(session: PostgresSession, delivery: TableDelivery): Promise<number> {
  const { request, target } = delivery;
  const { mode, content } = request;
  // Different dates of a table may be replaced at once; whatever touches the whole table runs alone.
  const part = mode === 'replace_date' ? (request.reportDate ?? '') : '';
  await lock(session, 'table', target.schema, target.table, part);
  const isFilled = target.dateColumn !== null && !target.dateColumn.inRows;
  const isChecked = mode === 'replace_date' || mode === 'upsert';
  if (!isChecked && !isFilled && (await takesCopies(session, target))) {
    if (mode === 'truncate') await session.ask(`delete from ${REPLACE.qualified(target)}`);
    return copyRows(session, delivery, REPLACE.qualified(target));
  }
  await session.ask(
    createStage(
      target,
      request.columns.map(({ name }) => name),
    ),
  );
  const copied = await copyRows(session, delivery, STAGE);
  if (copied !== content.rows) return copied;
  await refuseOtherDates(session, REPLACE, delivery);
  return replaceByStaged(session, REPLACE, delivery);
}

async function copyRows({ client }: PostgresSession, { request, context }: SqlDelivery, into: string): Promise<number> {
  const { rows } = await client.query<{ version: number }>(
    `select current_setting('server_version_num')::int as version`,
  );
  const names = request.columns.map(({ name }) => name);
  const copy = client.query(copyFrom(copyInto(into, names, (rows[0]?.version ?? 0) >= 150_000)));
  const { path, bytes } = request.content;
  await pipeline(createReadStream(path, { highWaterMark: 256 * 1024 }), faultMidway(bytes, context), copy, {
    signal: context.signal,
  });
  return copy.rowCount;
}
