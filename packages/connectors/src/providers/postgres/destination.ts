import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { type Parameters, PipelineError } from '@switchboard/model';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import {
  judgeDelivery,
  type LedgerEntry,
  ledgerDate,
  ledgerPurpose,
  refuseCancelled,
  refuseEmpty,
} from '../../ledger.ts';
import { midway } from '../../midway.ts';
import type {
  ConnectorContext,
  Delivered,
  DeliveryContext,
  DeliveryRequest,
  DestinationConnector,
} from '../../spec.ts';
import { isConnectionFailure, postgresFailure } from './failures.ts';
import { type PostgresParameters, readPostgresParameters } from './parameters.ts';
import { replaceRows } from './replace-rows.ts';
import { endEarlierSessions, loginOf, SESSION_LIMITS, sessionName, withSession } from './session.ts';
import { copyInto, LEDGER, readLedger, writeLedger } from './statements.ts';
import { columnTypes, ensureTables, exists, lock } from './target.ts';

/** Tables of a PostgreSQL database. One transaction an upload: readers see the old rows or the new ones. */
export const postgresDestination: DestinationConnector = { formatOf: () => 'csv', describe, deliver };

function describe(parameters: Parameters): string {
  const { schema, table } = parameters;
  return `postgres · ${typeof schema === 'string' ? schema : 'public'}.${typeof table === 'string' ? table : ''}`;
}

/** The connection broke while the commit was on its way: only the ledger knows what became of it. */
class CommitUnknown extends Error {
  override readonly name = 'CommitUnknown';
}

async function deliver(request: DeliveryRequest, context: DeliveryContext): Promise<Delivered> {
  refuseEmpty(request);
  const target = readPostgresParameters(request);
  const login = loginOf(request.name, request.key);
  const table = `${target.schema}.${target.table}`;
  const delivered = (alreadyDelivered: boolean): Delivered => ({
    rows: request.content.rows,
    bytes: request.content.bytes,
    destination: describe(request.parameters),
    alreadyDelivered,
  });
  try {
    return delivered(
      await withSession(
        login,
        context,
        SESSION_LIMITS,
        (client) => load(client, request, target, context),
        sessionName(request),
      ),
    );
  } catch (error) {
    context.signal.throwIfAborted();
    const failure = (cause: unknown): unknown =>
      postgresFailure(cause, { name: request.name, key: request.key?.name ?? '', login, table });
    if (!(error instanceof CommitUnknown)) throw failure(error);
    const held = await withSession(login, context, SESSION_LIMITS, (client) =>
      settledLedger(client, request, target),
    ).catch((again: unknown) => Promise.reject(failure(again)));
    if (held?.fence === request.fence && held.sha256 === (await request.content.sha256)) return delivered(false);
    throw failure(error.cause);
  }
}

/** Loads the rows in one transaction. True when the table had this very result already, and nothing was written. */
async function load(
  client: Client,
  request: DeliveryRequest,
  target: PostgresParameters,
  context: DeliveryContext,
): Promise<boolean> {
  await endEarlierSessions(client, request);
  await begin(client);
  await lockLedger(client, request, target);
  if (request.isCancelRequested && !(await exists(client, target.schema, LEDGER))) refuseCancelled(request);
  await ensureTables(client, target, request.columns);
  if (judge(await heldResult(client, request, target), request) === 'already') return true;
  refuseCancelled(request);
  // Different dates of a table may be replaced at once; whatever touches the whole table goes alone.
  await lock(
    client,
    'table',
    target.schema,
    target.table,
    request.mode === 'replace_date' ? (request.reportDate ?? '') : '',
  );
  const names = request.columns.map((column) => column.name);
  const added = target.dateColumn === null || target.dateColumn.inRows ? [] : [target.dateColumn.name];
  const types = await columnTypes(client, target, [...names, ...added]);
  const copy = (into: string): Promise<number> => copyRows(client, request, into, names, context);
  const confirmed = await replaceRows(client, request, target, { names, types, copy });
  const { rows } = request.content;
  if (confirmed !== rows) throw new PipelineError('ROWS_NOT_CONFIRMED', { name: request.name, sent: rows, confirmed });
  const { fence, content } = request;
  const written = await client.query(writeLedger(target.schema), [
    ...identity(request, target),
    fence,
    await content.sha256,
    rows,
  ]);
  if (written.rowCount !== 1) throw superseded(request);
  await context.fault('before-swap');
  await context.beforeCommit();
  await commit(client);
  return false;
}

async function begin(client: Client): Promise<void> {
  await client.query('begin isolation level read committed');
  await client.query(
    `select set_config('timezone', 'UTC', true), set_config('datestyle', 'ISO, YMD', true), set_config('search_path', 'pg_catalog', true)`,
  );
}

async function commit(client: Client): Promise<void> {
  try {
    const { command } = await client.query('commit');
    if (command !== 'COMMIT') throw new Error(`commit was answered by ${command}`);
  } catch (error) {
    throw isConnectionFailure(error)
      ? new CommitUnknown('the connection broke during the commit', { cause: error })
      : error;
  }
}

async function copyRows(
  client: Client,
  request: DeliveryRequest,
  into: string,
  names: readonly string[],
  context: ConnectorContext,
): Promise<number> {
  const { rows } = await client.query<{ version: number }>(
    `select current_setting('server_version_num')::int as version`,
  );
  const copy = client.query(copyFrom(copyInto(into, names, (rows[0]?.version ?? 0) >= 150_000)));
  const { path, bytes } = request.content;
  await pipeline(createReadStream(path, { highWaterMark: 256 * 1024 }), midway(bytes, context), copy, {
    signal: context.signal,
  });
  return copy.rowCount;
}

const identity = (request: DeliveryRequest, target: PostgresParameters): readonly string[] => [
  request.accountId,
  request.name,
  ledgerDate(request, request.mode === 'truncate') ?? '',
  ledgerPurpose(request),
  target.table,
];

/**
 * Locks the ledger's entry until the transaction ends: another attempt that is still committing is waited for. To be called before
 * anything is looked for, since that attempt's commit may bring the ledger itself.
 */
const lockLedger = (client: Client, request: DeliveryRequest, target: PostgresParameters): Promise<void> =>
  lock(client, 'ledger', target.schema, ...identity(request, target));

/** The ledger's entry. */
async function heldResult(
  client: Client,
  request: DeliveryRequest,
  target: PostgresParameters,
): Promise<LedgerEntry | null> {
  const { rows } = await client.query<{ fence: string; sha256: string; rows: string }>(readLedger(target.schema), [
    ...identity(request, target),
  ]);
  const [row] = rows;
  return row === undefined ? null : { fence: Number(row.fence), sha256: row.sha256, rows: Number(row.rows) };
}

/** What became of a commit whose answer was lost, once the server has decided it. */
async function settledLedger(
  client: Client,
  request: DeliveryRequest,
  target: PostgresParameters,
): Promise<LedgerEntry | null> {
  await begin(client);
  await lockLedger(client, request, target);
  return (await exists(client, target.schema, LEDGER)) ? heldResult(client, request, target) : null;
}

function judge(held: LedgerEntry | null, request: DeliveryRequest): 'write' | 'already' {
  const verdict = judgeDelivery(request.fence, held);
  if (verdict === 'superseded') throw superseded(request);
  return verdict;
}

const superseded = (request: DeliveryRequest): PipelineError =>
  new PipelineError('DESTINATION_SUPERSEDED', { name: request.name, date: request.reportDate ?? 'all dates' });
