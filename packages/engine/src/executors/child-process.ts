import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { ProcessEnd } from './failures.ts';
import { type Jail, limitCommand, type ProcessLimits } from './jail.ts';
import { type ChildAnswer, lineReader } from './protocol.ts';

const PROGRAM = fileURLToPath(new URL('./child.mjs', import.meta.url));
const STDERR_KEPT = 4096;

/** A running database process. It answers in order; `ended` resolves once it is gone, for whatever reason. */
export type DatabaseProcess = {
  readonly pid: number;
  readonly ready: Promise<boolean>;
  readonly ended: Promise<ProcessEnd>;
  /** Whether a statement runs, or waits to. */
  readonly busy: boolean;
  /** Resolves with the answer, or with how the process ended instead of answering. */
  ask(sql: string): Promise<ChildAnswer | ProcessEnd>;
  limit(limits: ProcessLimits): Promise<void>;
  kill(): void;
};

export function startDatabaseProcess(jail: Jail): DatabaseProcess {
  const [program = process.execPath, ...rest] = [...jail.prefix, process.execPath, '--max-old-space-size=256', PROGRAM];
  const child: ChildProcessByStdio<Writable, Readable, Readable> = spawn(program, rest, {
    env: {},
    cwd: '/',
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const waiting: ((answer: ChildAnswer | ProcessEnd) => void)[] = [];
  const isReady = Promise.withResolvers<boolean>();
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
      const answer = JSON.parse(line) as ChildAnswer;
      if (answer.kind === 'ready') isReady.resolve(true);
      else waiting.shift()?.(answer);
    }),
  );
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-STDERR_KEPT);
  });
  // A write into a dead process fails here; how it ended is told by `close`.
  child.stdin.on('error', () => undefined);
  child.on('error', (error) => {
    stderr += String(error);
    finish(null, null);
  });
  child.on('close', finish);

  const pid = child.pid ?? -1;
  return {
    pid,
    ready: isReady.promise,
    ended: isOver.promise,
    get busy() {
      return waiting.length > 0;
    },
    ask(sql) {
      if (end) return Promise.resolve(end);
      const { promise, resolve } = Promise.withResolvers<ChildAnswer | ProcessEnd>();
      waiting.push(resolve);
      child.stdin.write(`${JSON.stringify({ sql })}\n`);
      return promise;
    },
    async limit(limits) {
      const [command = '', ...parameters] = limitCommand(pid, limits);
      const limiter = spawn(command, parameters, { env: {}, stdio: 'ignore' });
      const code = await new Promise<number | null>((resolve) => {
        limiter.on('error', () => resolve(null));
        limiter.on('close', resolve);
      });
      // An unlimited process must not run anybody's query.
      if (code !== 0) child.kill('SIGKILL');
    },
    kill: () => void child.kill('SIGKILL'),
  };
}
