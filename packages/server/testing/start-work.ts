import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLocalStore, type FileStore } from '@switchboard/engine';
import { type Fault, noFault } from '@switchboard/model';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { type Database, openDatabase } from '../src/db/database.ts';
import { addKey, type KeyToStore } from '../src/features/keys/add-key.ts';
import { createVault } from '../src/identity/vault.ts';
import { type RunningRoles, startRoles } from '../src/programs/start-roles.ts';
import { type BuiltAccount, buildAccount, readRows } from './build-account.ts';
import { createDatabase } from './database.ts';
import { publishText } from './publish-text.ts';

/** What the source answers for a path, or for the folder it lies in; a test changes it as it goes. */
export type SourceAnswer = (request: IncomingMessage, response: ServerResponse) => void;

/** Workers and the scheduler on a database, a store and a source of their own. */
export type RunningWork = {
  readonly database: Database;
  readonly roles: RunningRoles;
  readonly folder: string;
  readonly storeFolder: string;
  /** By path without its query. */
  readonly answers: Map<string, SourceAnswer>;
  /** The source's address, without a slash at its end. */
  readonly source: string;
  /** Errors that nobody expected. */
  readonly problems: unknown[];
  /** A new account that has these keys and runs this script. Throws when the script has mistakes. */
  publish(text: string, keys?: readonly KeyToStore[]): Promise<BuiltAccount>;
  /** Rows of one account. */
  rows<T>(account: BuiltAccount, query: RawBuilder<T>): Promise<T[]>;
  /** Until there are units and none is left to do. Throws after `within` milliseconds, with what is left. */
  settled(account: BuiltAccount, within?: number): Promise<void>;
  /** Absolute path of what was delivered to a `file` destination. */
  delivered(account: BuiltAccount, path: string): string;
  stop(): Promise<void>;
};

export const csvAnswer =
  (header: string, rows: readonly string[]): SourceAnswer =>
  (_, response) => {
    response.writeHead(200, { 'content-type': 'text/csv' }).end([header, ...rows, ''].join('\n'));
  };

export type WorkOptions = {
  readonly fault?: Fault;
  readonly store?: FileStore;
  /** Epoch milliseconds; the schedule goes by it. */
  readonly now?: () => number;
  /** Milliseconds before the first retry. */
  readonly retryBaseMs?: number;
  /** How many units run at once; one account's at most half as many. */
  readonly concurrency?: number;
};

/** How long an account's work may take, in milliseconds. */
const SETTLE = 90_000;
const LOOK_AGAIN = 50;

export async function startWork(options: WorkOptions = {}): Promise<RunningWork> {
  const { now = Date.now } = options;
  const vault = createVault(randomBytes(32));
  const made = await createDatabase();
  const database = openDatabase({ url: made.url });
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-work-'));
  const storeFolder = join(folder, 'files');
  const answers = new Map<string, SourceAnswer>();
  const problems: unknown[] = [];
  const provider = createServer((request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? '';
    const answer = answers.get(path) ?? answers.get(path.replace(/\/[^/]*$/, ''));
    if (answer) answer(request, response);
    else response.writeHead(404).end('no such report');
  });
  await new Promise<void>((done) => provider.listen(0, '127.0.0.1', done));
  const roles = await startRoles({
    database,
    url: made.url,
    vault,
    roles: ['worker', 'scheduler'],
    dataFolder: folder,
    store: options.store ?? createLocalStore(storeFolder),
    host: 'test',
    alone: true,
    concurrency: options.concurrency ?? 4,
    egressAllow: ['127.0.0.1'],
    retryBaseMs: options.retryBaseMs ?? 50,
    now,
    fault: options.fault ?? noFault,
    onError: (error) => problems.push(error),
  });
  const rows: RunningWork['rows'] = (account, query) => readRows(database, account, query);
  return {
    database,
    roles,
    folder,
    storeFolder,
    answers,
    source: `http://127.0.0.1:${(provider.address() as AddressInfo).port}`,
    problems,
    rows,
    async publish(text, keys = []) {
      const account = await buildAccount(database);
      await database.withAccount(account.accountId, async (tx) => {
        for (const key of keys) await addKey(tx, vault, account.accountId, key);
      });
      return { ...account, changelistId: await publishText(database, account, text, now()) };
    },
    async settled(account, within = SETTLE) {
      const deadline = performance.now() + within;
      for (;;) {
        const states = await rows(account, sql<{ kind: string; state: string }>`select kind, state from unit`);
        const open = states.filter(({ state }) => state !== 'done');
        if (states.length > 0 && open.length === 0) return;
        if (performance.now() > deadline)
          throw new Error(`Of ${states.length} units are left: ${JSON.stringify(open)}`);
        await new Promise((done) => setTimeout(done, LOOK_AGAIN));
      }
    },
    delivered: (account, path) => join(folder, 'exports', account.accountId, path),
    async stop() {
      await roles.stop();
      await database.close();
      await made.drop();
      provider.closeAllConnections();
      await new Promise((done) => provider.close(done));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
