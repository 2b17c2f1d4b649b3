import duckdb from '@duckdb/node-bindings';
import { PipelineError } from '@switchboard/model';
import { configure } from '../src/executors/configuration.ts';
import type { Executor, SqlJob, SqlSession } from '../src/executors/executor.ts';
import { queryFailure, timeExceeded } from '../src/executors/failures.ts';
import { pathsOf } from '../src/executors/job-paths.ts';
import { runStatement } from '../src/executors/run-statement.mjs';

const SPILL_BYTES = 1024 ** 3;

/**
 * An executor whose sessions are databases in this process, each with the settings, folders and limits of its job as in production. It has
 * no jail, and needs no process for a session, which costs ten times as much as what most tests do in one.
 */
export function createInProcessExecutor({ threads }: { readonly threads: number }): Executor {
  const open = new Set<SqlSession>();
  return {
    async open(job, signal) {
      signal.throwIfAborted();
      const session = await openSession(job, signal, threads);
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

async function openSession(job: SqlJob, signal: AbortSignal, maxThreads: number): Promise<SqlSession> {
  const database = await duckdb.open(':memory:');
  const connection = await duckdb.connect(database);
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
  const timer = setTimeout(() => endBecause(() => timeExceeded(job)), job.timeoutMs);
  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
    endBecause(() => new PipelineError('PROCESS_STOPPED', { how: 'its session was closed' }));
    await queue;
    duckdb.disconnect_sync(connection);
    duckdb.close_sync(database);
  };
  const run = async (sql: string): ReturnType<typeof runStatement> => {
    throwIfEnded();
    const reply = await runStatement(connection, sql);
    throwIfEnded();
    return reply;
  };
  const session: SqlSession = {
    async run(sql, { table = 'result' } = {}) {
      const running = queue.then(() => run(sql));
      queue = running.catch(() => undefined);
      const reply = await running;
      if (reply.kind === 'error') throw queryFailure(reply.message, table, job);
      return reply.kind === 'rows' ? reply.rows : [];
    },
    close: () => (closing ??= close()),
  };
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    const settings = {
      threads: Math.min(job.threads ?? maxThreads, maxThreads),
      memoryBytes: job.memoryBytes,
      spillBytes: SPILL_BYTES,
      ...(await pathsOf(job)),
      spillFolder: job.writes[0] ?? null,
    };
    await session.run(`${configure(settings).join(';\n')};`);
    return session;
  } catch (error) {
    await session.close();
    throw error;
  }
}
