import { tmpdir } from 'node:os';
import { join } from 'node:path';
import duckdb from '@duckdb/node-bindings';
import { PipelineError } from '@switchboard/model/errors/errors';
import { configure, sqlText } from '../src/executors/configuration.ts';
import type { Executor, SqlJob, SqlSession } from '../src/executors/executor.ts';
import { queryFailure, timeExceeded } from '../src/executors/failures.ts';
import { pathsOf } from '../src/executors/job-paths.ts';
import { runStatement } from '../src/executors/run-statement.mjs';

const MAX_THREADS = 2;
const SPILL_BYTES = 1024 ** 3;
/** Jobs that may use so much share a database. */
const SHARED_BYTES = 512 * 1024 ** 2;

/** A database for one session. */
type SessionDatabase = { readonly connection: duckdb.Connection; close(): Promise<void> };

/**
 * An executor whose sessions are databases in this process. It has no jail, and needs no process for a session, which costs twenty times
 * as much as what most tests do in one. As in production, a statement reaches only the files of its job.
 */
export function createInProcessExecutor(): Executor {
  const open = new Set<SqlSession>();
  return {
    async open(job, signal) {
      signal.throwIfAborted();
      const session = await openSession(job, signal);
      open.add(session);
      return {
        run: session.run,
        close: () => {
          open.delete(session);
          return session.close();
        },
      };
    },
    async stop() {
      await Promise.all([...open].map((session) => session.close()));
      open.clear();
    },
  };
}

async function openSession(job: SqlJob, signal: AbortSignal): Promise<SqlSession> {
  const paths = await pathsOf(job);
  const database = isOrdinary(job) ? await openShared() : await openOwn(job, paths);
  const { connection } = database;
  let queue: Promise<unknown> = Promise.resolve();
  /** Why the session ended, once it has. */
  const reasons: (() => unknown)[] = [];
  const throwIfEnded = (): void => {
    const [reason] = reasons;
    if (reason !== undefined) throw reason();
  };
  const endBecause = (reason: () => unknown): void => {
    reasons.push(reason);
    duckdb.interrupt(connection);
  };
  const onAbort = (): void => endBecause(() => signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  const timer = setTimeout(() => endBecause(() => timeExceeded(job)), job.timeoutMs);
  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
    endBecause(() => new PipelineError('PROCESS_STOPPED', { how: 'its session was closed' }));
    await queue;
    await database.close();
  };
  const run = async (sql: string): ReturnType<typeof runStatement> => {
    throwIfEnded();
    const stray = strayPath(sql, [...paths.files, ...paths.folders]);
    if (stray !== undefined)
      return { kind: 'error', message: `Permission Error: Cannot access file "${stray}" - not a file of the job` };
    const reply = await runStatement(connection, sql);
    throwIfEnded();
    return reply;
  };
  return {
    async run(sql, { table = 'result' } = {}) {
      const running = queue.then(() => run(sql));
      queue = running.catch(() => undefined);
      const reply = await running;
      if (reply.kind === 'error') throw queryFailure(reply.message, table, job);
      return reply.kind === 'rows' ? reply.rows : [];
    },
    close: () => (closing ??= close()),
  };
}

/** Whether a job needs no limits that hold for a whole database. */
const isOrdinary = ({ memoryBytes, threads }: SqlJob): boolean => memoryBytes >= SHARED_BYTES && threads === undefined;

/** The first path below the system's temporary folder in a statement that is none of these files, and below none of them. */
function strayPath(sql: string, allowed: readonly string[]): string | undefined {
  const paths = [...sql.matchAll(/'(\/(?:[^']|'')*)'/g)].map(([, text = '']) => text.replaceAll("''", "'"));
  return paths
    .filter((path) => path.startsWith(`${tmpdir()}/`))
    .find((path) => !allowed.some((one) => path === one || path.startsWith(`${one}/`)));
}

async function runAll(connection: duckdb.Connection, statements: readonly string[]): Promise<void> {
  const reply = await runStatement(connection, `${statements.join(';\n')};`);
  if (reply.kind === 'error') throw new Error(reply.message);
}

let shared: Promise<duckdb.Database> | undefined;
let sessions = 0;

async function openShared(): Promise<SessionDatabase> {
  shared ??= duckdb.open(':memory:');
  const connection = await duckdb.connect(await shared);
  sessions += 1;
  const name = `session_${sessions}`;
  const spill = sqlText(join(tmpdir(), `duckdb-spill-${process.pid}`));
  await runAll(connection, [
    `SET threads = ${MAX_THREADS}`,
    `SET temp_directory = ${spill}`,
    "SET TimeZone = 'UTC'",
    `ATTACH ':memory:' AS ${name}`,
    `USE ${name}`,
  ]);
  return {
    connection,
    close: async () => {
      await runStatement(connection, `USE memory; DETACH ${name};`);
      duckdb.disconnect_sync(connection);
    },
  };
}

async function openOwn(job: SqlJob, paths: Awaited<ReturnType<typeof pathsOf>>): Promise<SessionDatabase> {
  const database = await duckdb.open(':memory:');
  const connection = await duckdb.connect(database);
  const spillFolder = job.writes[0] ?? null;
  const threads = Math.min(job.threads ?? MAX_THREADS, MAX_THREADS);
  await runAll(
    connection,
    configure({ threads, memoryBytes: job.memoryBytes, spillBytes: SPILL_BYTES, ...paths, spillFolder }),
  );
  return {
    connection,
    close: async () => {
      duckdb.disconnect_sync(connection);
      duckdb.close_sync(database);
    },
  };
}
