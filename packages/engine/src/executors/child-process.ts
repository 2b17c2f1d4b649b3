import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Sandbox, type SandboxJob, startSandboxed } from '@switchboard/connectors';
import type { ProcessEnd } from './failures.ts';
import { type ChildReply, type ChildRequest, lineReader } from './protocol.ts';

const PROGRAM = fileURLToPath(new URL('./child.mjs', import.meta.url));
/** The folders of the program and of its two libraries; that of the bindings also holds their binaries. */
const SEES = [
  ...new Set([
    dirname(PROGRAM),
    ...['@duckdb/node-bindings', '@duckdb/node-api'].map((name) =>
      fileURLToPath(import.meta.resolve(name)).replace(/(\/@duckdb)\/.*$/, '$1'),
    ),
  ]),
];
const MAX_STDERR_LENGTH = 4096;
/** Address space that an emptied process may hold beyond what it had at its start. Its next job would reserve most of it, too. */
const MAX_GROWTH_BYTES = 384 * 1024 ** 2;
const PAGE_BYTES = 4096;

/** The address space of a process. Linux. */
const addressedBytes = async (pid: number): Promise<number> =>
  Number((await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ', 1)[0]) * PAGE_BYTES;

/** A running database process. It replies in order; `ended` resolves once it has exited, for any reason. */
export type DatabaseProcess = {
  /** As seen from here; -1 when it was not started. */
  readonly pid: Promise<number>;
  readonly ready: Promise<boolean>;
  readonly ended: Promise<ProcessEnd>;
  /** Whether a statement runs or is queued. */
  readonly busy: boolean;
  /** Resolves with the reply, or with the process's end if it exits before replying. */
  send(sql: string): Promise<ChildReply | ProcessEnd>;
  /**
   * Empties the process for another job of the same account: a new database, none of the files. Resolves with false when
   * that failed: then the process must be killed.
   */
  empty(): Promise<boolean>;
  /**
   * Gives the process the files and limits of its job.
   * @throws SandboxRefused
   */
  allow(job: SandboxJob): Promise<boolean>;
  kill(): void;
};

export function startDatabaseProcess(sandbox: Sandbox): DatabaseProcess {
  const program = [process.execPath, '--max-old-space-size=256', PROGRAM];
  const { child, pid, allow, clear } = startSandboxed(sandbox, program, SEES);
  const waiting: ((reply: ChildReply | ProcessEnd) => void)[] = [];
  const isReady = Promise.withResolvers<boolean>();
  const addressed = Promise.all([pid, isReady.promise]).then(([id, ready]) => (ready ? addressedBytes(id) : 0));
  // Asked for once the process is emptied; an unreadable process is not used again.
  addressed.catch(() => undefined);
  const isOver = Promise.withResolvers<ProcessEnd>();
  let stderr = '';
  let end: ProcessEnd | undefined;

  const finish = (code: number | null, signal: string | null): void => {
    if (end) return;
    end = { code, signal, stderr };
    isReady.resolve(false);
    isOver.resolve(end);
    for (const settle of waiting.splice(0)) settle(end);
  };
  child.stdout.setEncoding('utf8').on(
    'data',
    lineReader((line) => {
      const reply = JSON.parse(line) as ChildReply;
      if (reply.kind === 'ready') isReady.resolve(true);
      else waiting.shift()?.(reply);
    }),
  );
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-MAX_STDERR_LENGTH);
  });
  // A write to a dead process fails here; the `close` event has its exit code.
  child.stdin.on('error', () => undefined);
  child.on('error', (error) => {
    stderr += String(error);
    finish(null, null);
  });
  child.on('close', finish);

  const request = (request: ChildRequest): Promise<ChildReply | ProcessEnd> => {
    if (end) return Promise.resolve(end);
    const { promise, resolve } = Promise.withResolvers<ChildReply | ProcessEnd>();
    waiting.push(resolve);
    child.stdin.write(`${JSON.stringify(request)}\n`);
    return promise;
  };

  return {
    pid,
    ready: isReady.promise,
    ended: isOver.promise,
    get busy() {
      return waiting.length > 0;
    },
    send: (sql) => request({ sql }),
    async empty() {
      // The database closes its files before they are taken away.
      const reply = await request({ reset: true });
      if (!('kind' in reply) || reply.kind !== 'reset' || !(await clear())) return false;
      const now = await pid.then(addressedBytes).catch(() => Number.POSITIVE_INFINITY);
      return now - (await addressed.catch(() => 0)) <= MAX_GROWTH_BYTES;
    },
    allow,
    kill: () => void child.kill('SIGKILL'),
  };
}
