import { PipelineError } from '@switchboard/model/errors/errors';
import { CommitConflict } from '../../delivery/commit-conflict.ts';
import { judgeDelivery, type LedgerEntry, ledgerId, ledgerIdentity } from '../../delivery/ledger.ts';
import type { DeliveryRequest } from '../../spec.ts';
import { countOf, refuseBadKey, refuseOtherDates, replaceByStaged } from '../../sql/replace-rows.ts';
import type { SqlColumn, SqlDelivery, SqlLedger, TableDelivery } from '../../sql/sql-database.ts';
import { sqlDestination } from '../../sql/sql-destination.ts';
import { entryOf } from '../../sql/sql-ledger.ts';
import { POSTGRES_ERRORS } from '../postgres/failures.ts';
import { commit, SESSION_LIMITS, sessionName, sessionOf, withSession } from '../postgres/session.ts';
import { openBucket } from '../s3/bucket.ts';
import { connector } from './connector.ts';
import { isSerializationFailure, redshiftFailure } from './failures.ts';
import { loadStage, type Session } from './load-stage.ts';
import { type RedshiftTarget, readRedshiftParameters } from './parameters.ts';
import { REPLACE } from './replace-rows.ts';
import { removeObjects, sweepObjects } from './staged-objects.ts';
import { countStaged, deleteLedger, insertLedger, lockLedger, readLedger } from './statements.ts';
import { TABLES } from './target.ts';

/** Longest COPY, in milliseconds. */
const COPY_MS = 60 * 60_000;

const SETTINGS = [`set timezone to 'UTC'`, `set datestyle to 'ISO, YMD'`];

type Delivery = SqlDelivery<RedshiftTarget>;

const identity = (request: DeliveryRequest): readonly string[] => ledgerIdentity(request, request.mode === 'truncate');

const readEntry = async (session: Session, { request, target }: Delivery): Promise<LedgerEntry | null> =>
  entryOf(await session.ask(readLedger(target), [ledgerId(identity(request))]));

const ledger: SqlLedger<Session, RedshiftTarget> = {
  read: readEntry,
  // The transaction holds the lock of the ledger, which was read after it was taken.
  async record(session, { request, target, context }) {
    const { fence, epoch, content } = request;
    const id = ledgerId(identity(request));
    await session.ask(deleteLedger(target), [id]);
    const time = new Date(context.now()).toISOString();
    const values = [id, ...identity(request), fence, epoch, await content.sha256, content.rows, time];
    await session.ask(insertLedger(target), values);
    return true;
  },
};

/** Tables of an Amazon Redshift database. Rows wait in S3 until a COPY loads them. */
export const destination = sqlDestination<Session, RedshiftTarget, SqlColumn>({
  connector,
  dialect: 'redshift',
  errors: POSTGRES_ERRORS,
  readTarget: readRedshiftParameters,
  async withSession({ request, context, login, target: { staging } }, work) {
    const bucket = await openBucket(staging.access, staging.bucket, context.egress);
    const objects = new Set<string>();
    const limits = { ...SESSION_LIMITS, statementMs: COPY_MS };
    try {
      return await withSession(
        login,
        context,
        limits,
        (client) => work({ ...sessionOf(client), bucket, objects }),
        sessionName(request),
      );
    } finally {
      await removeObjects(bucket, objects);
    }
  },
  // The transaction begins later: rows are loaded into a table of the session before it.
  async begin(session) {
    for (const setting of SETTINGS) await session.ask(setting);
  },
  tables: TABLES,
  replace: REPLACE,
  ledger,
  write: writeRows,
  commit: ({ client }) => commit(client),
  isOvertaken: isSerializationFailure,
  translateError: redshiftFailure,
  async sweep({ request, context, target: { staging } }) {
    const bucket = await openBucket(staging.access, staging.bucket, context.egress);
    await sweepObjects(request, staging, bucket, context);
  },
});

/** Loads the rows into a table of the session, then begins the transaction and puts them in place. */
async function writeRows(session: Session, delivery: TableDelivery<RedshiftTarget>): Promise<number> {
  const { request, target } = delivery;
  await loadStage(session, delivery);
  const staged = await countOf(session, countStaged);
  if (staged !== request.content.rows) return staged;
  if (request.mode === 'upsert') await refuseBadKey(session, REPLACE, delivery);
  await refuseOtherDates(session, REPLACE, delivery);
  await session.ask('begin');
  await session.ask(lockLedger(target));
  await refuseChanged(session, delivery);
  return replaceByStaged(session, REPLACE, delivery);
}

/** Throws CommitConflict when another delivery has recorded a result that decides about this one. */
async function refuseChanged(session: Session, delivery: Delivery): Promise<void> {
  const { request } = delivery;
  const { fence, epoch, content } = request;
  if (judgeDelivery({ fence, epoch, sha256: await content.sha256 }, await readEntry(session, delivery)) === 'newer')
    return;
  const reason = 'another delivery to the same table came first';
  const cause = new PipelineError('DESTINATION_BUSY', { name: request.name, reason });
  throw new CommitConflict('changed', cause, { mayBeOwn: false });
}
