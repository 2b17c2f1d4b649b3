import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { describeDestination } from '@switchboard/model/catalog';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { CommitConflict } from '../../delivery/commit-conflict.ts';
import { faultMidway } from '../../delivery/fault-midway.ts';
import { type LedgerEntry, ledgerDate, ledgerPurpose } from '../../delivery/ledger.ts';
import { deliverTable } from '../../delivery/table-store.ts';
import type { ConnectorContext, DeliveryRequest, DestinationConnector } from '../../spec.ts';
import type { TableParameters } from '../../sql/table-parameters.ts';
import { connector } from './connector.ts';
import { isConnectionFailure, postgresFailure } from './failures.ts';
import { readPostgresParameters } from './parameters.ts';
import { replaceRows } from './replace-rows.ts';
import { endEarlierSessions, loginOf, SESSION_LIMITS, sessionName, withSession } from './session.ts';
import { copyInto, LEDGER, readLedger, writeLedger } from './statements.ts';
import { columnTypes, ensureEpoch, ensureTables, exists, lock } from './target.ts';

/** Tables of a PostgreSQL database. One transaction an upload: readers see the old rows or the new ones. */
export const destination: DestinationConnector = {
  formatOf: () => 'csv',
  async deliver(request, context) {
    const target = readPostgresParameters(request);
    const login = loginOf(request.name, request.key);
    const table = `${target.schema}.${target.table}`;
    return deliverTable<Client>(request, context, {
      destination: describeDestination(connector, request.parameters, request.name, request.reportDate),
      translateError: (error) =>
        postgresFailure(error, { name: request.name, key: request.key?.name ?? '', login, table }),
      withSession: (work) => withSession(login, context, SESSION_LIMITS, work, sessionName(request)),
      async begin(client) {
        await endEarlierSessions(client, request);
        await begin(client);
        // Before anything is read: the commit of another attempt may bring the ledger itself.
        await lock(client, 'ledger', target.schema, ...identity(request, target));
      },
      readLedger: (client) => heldResult(client, request, target),
      write: (client) => writeRows(client, request, target, context),
      async recordLedger(client) {
        const { fence, epoch, content } = request;
        const values = [...identity(request, target), fence, await content.sha256, content.rows];
        const hasEpoch = epoch > 0;
        if (hasEpoch) await ensureEpoch(client, target.schema);
        const written = await client.query(
          writeLedger(target.schema, hasEpoch),
          hasEpoch ? [...values, epoch] : values,
        );
        return written.rowCount === 1;
      },
      commit,
    });
  },
};

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
    throw isConnectionFailure(error) ? new CommitConflict('unknown', error, { mayBeOwn: true }) : error;
  }
}

/** Creates what is missing and puts the rows in place. Returns how many the server confirmed. */
async function writeRows(
  client: Client,
  request: DeliveryRequest,
  target: TableParameters,
  context: ConnectorContext,
): Promise<number> {
  await ensureTables(client, target, request.columns);
  // Different dates of a table may be replaced at once; whatever touches the whole table runs alone.
  const part = request.mode === 'replace_date' ? (request.reportDate ?? '') : '';
  await lock(client, 'table', target.schema, target.table, part);
  const names = request.columns.map((column) => column.name);
  const added = target.dateColumn === null || target.dateColumn.inRows ? [] : [target.dateColumn.name];
  const types = await columnTypes(client, target, [...names, ...added]);
  const copy = (into: string): Promise<number> => copyRows(client, request, into, names, context);
  return replaceRows(client, request, target, { names, types, copy });
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
  await pipeline(createReadStream(path, { highWaterMark: 256 * 1024 }), faultMidway(bytes, context), copy, {
    signal: context.signal,
  });
  return copy.rowCount;
}

const identity = (request: DeliveryRequest, target: TableParameters): readonly string[] => [
  request.accountId,
  request.name,
  ledgerDate(request, request.mode === 'truncate') ?? '',
  ledgerPurpose(request),
  target.table,
];

async function heldResult(
  client: Client,
  request: DeliveryRequest,
  target: TableParameters,
): Promise<LedgerEntry | null> {
  if (!(await exists(client, target.schema, LEDGER))) return null;
  const { rows } = await client.query<{ fence: string; epoch?: string; sha256: string }>(readLedger(target.schema), [
    ...identity(request, target),
  ]);
  const [row] = rows;
  return row === undefined ? null : { fence: Number(row.fence), epoch: Number(row.epoch ?? 0), sha256: row.sha256 };
}
