import { randomUUID } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '@switchboard/connectors/testing/database';
import { createTestBucket, type TestBucket } from '@switchboard/connectors/testing/s3';
import type { Fault, FaultPoint } from '@switchboard/model/faults';
import type { KeyToStore } from '@switchboard/server/add-key';
import { createBackfillActions } from '@switchboard/server/backfills-service';
import { currentScope } from '@switchboard/server/scope';
import type { Session } from '@switchboard/server/session';
import {
  type BuiltAccount,
  csvAnswer,
  keyToStore,
  type RunningWork,
  type SourceAnswer,
  startWork,
} from '@switchboard/server/testing';
import { createTransferActions, type TransferActions } from '@switchboard/server/transfers-service';
import { sql } from 'kysely';
import { setup as startPostgres } from '../../scripts/unit/test-postgres.ts';
import { setup as startS3 } from '../../scripts/unit/test-s3.ts';
import { until } from './until.ts';

export const REPORT_DATE = '2026-01-15';

/** The whole engine in this process, with a database, a bucket and a folder as destinations. */
export type DeliveriesUnderTest = {
  readonly work: RunningWork;
  readonly warehouse: TestDatabase;
  readonly bucket: TestBucket;
  readonly transfers: TransferActions;
  readonly backfills: ReturnType<typeof createBackfillActions>;
  /** An account with these uploads, as its script declares them. `{source}` stands for its download's table. */
  open(uploads: string, keys?: readonly KeyToStore[]): Promise<DeliveringAccount>;
  /** The warehouse's login as a key; `port` of a proxy before it. */
  warehouseKey(port?: number): KeyToStore;
  bucketKey(): KeyToStore;
  stop(): Promise<void>;
};

export type DeliveringAccount = {
  readonly account: BuiltAccount;
  readonly session: Session;
  /** Sets the hook of further points. */
  at(hook: AtPoint): void;
  /** Lets the source answer so, or with these rows of `id,site`; fetches, processes and uploads them for the report date. */
  launch(rows: readonly string[] | SourceAnswer): Promise<string>;
  /** The same, to its end. */
  deliver(rows: readonly string[]): Promise<string>;
  /** Until a launched one is over and nothing is left to do. */
  ended(backfillId: string, within?: number): Promise<void>;
  /** The newest upload, by the name of its declaration. */
  upload(name?: string): Promise<SeenUpload>;
};

type SeenUpload = {
  readonly id: string;
  readonly status: string;
  readonly message: string | null;
  readonly attempt: number;
  readonly rows: number | null;
  /** Events of the unit, in their order, as "severity code will_retry: message". */
  readonly events: readonly string[];
};

/** Called at each fault point of an account's work. */
type AtPoint = (
  point: FaultPoint,
  attempt: { readonly kind: string; readonly unit: string; readonly number: number },
) => Promise<void>;

export async function startDeliveries(): Promise<DeliveriesUnderTest> {
  const hooks = new Map<string, AtPoint>();
  const fault: Fault = async (point) => {
    const fields = currentScope()?.fields ?? {};
    const attempt = { kind: String(fields['kind']), unit: String(fields['unit']), number: Number(fields['attempt']) };
    await hooks.get(String(fields['account']))?.(point, attempt);
  };
  const stops = [await startPostgres(), await startS3()];
  const warehouse = await createTestDatabase();
  const bucket = await createTestBucket();
  const work = await startWork({ retryBaseMs: 20, fault });
  const { database, roles } = work;
  const backfills = createBackfillActions({ database, queue: roles.queue, now: Date.now });
  return {
    work,
    warehouse,
    bucket,
    backfills,
    transfers: createTransferActions({ database, queue: roles.queue, now: Date.now }),
    warehouseKey: (port = warehouse.port) =>
      keyToStore({ ...warehouse.key, properties: { ...warehouse.key.properties, port } }),
    bucketKey: () => keyToStore(bucket.key),
    async open(uploads, keys = []) {
      const path = `/${randomUUID()}`;
      // Nothing comes due by itself while the test runs.
      const hour = (new Date().getUTCHours() + 12) % 24;
      const account = await work.publish(
        `
        download ads from {
          type: "http"; url: "${work.source}${path}/{YYYY-MM-DD}"; format: "csv"; timezone: "UTC"; lookback_days: 0;
          hour_of_day: ${hour};
        } using { id: integer; site: string; };
        ${uploads}`,
        keys,
      );
      const [person] = await work.database.withSystem(async (tx) => {
        const added = await sql<{ id: string }>`
          insert into person (email, name) values (${`${randomUUID()}@test.test`}, 'Olivia') returning id
        `.execute(tx);
        return added.rows;
      });
      const session: Session = {
        person: { id: person?.id ?? '', email: '', name: 'Olivia' },
        accountId: account.accountId,
        urlName: account.urlName,
        roles: ['operator'],
        permissions: new Set(),
        globalPermissions: new Set(),
        serviceTokenId: null,
        mayFetchNewDownloads: true,
        requestId: 'fault test',
      };
      const all = [...uploads.matchAll(/^\s*upload \w+ as (\w+)/gm)].map((match) => match[1] ?? '');
      const launch: DeliveringAccount['launch'] = async (rows) => {
        work.answers.set(path, typeof rows === 'function' ? rows : csvAnswer('id,site', rows));
        const request = { title: 'Again', description: '', start: REPORT_DATE, end: REPORT_DATE, uploadNames: all };
        const launched = await backfills.launch(session, request);
        if (launched.kind !== 'launched') throw new Error(`Not launched: ${JSON.stringify(launched)}`);
        return launched.id;
      };
      const ended: DeliveringAccount['ended'] = (id, within = 90_000) =>
        until(within, async () => {
          const [row] = await work.rows(
            account,
            sql<{ over: boolean; open: number }>`
              select status not in ('preparing', 'running') as over, (select count(*)::int from unit where state <> 'done') as open
              from backfill where id = ${id}`,
          );
          return row?.over === true && row.open === 0;
        });
      return {
        account,
        session,
        at: (hook) => void hooks.set(account.accountId, hook),
        launch,
        ended,
        async deliver(rows) {
          const id = await launch(rows);
          await ended(id);
          return id;
        },
        upload: (name = all[0] ?? '') => newestUpload(work, account, name),
      };
    },
    async stop() {
      await work.stop();
      await warehouse.close();
      for (const stop of stops) await stop?.();
      if (stops[0]) delete process.env['TEST_POSTGRES_URL'];
      delete process.env['TEST_S3'];
    },
  };
}

async function newestUpload(work: RunningWork, account: BuiltAccount, name: string): Promise<SeenUpload> {
  const [row] = await work.rows(
    account,
    sql<Omit<SeenUpload, 'events'>>`
      select p.id, p.status, p.message, u.attempt, p.row_count as rows from upload p join unit u on u.id = p.id
      where p.name = ${name} order by p.id desc limit 1`,
  );
  if (!row) throw new Error(`There is no upload ${name}.`);
  const events = await work.rows(
    account,
    sql<{ text: string }>`
      select concat_ws(' ', severity, code, will_retry) || ': ' || message as text from event
      where upload_id = ${row.id} order by created, id`,
  );
  return { ...row, events: events.map(({ text }) => text) };
}
