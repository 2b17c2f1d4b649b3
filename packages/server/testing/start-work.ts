import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OAuthClients } from '@switchboard/connectors';
import { createLocalStore, type Executor, type FileStore } from '@switchboard/engine';
import { createTestExecutor } from '@switchboard/engine/testing';
import { type Fault, noFault } from '@switchboard/model/faults';
import { type RawBuilder, sql } from 'kysely';
import { type Database, openDatabase } from '../src/db/database.ts';
import { addKey, type KeyToStore } from '../src/identity/keys/add-key.ts';
import { createVault, type Vault } from '../src/identity/vault.ts';
import { type RunningRoles, startRoles } from '../src/programs/start-roles.ts';
import { type BuiltAccount, buildAccount, readRows } from './build-account.ts';
import { createDatabase, type TestDatabase } from './database.ts';
import { publishText } from './publish-text.ts';
import { type SourceAnswer, startSourceServer } from './source-server.ts';

/** Workers and the scheduler on a database, a store and a source of their own. */
export type RunningWork = {
  readonly database: Database;
  readonly roles: RunningRoles;
  /** Opens the keys of its accounts. */
  readonly vault: Vault;
  readonly folder: string;
  readonly storeFolder: string;
  /** Answers of the source, by path without query or by folder. A test may change them while work runs. */
  readonly answers: Map<string, SourceAnswer>;
  /** The source's address, without a slash at its end. */
  readonly source: string;
  /** Unexpected errors. */
  readonly problems: unknown[];
  /** A new account that has these keys and runs this script. Throws when the script has errors. */
  publish(text: string, keys?: readonly KeyToStore[]): Promise<BuiltAccount>;
  /** Rows of one account. */
  rows<T>(account: BuiltAccount, query: RawBuilder<T>): Promise<T[]>;
  /** Resolves when there are units and all are done. Throws after `within` milliseconds, with those that are not. */
  settled(account: BuiltAccount, within?: number): Promise<void>;
  /** Absolute path of what was delivered to a `file` destination. */
  delivered(account: BuiltAccount, path: string): string;
  /** The same installation on a copy of its database, as after a restore: one of both works at a time. Stopped before this one. */
  restore(url: string): Promise<RestoredWork>;
  /** Stops the workers and the scheduler, and closes the database. */
  halt(): Promise<void>;
  stop(): Promise<void>;
};

export type RestoredWork = Pick<RunningWork, 'database' | 'roles' | 'rows' | 'problems'> & { stop(): Promise<void> };

export type WorkOptions = {
  readonly fault?: Fault;
  readonly store?: FileStore;
  /** Epoch milliseconds; the schedule goes by it. */
  readonly now?: () => number;
  /** Milliseconds before the first retry. */
  readonly retryBaseMs?: number;
  /** Clients with which access tokens are refreshed. */
  readonly oauthClients?: OAuthClients;
  /** How many units run at once; one account's at most half as many. */
  readonly concurrency?: number;
  /** Absolute folder of its working files, exports and imports; one of its own without, which holds the store as well. */
  readonly dataFolder?: string;
  /** Runs the queries; DuckDB in the process of the test without. */
  readonly executor?: Executor;
  /** Makes the database; a copy of the template without. */
  readonly makeDatabase?: () => Promise<TestDatabase>;
};

/** How long an account's work may take, in milliseconds. */
const SETTLE = 90_000;
const POLL_INTERVAL = 50;

export async function startWork(options: WorkOptions = {}): Promise<RunningWork> {
  const { now = Date.now } = options;
  const vault = createVault(randomBytes(32));
  const made = await (options.makeDatabase ?? createDatabase)();
  const database = openDatabase({ url: made.url });
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-work-'));
  const dataFolder = options.dataFolder ?? folder;
  const storeFolder = join(folder, 'files');
  const answers = new Map<string, SourceAnswer>();
  const problems: unknown[] = [];
  const source = await startSourceServer((request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? '';
    const answer = answers.get(path) ?? answers.get(path.replace(/\/[^/]*$/, ''));
    if (answer) answer(request, response);
    else response.writeHead(404).end('no such report');
  });
  const start = (of: Database, url: string): Promise<RunningRoles> =>
    startRoles({
      database: of,
      url,
      vault,
      roles: ['worker', 'scheduler'],
      dataFolder,
      store: options.store ?? createLocalStore(storeFolder),
      host: 'test',
      alone: true,
      concurrency: options.concurrency ?? 4,
      executor: options.executor ?? createTestExecutor(),
      egressAllow: ['127.0.0.1'],
      oauthClients: options.oauthClients ?? new Map(),
      retryBaseMs: options.retryBaseMs ?? 50,
      pollMs: 2 * POLL_INTERVAL,
      asideMs: 10 * POLL_INTERVAL,
      now,
      fault: options.fault ?? noFault,
      onError: (error) => problems.push(error),
    });
  const roles = await start(database, made.url);
  let halted: Promise<void> | undefined;
  const halt = (): Promise<void> => (halted ??= roles.stop().then(() => database.close()));
  const rows: RunningWork['rows'] = (account, query) => readRows(database, account, query);
  return {
    database,
    roles,
    vault,
    folder,
    storeFolder,
    answers,
    source: source.url,
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
      // allow-clock -- the limit of a wait for a condition, which only a failure reaches
      const deadline = performance.now() + within;
      for (;;) {
        const states = await rows(account, sql<{ kind: string; state: string }>`select kind, state from unit`);
        const open = states.filter(({ state }) => state !== 'done');
        if (states.length > 0 && open.length === 0) return;
        // allow-clock -- as above
        if (performance.now() > deadline)
          throw new Error(`Of ${states.length} units, these are not done: ${JSON.stringify(open)}`);
        // allow-clock -- the interval of polls for the condition; units have no event that tests could await
        await new Promise((done) => setTimeout(done, POLL_INTERVAL));
      }
    },
    delivered: (account, path) => join(dataFolder, 'exports', account.accountId, path),
    async restore(url) {
      const restored = openDatabase({ url });
      const again = await start(restored, url);
      return {
        database: restored,
        roles: again,
        rows: (account, query) => readRows(restored, account, query),
        problems,
        async stop() {
          await again.stop();
          await restored.close();
        },
      };
    },
    halt,
    async stop() {
      await halt();
      await made.drop();
      await source.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
