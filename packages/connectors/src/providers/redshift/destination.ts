import { createHash } from 'node:crypto';
import { describeDestination } from '@switchboard/model/catalog';
import { PipelineError } from '@switchboard/model/errors/errors';
import type { Client } from 'pg';
import { CommitConflict } from '../../delivery/commit-conflict.ts';
import { judgeDelivery, type LedgerEntry, ledgerDate, ledgerPurpose } from '../../delivery/ledger.ts';
import { deliverTable } from '../../delivery/table-store.ts';
import type { DeliveryContext, DeliveryRequest, DestinationConnector } from '../../spec.ts';
import { sqlLoginOf } from '../../sql/sql-login.ts';
import type { TableParameters } from '../../sql/table-parameters.ts';
import { isConnectionFailure } from '../postgres/failures.ts';
import { SESSION_LIMITS, sessionName, withSession } from '../postgres/session.ts';
import { type Bucket, openBucket } from '../s3/bucket.ts';
import { connector } from './connector.ts';
import { isLoadFailure, isSerializationFailure, redshiftFailure, withoutSecrets } from './failures.ts';
import { readRedshiftParameters, readStaging, type Staging } from './parameters.ts';
import { checkStaged, replaceRows } from './replace-rows.ts';
import { removeObjects, stageObjects, sweepObjects } from './staged-objects.ts';
import {
  copyStage,
  countStaged,
  createStage,
  deleteLedger,
  insertLedger,
  lockLedger,
  readLedger,
} from './statements.ts';
import { columnTypes, ensureTables, hasLedger } from './target.ts';

/** Longest COPY, in milliseconds. */
const COPY_MS = 60 * 60_000;

const SETTINGS = [`set timezone to 'UTC'`, `set datestyle to 'ISO, YMD'`];

type Delivery = {
  readonly request: DeliveryRequest;
  readonly target: TableParameters;
  readonly staging: Staging;
  readonly context: DeliveryContext;
};

type Session = { readonly client: Client; readonly bucket: Bucket; readonly objects: Set<string> };

/** Tables of an Amazon Redshift database. One transaction an upload: readers see the old rows or the new ones. */
export const destination: DestinationConnector = {
  formatOf: () => 'csv',
  async deliver(request, context) {
    const target = readRedshiftParameters(request);
    const login = sqlLoginOf(request.name, request.key, ['redshift']);
    const staging = readStaging(request);
    const delivery: Delivery = { request, target, staging, context };
    const limits = { ...SESSION_LIMITS, statementMs: COPY_MS };
    return deliverTable<Session>(request, context, {
      destination: describeDestination(connector, request.parameters, request.name, request.reportDate),
      translateError: (error) => redshiftFailure(error, request, login, staging, `${target.schema}.${target.table}`),
      async withSession(work) {
        const bucket = await openBucket(staging.access, staging.bucket, context.egress);
        const objects = new Set<string>();
        try {
          return await withSession(
            login,
            context,
            limits,
            (client) => work({ client, bucket, objects }),
            sessionName(request),
          );
        } finally {
          await removeObjects(bucket, objects);
        }
      },
      // The transaction begins later: rows are loaded into a table of the session before it.
      async begin({ client }) {
        for (const setting of SETTINGS) await client.query(setting);
      },
      readLedger: async ({ client }) => ((await hasLedger(client, target)) ? heldResult(client, delivery) : null),
      write: (session) => writeRows(session, delivery),
      recordLedger: ({ client }) => recordLedger(client, delivery),
      commit: ({ client }) => commit(client),
      async sweep() {
        const bucket = await openBucket(staging.access, staging.bucket, context.egress);
        await sweepObjects(request, staging, bucket, context);
      },
    });
  },
};

async function commit(client: Client): Promise<void> {
  try {
    const { command } = await client.query('commit');
    if (command !== 'COMMIT') throw new Error(`commit was answered by ${command}`);
  } catch (error) {
    throw isConnectionFailure(error) ? new CommitConflict('unknown', error, { mayBeOwn: true }) : changedOr(error);
  }
}

/** A violation of the serializable isolation as a conflict, which begins the delivery again; other errors stay. */
const changedOr = (error: unknown): unknown =>
  isSerializationFailure(error) ? new CommitConflict('changed', error, { mayBeOwn: false }) : error;

