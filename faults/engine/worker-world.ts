import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@switchboard/connectors/testing/database';
import { addKey } from '@switchboard/server/add-key';
import { type Database, openDatabase } from '@switchboard/server/database';
import {
  type BuiltAccount,
  buildAccount,
  createDatabase,
  keyToStore,
  publishText,
  readRows,
  startSourceServer,
} from '@switchboard/server/testing';
import { createVault } from '@switchboard/server/vault';
import type { RawBuilder } from 'kysely';
import type { WorkerSettings } from './worker-process.ts';

export type WorkerProcess = {
  readonly ended: Promise<string>;
  readonly ready: Promise<void>;
  kill(signal: NodeJS.Signals): void;
  isFrozen(): boolean;
  isRunning(): boolean;
  readonly errors: () => string;
};

/** A database, a store, a source and a warehouse, at which worker processes work that may be frozen and killed. */
export type WorkerWorld = {
  readonly database: Database;
  readonly warehouse: TestDatabase;
  /** The source's address; every path answers the same rows. */
  readonly source: string;
  /** Starts a worker with a data folder of its own, or, with `shared`, with one that all such workers share. */
  start(settings: Pick<WorkerSettings, 'host' | 'alone' | 'signal'>, shared?: 'shared'): WorkerProcess;
  publish(text: string): Promise<BuiltAccount>;
  rows<T>(account: BuiltAccount, query: RawBuilder<T>): Promise<T[]>;
  exported(account: BuiltAccount, path: string): string;
  stop(): Promise<void>;
};

export async function openWorkerWorld(report: string): Promise<WorkerWorld> {
  const made = await createDatabase();
  const database = openDatabase({ url: made.url });
  const warehouse = await createTestDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-workers-'));
  const exports = join(folder, 'exports');
  mkdirSync(exports);
  const masterKey = randomBytes(32);
  const source = await startSourceServer((_, response) => void response.writeHead(200).end(report));
  const children: { readonly child: ChildProcess; readonly process: WorkerProcess }[] = [];
  return {
    database,
    warehouse,
    source: source.url,
    start(settings, shared) {
      const own = shared ? folder : mkdtempSync(join(folder, 'worker-'));
      if (!shared) symlinkSync(exports, join(own, 'exports'));
      const all: WorkerSettings = {
        ...settings,
        url: made.url,
        folder: own,
        storeFolder: join(folder, 'files'),
        masterKey: masterKey.toString('base64'),
      };
      const child = spawn(process.execPath, [join(import.meta.dirname, 'worker-process.ts')], {
        env: { PATH: process.env['PATH'], WORKER: JSON.stringify(all) },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const started = toProcess(child);
      children.push({ child, process: started });
      return started;
    },
    async publish(text) {
      const account = await buildAccount(database);
      const { accountId } = account;
      await database.withAccount(accountId, (tx) =>
        addKey(tx, createVault(masterKey), accountId, keyToStore(warehouse.key)),
      );
      await publishText(database, account, text);
      return account;
    },
    rows: (account, query) => readRows(database, account, query),
    exported: (account, path) => join(exports, account.accountId, path),
    async stop() {
      for (const { process: one } of children) one.kill('SIGKILL');
      await Promise.all(children.map(({ process: one }) => one.ended));
      await warehouse.close();
      await database.close();
      await made.drop();
      await source.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function toProcess(child: ChildProcess): WorkerProcess {
  let errors = '';
  child.stderr?.on('data', (piece: Buffer) => (errors += piece.toString()));
  const ready = new Promise<void>((done) => {
    child.stdout?.once('data', () => done());
    child.once('close', () => done());
  });
  const ended = new Promise<string>((done) => {
    child.once('close', (code, signal) => done(signal ?? String(code)));
  });
  const state = (): string => {
    try {
      return readFileSync(`/proc/${child.pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .slice(0, 1);
    } catch {
      return 'X';
    }
  };
  return {
    ended,
    ready,
    kill: (signal) => void child.kill(signal),
    isFrozen: () => state() === 'T',
    isRunning: () => child.exitCode === null && child.signalCode === null,
    errors: () => errors,
  };
}
