import { createExecutor, type Executor, type SqlSession } from '@switchboard/engine';
import { PipelineError } from '@switchboard/model/errors/errors';

const MEMORY_BYTES = 512 * 1024 ** 2;
/** A process keeps some memory of each job: after some thousand of them it reached its limit. */
const MAX_JOBS = 1000;
const DAY_MS = 24 * 60 * 60_000;
const CREATED = /^CREATE TEMP (VIEW|TABLE) ("(?:[^"]|"")*")/;

const lateError = (limitMs: number, cause: unknown): PipelineError =>
  new PipelineError('QUERY_TIME', { limit: `${limitMs} ms` }, { cause });

/** An executor whose jobs run one after the other in one database process, which is replaced after it died or was too slow. */
export type OneProcessExecutor = Executor & {
  /** Processes that ended before they were stopped. */
  readonly crashes: number;
};

/**
 * Starts no process for a job, so that thousands of small ones take little time. A job must close its session before the next
 * one opens its own; closing removes the job's temporary tables.
 * @param folder all files that jobs read or write
 * @param limitMs of one statement; QUERY_TIME is thrown beyond it
 */
export function createOneProcessExecutor(folder: string, limitMs: number): OneProcessExecutor {
  const executor = createExecutor({ poolSize: 1, threads: 1, longJobSeconds: Number.POSITIVE_INFINITY });
  let opening: Promise<SqlSession> | undefined;
  let crashes = 0;
  let jobs = 0;

  const replace = async (): Promise<void> => {
    const session = await opening?.catch(() => undefined);
    opening = undefined;
    await session?.close();
  };

  return {
    get crashes() {
      return crashes;
    },
    async open(_job, signal) {
      jobs += 1;
      if (jobs % MAX_JOBS === 0) await replace();
      opening ??= executor.open(
        { reads: [folder], writes: [folder], memoryBytes: MEMORY_BYTES, timeoutMs: DAY_MS, threads: 1 },
        new AbortController().signal,
      );
      const session = await opening;
      const created: string[] = [];
      const run: SqlSession['run'] = async (sql, options) => {
        signal.throwIfAborted();
        let isLate = false;
        const timer = setTimeout(() => {
          isLate = true;
          void replace();
        }, limitMs);
        try {
          const rows = await session.run(sql, options);
          const [, kind = '', name = ''] = CREATED.exec(sql) ?? [];
          if (name !== '') created.push(`DROP ${kind} IF EXISTS ${name}`);
          return rows;
        } catch (error) {
          if (isLate) throw lateError(limitMs, error);
          if (error instanceof PipelineError && error.code === 'PROCESS_STOPPED') {
            crashes += 1;
            await replace();
          }
          throw error;
        } finally {
          clearTimeout(timer);
        }
      };
      const close = async (): Promise<void> => {
        const now = await opening?.catch(() => undefined);
        if (now === session && created.length > 0) await session.run(`${created.reverse().join('; ')};`);
      };
      return { run, close };
    },
    stop: () => executor.stop(),
  };
}
