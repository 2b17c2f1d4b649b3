import { randomBytes } from 'node:crypto';
import { copyFile, mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createLocalStore, type Executor } from '@switchboard/engine';
import { noFault } from '@switchboard/model/faults';
import { publishScript } from '@switchboard/server/publish';
import { startRoles } from '@switchboard/server/start-roles';
import { buildAccount } from '@switchboard/server/testing';
import { createVault } from '@switchboard/server/vault';
import pg from 'pg';
import type { WorkDatabase } from '../work-database.ts';

const SCRIPT = `
download ads from { type: "file"; path: "{YYYY-MM-DD}.csv"; format: "csv"; lookback_days: 1; }
using { day: date; site: string; device: string; clicks: integer; cost: decimal(18, 6); };
table daily is select day, site, device, sum(clicks) as clicks, sum(cost) as cost from ads;
upload daily to { type: "file"; path: "{YYYY-MM-DD}.csv.gz"; format: "csv"; compression: "gzip"; };
`;
const DAY = 86_400_000;

export type OurFlows = {
  /** Runs a flow for a date that has had none. Gives where its result is. */
  run(source: string): Promise<string>;
  stop(): Promise<void>;
};

/** Units in the ledger, taken by the product's worker: fetched, loaded, processed, uploaded. */
export async function createOurFlows(
  work: WorkDatabase,
  options: { readonly name: string; readonly concurrency: number; readonly executor?: Executor },
): Promise<OurFlows> {
  const folder = join(work.root, options.name);
  const { database, url } = work;
  const problems: unknown[] = [];
  const roles = await startRoles({
    database,
    url,
    vault: createVault(randomBytes(32)),
    roles: ['worker'],
    dataFolder: folder,
    store: createLocalStore(join(folder, 'files')),
    host: options.name,
    alone: false,
    // An account may have half of the places: two accounts fill them.
    concurrency: options.concurrency,
    egressAllow: [],
    retryBaseMs: 1_000,
    fault: noFault,
    onError: (error) => problems.push(error),
    ...(options.executor ? { executor: options.executor } : {}),
  });
  const accounts: { readonly accountId: string; readonly changelistId: string }[] = [];
  for (let count = 0; count < Math.min(options.concurrency, 4); count += 1) {
    const { accountId } = await buildAccount(database);
    const files = [{ path: 'a.sbs', text: SCRIPT }];
    const input = { accountId, description: 'Flows', files, personId: null, now: Date.now() };
    const published = await database.withAccount(accountId, (tx) => publishScript(tx, input));
    if (published.kind !== 'published') throw new Error(JSON.stringify(published.messages));
    await mkdir(join(folder, 'imports', accountId), { recursive: true });
    accounts.push({ accountId, changelistId: published.changelistId });
  }
  const waiting = new Map<string, () => void>();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  let checking = false;
  const check = async (): Promise<void> => {
    if (checking || waiting.size === 0) return;
    checking = true;
    const found = await work.pool.query<{ id: string }>(
      `select distinct i.download_id as id from upload_input i join upload u on u.account_id = i.account_id and u.id = i.upload_id
       where i.download_id = any($1) and u.status = 'completed'`,
      [[...waiting.keys()]],
    );
    checking = false;
    for (const { id } of found.rows) {
      waiting.get(id)?.();
      waiting.delete(id);
    }
  };
  client.on('notification', ({ payload = '' }) => {
    if (payload.startsWith('event ')) void check();
  });
  await client.query('listen switchboard_changes');
  // A notice that came while another check went on.
  const timer = setInterval(() => void check(), 50);
  let count = 0;
  return {
    async run(source) {
      count += 1;
      const account = accounts[count % accounts.length];
      if (!account) throw new Error('There is no account.');
      const { accountId, changelistId } = account;
      const date = new Date(Date.UTC(2000, 0, 1) + count * DAY).toISOString().slice(0, 10);
      const path = join(folder, 'imports', accountId, `${date}.csv`);
      await copyFile(source, path);
      const { size, mtimeMs } = await stat(path);
      const files = [{ path: `${date}.csv`, size, modified: Math.floor(mtimeMs), checksum: null }];
      const id = await database.withAccount(accountId, async (tx) => {
        const unit = await insertUnit(tx, { accountId, changelistId, date, files: JSON.stringify(files) });
        await roles.queue.wake(tx, {
          accountId,
          unitId: unit,
          kind: 'download',
          purpose: 'production',
          reportDate: date,
        });
        return unit;
      });
      const ended = Promise.withResolvers<void>();
      waiting.set(id, () => ended.resolve());
      await ended.promise;
      if (problems.length > 0) throw problems[0];
      return join(folder, 'exports', accountId, `${date}.csv.gz`);
    },
    async stop() {
      clearInterval(timer);
      await client.end();
      await roles.stop();
    },
  };
}

type Tx = Parameters<Parameters<WorkDatabase['database']['withAccount']>[1]>[0];
type NewUnit = {
  readonly accountId: string;
  readonly changelistId: string;
  readonly date: string;
  readonly files: string;
};

/** Inserts a unit as the prober does when it has found a file. */
async function insertUnit(tx: Tx, { accountId, changelistId, date, files }: NewUnit): Promise<string> {
  const row = await tx
    .insertInto('download')
    .values({
      account_id: accountId,
      source: 'ads',
      project: 'ads',
      report_date: date,
      trigger: date,
      changelist_id: changelistId,
      files,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('unit')
    .values({ account_id: accountId, id: row.id, kind: 'download', purpose: 'production', state: 'ready' })
    .execute();
  return row.id;
}