/**
 * Loads the rows into a table of the session, then begins the transaction and puts them in place. Returns how many the server
 * confirmed. Throws CommitConflict when another transaction changed the table meanwhile.
 */
async function writeRows(session: Session, delivery: Delivery): Promise<number> {
  const { client } = session;
  const { request, target } = delivery;
  const { dateColumn } = target;
  await ensureTables(client, target, request.columns);
  const added = dateColumn === null || dateColumn.inRows ? [] : [dateColumn.name];
  const types = await columnTypes(client, target, [...request.columns.map(({ name }) => name), ...added]);
  await loadStage(session, delivery);
  const { rows } = await client.query<string[]>({ text: countStaged, rowMode: 'array' });
  const staged = Number(rows[0]?.[0] ?? 0);
  if (staged !== request.content.rows) return staged;
  await checkStaged(client, request, target, types);
  try {
    await client.query('begin');
    await client.query(lockLedger(target));
    await refuseChanged(client, delivery);
    return await replaceRows(client, request, target, types);
  } catch (error) {
    throw changedOr(error);
  }
}

/** Throws CommitConflict when another delivery has recorded a result that decides about this one. */
async function refuseChanged(client: Client, delivery: Delivery): Promise<void> {
  const { request } = delivery;
  const { fence, epoch, content } = request;
  if (judgeDelivery({ fence, epoch, sha256: await content.sha256 }, await heldResult(client, delivery)) === 'newer')
    return;
  const reason = 'another delivery to the same table came first';
  const cause = new PipelineError('DESTINATION_BUSY', { name: request.name, reason });
  throw new CommitConflict('changed', cause, { mayBeOwn: false });
}

async function loadStage({ client, bucket, objects }: Session, delivery: Delivery): Promise<void> {
  const { request, staging, context, target } = delivery;
  const { columns } = request;
  const { manifest, nullText } = await stageObjects(request, staging, bucket, context, (key) => objects.add(key));
  await client.query(createStage(columns));
  try {
    await client.query(copyStage(columns, staging, manifest, nullText));
  } catch (error) {
    withoutSecrets(error, request);
    throw isLoadFailure(error) ? await misfitOf(client, target, error) : error;
  }
}

/** The refusal of a value, which a system table of Redshift names. */
async function misfitOf(client: Client, { schema, table }: TableParameters, error: unknown): Promise<PipelineError> {
  const reason = await loadErrorOf(client);
  return new PipelineError('DESTINATION_SCHEMA', { table: `${schema}.${table}`, reason }, { cause: error });
}

/** The value that COPY rejected, with the reason. */
async function loadErrorOf(client: Client): Promise<string> {
  const { rows } = await client
    .query<{ column: string; line: string; reason: string }>(
      `select trim(colname) as "column", line_number as line, trim(err_reason) as reason from stl_load_errors
       where session = pg_backend_pid() order by starttime desc limit 1`,
    )
    .catch(() => ({ rows: [] }));
  const [found] = rows;
  if (found === undefined) return 'Redshift could not load the rows; stl_load_errors says why';
  return `${found.reason.replace(/\.+$/, '')} (column ${found.column}, line ${found.line} of its part)`;
}

const identity = (request: DeliveryRequest): readonly string[] => [
  request.accountId,
  request.name,
  ledgerDate(request, request.mode === 'truncate') ?? '',
  ledgerPurpose(request),
];

const idOf = (request: DeliveryRequest): string =>
  createHash('sha256')
    .update(JSON.stringify(identity(request)))
    .digest('hex');

async function heldResult(client: Client, { request, target }: Delivery): Promise<LedgerEntry | null> {
  const { rows } = await client.query<{ fence: string; epoch: string; sha256: string }>(readLedger(target), [
    idOf(request),
  ]);
  const [row] = rows;
  return row === undefined ? null : { fence: Number(row.fence), epoch: Number(row.epoch), sha256: row.sha256 };
}

/** Records the result, in the transaction of its rows, which holds the lock of the ledger. */
async function recordLedger(client: Client, { request, target, context }: Delivery): Promise<boolean> {
  const { fence, epoch, content } = request;
  const id = idOf(request);
  await client.query(deleteLedger(target), [id]);
  const time = new Date(context.now()).toISOString();
  const values = [id, ...identity(request), fence, epoch, await content.sha256, content.rows, time];
  await client.query(insertLedger(target), values);
  return true;
}
