import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from './until.ts';

const ROOT = join(import.meta.dirname, '..');
/** Long enough for the first start of a tree, which builds the console, on a busy machine. */
const START_LIMIT = 400_000;
const STOP_LIMIT = 15_000;

export type Product = {
  /** The console's origin, without a trailing slash. */
  readonly url: string;
  readonly dataDir: string;
  /** The program's output so far. */
  readonly output: () => string;
  /** Sends SIGINT and waits for the exit. Throws when it takes too long. */
  readonly stop: () => Promise<void>;
};

export type StartOptions = {
  /** Report dates the demo runs; null for a product without a demo. */
  readonly days: number | null;
  /** Settings of the program besides those of a demo. */
  readonly env?: Readonly<Record<string, string>>;
};

/**
 * Starts the product as `npm start` does, on a free port and an empty data folder.
 * @throws an error with its output when it exits or does not answer in time
 */
export async function startProduct({ days, env = {} }: StartOptions): Promise<Product> {
  const port = await freePort();
  const dataDir = mkdtempSync(join(tmpdir(), 'switchboard-e2e-'));
  const url = `http://localhost:${port}`;
  const child = spawn(process.execPath, [join(ROOT, 'packages/cli/bin/switchboard.mjs'), 'start'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      ...(days === null ? { DEMO: 'off' } : { DEMO: 'on', DEMO_DAYS: String(days) }),
      NODE_ENV: '',
      // All tests sign in from one address.
      SIGN_IN_PAGES: '1000000',
      SIGN_IN_FAILURES: '1000000',
      ...env,
    },
  });
  let printed = '';
  let ended = false;
  let stopping = false;
  const exit = new Promise<void>((resolve) => {
    child.on('close', (code, signal) => {
      ended = true;
      if (!stopping) console.error(`The product ended by itself (${signal ?? code}):\n${printed}`);
      resolve();
    });
  });
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (piece: Buffer) => (printed += piece.toString()));

  const stop = async (): Promise<void> => {
    stopping = true;
    if (!ended) child.kill('SIGINT');
    const late = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT);
    await exit;
    clearTimeout(late);
    rmSync(dataDir, { recursive: true, force: true });
    if (child.signalCode === 'SIGKILL') throw new Error(`Ctrl-C did not end the product in time:\n${printed}`);
  };

  try {
    await until('the product answers', START_LIMIT, async () => {
      if (ended) throw new Error('the product has ended');
      return (await fetch(`${url}/_heartbeat`).catch(() => null))?.ok === true;
    });
  } catch (error) {
    await stop();
    throw new Error(`The product did not start: ${String(error)}\n${printed}`, { cause: error });
  }
  return { url, dataDir, output: () => printed, stop };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port is free');
  return address.port;
}
