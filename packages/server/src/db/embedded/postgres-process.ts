import type { ChildProcess } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { systemEnvironment } from '../../env.ts';
import { commandOf, isAlive } from './process-identity.ts';
import { spawnUnprivileged } from './unprivileged.ts';

export type PostgresServer = {
  readonly port: number;
  /** Resolves when the process has ended, for any reason. */
  readonly ended: Promise<unknown>;
  stop(): Promise<void>;
};

export type RunOptions = {
  readonly program: string;
  readonly data: string;
  readonly logFile: string;
  readonly port: number | undefined;
  /** A fixed port that is busy is an error; otherwise another port is chosen. */
  readonly fixedPort: boolean;
  readonly durable: boolean;
};

const START_TIMEOUT = 60_000;
const FAST_TIMEOUT = 7_000;
const IMMEDIATE_TIMEOUT = 5_000;
const POLL = 20;

/** Starts PostgreSQL on a prepared folder and waits until it takes connections. */
export async function runPostgres(options: RunOptions): Promise<PostgresServer> {
  const deadline = Date.now() + START_TIMEOUT;
  let port = options.port;
  for (;;) {
    if (port === undefined || (!options.fixedPort && !(await isFree(port)))) port = await freePort();
    const failure = await tryStart(options, port, deadline);
    if (typeof failure !== 'string') return failure;
    const portTaken = /could not bind|could not create any TCP/.test(failure);
    if (portTaken && !options.fixedPort && Date.now() < deadline) {
      port = undefined;
      continue;
    }
    // Processes of a killed server need a moment to notice and leave its shared memory.
    if (/shared memory block.*still in use|lock file .* already exists/.test(failure) && Date.now() < deadline) {
      await delay(200);
      continue;
    }
    throw new Error(`The embedded database did not start. It said: ${failure}`);
  }
}

/** One attempt; answers what PostgreSQL said when it ended instead of serving. */
async function tryStart(options: RunOptions, port: number, deadline: number): Promise<PostgresServer | string> {
  const before = existsSync(options.logFile) ? statSync(options.logFile).size : 0;
  const output = openSync(options.logFile, 'a', 0o600);
  const child = spawnUnprivileged(
    options.program,
    ['-D', options.data, ...settings(port, options.durable).flatMap((setting) => ['-c', setting])],
    // A session of its own: Ctrl-C in the terminal reaches only the program, which drains before it stops the database.
    { stdio: ['ignore', output, output], detached: true, env: systemEnvironment() },
    [options.data],
  );
  closeSync(output);
  const ended = waitForExit(child);
  let exited = false;
  void ended.then(() => (exited = true));
  // When the program ends without stopping us (an uncaught error), the database still shuts down by itself.
  const onExit = (): void => void child.kill('SIGINT');
  process.once('exit', onExit);
  while (!exited && !isReady(options.data, child.pid)) {
    if (Date.now() > deadline) {
      child.kill('SIGQUIT');
      await ended;
      break;
    }
    await Promise.race([ended, delay(POLL)]);
  }
  if (exited) {
    process.off('exit', onExit);
    return readFileSync(options.logFile, 'utf8').slice(before).trim().slice(-2_000) || 'nothing';
  }
  child.unref();
  return {
    port,
    ended,
    stop: async () => {
      child.ref();
      await shutDown(child, ended);
      process.off('exit', onExit);
    },
  };
}

const MIN_CACHE = 128;
const MAX_CACHE = 1024;

/** Megabytes of the database's cache on a machine with this many bytes of memory; a page that is not there costs several times as much. */
const cacheSize = (memory: number): number =>
  Math.min(MAX_CACHE, Math.max(MIN_CACHE, Math.floor(memory / 16 / 1024 ** 2)));

function settings(port: number, durable: boolean): string[] {
  return [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    'unix_socket_directories=',
    'max_connections=200',
    `shared_buffers=${durable ? cacheSize(totalmem()) : MIN_CACHE}MB`,
    'timezone=UTC',
    'jit=off',
    'log_min_messages=warning',
    `fsync=${durable ? 'on' : 'off'}`,
    `synchronous_commit=${durable ? 'on' : 'off'}`,
    `full_page_writes=${durable ? 'on' : 'off'}`,
  ];
}

/** PostgreSQL writes its process id, and on the eighth line its state, into this file. */
function isReady(data: string, pid: number | undefined): boolean {
  const lines = postmaster(data);
  return Number(lines?.[0]) === pid && lines?.[7]?.trim() === 'ready';
}

function postmaster(data: string): string[] | null {
  try {
    return readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return null;
  }
}

async function shutDown(child: ChildProcess, ended: Promise<number | string>): Promise<void> {
  child.kill('SIGINT');
  const patient = await Promise.race([ended.then(() => true), delay(FAST_TIMEOUT, false, { ref: false })]);
  if (!patient) {
    child.kill('SIGQUIT');
    const quick = await Promise.race([ended.then(() => true), delay(IMMEDIATE_TIMEOUT, false, { ref: false })]);
    if (!quick) child.kill('SIGKILL');
  }
  await ended;
}

/** Ends the PostgreSQL that a killed program left running on this folder, or clears the traces of a dead one. */
export async function stopLeftover(data: string, log: (line: string) => void): Promise<void> {
  const pid = Number(postmaster(data)?.[0]);
  if (!Number.isInteger(pid) || pid <= 0) return;
  const command = commandOf(pid);
  if (!isAlive(pid) || (process.platform !== 'win32' && !(command.includes('postgres') && command.includes(data)))) {
    rmSync(join(data, 'postmaster.pid'), { force: true });
    return;
  }
  log(`Stopping the database that an earlier program left running (process ${pid}) …`);
  for (const [signal, patience] of [
    ['SIGINT', 20_000],
    ['SIGQUIT', 20_000],
    ['SIGKILL', 10_000],
  ] as const) {
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    const deadline = Date.now() + patience;
    while (isAlive(pid) && Date.now() < deadline) await delay(POLL);
    if (!isAlive(pid)) return;
  }
  throw new Error(`The database process ${pid} does not end. End it, then start again.`);
}

/** The exit code of a child process, or the signal that ended it. Rejects when it could not be started. */
export function waitForExit(child: ChildProcess): Promise<number | string> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? signal ?? 'an unknown signal'));
  });
}

function freePort(): Promise<number> {
  return listenOnce(0) as Promise<number>;
}

async function isFree(port: number): Promise<boolean> {
  return (await listenOnce(port)) !== null;
}

function listenOnce(port: number): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (port !== 0 && (error.code === 'EADDRINUSE' || error.code === 'EACCES')) resolve(null);
      else reject(error);
    });
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : null));
    });
  });
}
