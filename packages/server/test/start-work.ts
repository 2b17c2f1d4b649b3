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
import { expect } from 'vitest';
import { type Database, openDatabase } from '../src/db/database.ts';
import { createVault } from '../src/features/keys/vault.ts';
import { publishScript } from '../src/features/scripts/publish.ts';
import { type RunningRoles, startRoles } from '../src/roles/start-roles.ts';
import { type BuiltAccount, buildAccount } from './build-account.ts';
import { createDatabase } from './database.ts';

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
  /** A new account that runs this script. */
  publish(text: string): Promise<BuiltAccount>;
  /** Rows of one account. */
  rows<T>(account: BuiltAccount, query: RawBuilder<T>): Promise<T[]>;
  /** Until no unit of the account is left to do. */
  settled(account: BuiltAccount): Promise<void>;
  /** Absolute path of what was delivered to a `file` destination. */
  delivered(account: BuiltAccount, path: string): string;
  stop(): Promise<void>;
};

export const csvAnswer =
  (header: string, rows: readonly string[]): SourceAnswer =>
  (_, response) => {
    response.writeHead(200, { 'content-type': 'text/csv' }).end([header, ...rows, ''].join('\n'));
  };

export async function startWork(
  options: { readonly fault?: Fault; readonly store?: FileStore } = {},
): Promise<RunningWork> {
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
    vault: createVault(randomBytes(32)),
    roles: ['worker', 'scheduler'],
    dataFolder: folder,
    store: options.store ?? createLocalStore(storeFolder),
    host: 'test',
    alone: true,
    concurrency: 4,
    egressAllow: ['127.0.0.1'],
    retryBaseMs: 50,
    fault: options.fault ?? noFault,
    onError: (error) => problems.push(error),
  });
  const rows = async <T>(account: BuiltAccount, query: RawBuilder<T>): Promise<T[]> =>
    (await database.withAccount(account.accountId, (tx) => query.execute(tx))).rows;
  return {
    database,
    roles,
    folder,
    storeFolder,
    answers,
    source: `http://127.0.0.1:${(provider.address() as AddressInfo).port}`,
    problems,
    rows,
    async publish(text) {
      const account = await buildAccount(database);
      const { accountId } = account;
      const files = [{ path: 'a.sbs', text }];
      const published = await database.withAccount(accountId, (tx) =>
        publishScript(tx, { accountId, description: 'Test', files, personId: null, now: Date.now() }),
      );
      expect(published.messages.filter((message) => message.type === 'error')).toEqual([]);
      return published.kind === 'published' ? { ...account, changelistId: published.changelistId } : account;
    },
    async settled(account) {
      const open = async (): Promise<number> => {
        const [row] = await rows(
          account,
          sql<{ made: number; open: number }>`
            select count(*) as made, count(*) filter (where state <> 'done') as open from unit`,
        );
        return !row || row.made === 0 ? -1 : row.open;
      };
      await expect.poll(open, { timeout: 90_000, interval: 50 }).toBe(0);
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
