import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import type { Duplex, Readable, Writable } from 'node:stream';
import { ownUserOption, PERL, type Sandbox } from './detect-sandbox.ts';

/** Limits of one running program. Sizes in bytes. */
export type ProcessLimits = {
  /** Beyond the memory that the program has addressed so far. */
  readonly memoryBytes: number;
  readonly cpuSeconds: number;
  readonly fileBytes: number;
  /** Whether they may be higher for another job of the same program, which is cleared between; false without. */
  readonly isRaised?: boolean;
};

/** The files and limits of a program's job. */
export type SandboxJob = {
  /** Absolute paths of files and folders. One that does not exist stays so to the program. */
  readonly reads: readonly string[];
  /** Absolute folders that exist. */
  readonly writes: readonly string[];
  readonly limits: ProcessLimits | null;
};

/** The kernel refused a part of the sandbox to a running program. */
export class SandboxRefused extends Error {
  override readonly name = 'SandboxRefused';
  /** Whether only the user of its own is refused: the file system of a file cannot show it to another user. */
  readonly isUser: boolean;
  constructor(reason: string) {
    super(reason);
    this.isUser = reason.startsWith('user:');
  }
}

export type SandboxedProcess = {
  /** Ends as the program ends. A signal that ends it ends the program. */
  readonly child: ChildProcessByStdio<Writable, Readable, Readable>;
  /** The program's process, as seen from here; -1 when it was not started. */
  readonly pid: Promise<number>;
  /**
   * Gives the program its files and limits. Resolves with false when the program has ended.
   * @throws SandboxRefused
   */
  allow(job: SandboxJob): Promise<boolean>;
  /**
   * Takes the files of its job away from a program that has closed them, so that it may be given another job. Resolves with
   * false when they stay within reach, or the program has ended: then it must not be used again.
   */
  clear(): Promise<boolean>;
};

const PAGE_BYTES = 4096;
const hex = (path: string): string => Buffer.from(path).toString('hex');

/**
 * Starts a program in the sandbox with an empty environment. It sees no file but libraries and `sees`, until it is given its job.
 * @param program path and arguments
 * @param sees absolute paths of the files and folders that the program is made of
 */
export function startSandboxed(
  sandbox: Sandbox,
  program: readonly string[],
  sees: readonly string[],
): SandboxedProcess {
  return sandbox.kind === 'launcher' ? launch(sandbox, program, sees) : startPrefixed(sandbox, program);
}

function launch(sandbox: Sandbox, program: readonly string[], sees: readonly string[]): SandboxedProcess {
  const more = sandbox.prefix.includes('--spaces=none') ? [] : sees.map((path) => `--see=${path}`);
  const user = sandbox.ownUser ? [ownUserOption()] : [];
  const child = spawn(PERL, [...sandbox.prefix, ...user, ...more, '--', ...program], {
    env: {},
    cwd: '/',
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
  }) as ChildProcess as ChildProcessByStdio<Writable, Readable, Readable>;
  const control = child.stdio[3] as Duplex;
  const isStarted = Promise.withResolvers<number>();
  let answer: ((line: string | null) => void) | undefined;
  let refusal: string | null = null;
  let pending = '';
  let isOver = false;
  control.on('error', () => undefined);
  control.setEncoding('utf8').on('data', (text: string) => {
    const lines = (pending + text).split('\n');
    pending = lines.pop() ?? '';
    for (const line of lines) {
      const [word, ...rest] = line.split(' ');
      if (word === 'started') isStarted.resolve(Number(rest[0]));
      else if (answer !== undefined) answer(line);
      else if (word === 'refused') refusal = line;
    }
  });
  const finish = (): void => {
    isOver = true;
    isStarted.resolve(-1);
    answer?.(refusal);
  };
  child.on('error', finish);
  child.on('close', finish);
  /** Gives an order and resolves with the answer; null when the launcher has ended without one. */
  const order = (lines: string): Promise<string | null> => {
    const { promise, resolve } = Promise.withResolvers<string | null>();
    answer = resolve;
    if (isOver || refusal !== null) resolve(refusal);
    else control.write(`${lines}go\n`);
    return promise;
  };
  return {
    child,
    pid: isStarted.promise,
    clear: async () => (await order('clear\n')) === 'ready',
    async allow({ reads, writes, limits }) {
      if ((await isStarted.promise) < 0 && refusal === null) return false;
      // A folder comes before what lies in it, and is not to cover it.
      const paths = [...reads.map((path) => ['r', path]), ...writes.map((path) => ['w', path])];
      const lines = paths.toSorted(([, one = ''], [, other = '']) => one.length - other.length);
      const ordered = lines.map(([kind = '', path = '']) => `${kind} ${hex(path)}\n`).join('');
      const limit =
        limits &&
        `limits ${limits.memoryBytes} ${limits.cpuSeconds} ${limits.fileBytes}${limits.isRaised === true ? ' soft' : ''}\n`;
      const line = await order(`${ordered}${limit ?? ''}`);
      if (line === null) return false;
      if (line !== 'ready') throw new SandboxRefused(line.replace(/^refused /, ''));
      return true;
    },
  };
}

function startPrefixed(sandbox: Sandbox, program: readonly string[]): SandboxedProcess {
  const [command = '', ...rest] = [...sandbox.prefix, ...program];
  const child: ChildProcessByStdio<Writable, Readable, Readable> = spawn(command, rest, {
    env: {},
    cwd: '/',
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const pid = child.pid ?? -1;
  return {
    child,
    pid: Promise.resolve(pid),
    // Without namespaces there is nothing that a file could be taken away from.
    clear: async () => false,
    async allow({ limits }) {
      if (!sandbox.limits || limits === null) return true;
      const [pages = '0'] = (await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ');
      const memory = Number(pages) * PAGE_BYTES + limits.memoryBytes;
      const sizes = [`--as=${memory}`, `--cpu=${limits.cpuSeconds}`, `--fsize=${limits.fileBytes}`];
      const limiter = spawn('/usr/bin/prlimit', [`--pid=${pid}`, ...sizes], { env: {}, stdio: 'ignore' });
      const code = await new Promise<number | null>((resolve) => {
        limiter.on('error', () => resolve(null));
        limiter.on('close', resolve);
      });
      // A process without limits must not run a query.
      if (code !== 0) child.kill('SIGKILL');
      return code === 0;
    },
  };
}
