import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { ProcessEnd } from './failures.ts';
import { type Jail, limitCommand, type ProcessLimits } from './jail.ts';
import { type ChildReply, lineReader } from './protocol.ts';

const PROGRAM = fileURLToPath(new URL('./child.mjs', import.meta.url));
const MAX_STDERR_LENGTH = 4096;

/** A running database process. It replies in order; `ended` resolves once it has exited, for any reason. */
export type DatabaseProcess = {
  readonly pid: number;
  readonly ready: Promise<boolean>;
  readonly ended: Promise<ProcessEnd>;
  /** Whether a statement runs or is queued. */
  readonly busy: boolean;
  /** Resolves with the reply, or with the process's end if it exits before replying. */
  send(sql: string): Promise<ChildReply | ProcessEnd>;
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
  const waiting: ((reply: ChildReply | ProcessEnd) => void)[] = [];
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

  const pid = child.pid ?? -1;
  return {
    pid,
    ready: isReady.promise,
    ended: isOver.promise,
    get busy() {
      return waiting.length > 0;
    },
    send(sql) {
      if (end) return Promise.resolve(end);
      const { promise, resolve } = Promise.withResolvers<ChildReply | ProcessEnd>();
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
      // A process without limits must not run a query.
      if (code !== 0) child.kill('SIGKILL');
    },
    kill: () => void child.kill('SIGKILL'),
  };
}
