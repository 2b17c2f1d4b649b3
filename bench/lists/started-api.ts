import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createHttpBrowser, freePort, SERVER_PROGRAM, signInByForm } from '@switchboard/server/testing';

export type StartedApi = {
  readonly url: string;
  readonly pid: number;
  /** Milliseconds that the server took for each call of GraphQL whose log line has been read, the oldest first. */
  readonly answered: readonly number[];
  /** A bearer token of the person. */
  token(email: string): Promise<string>;
  stop(): Promise<void>;
};

/** One person asks faster than people do. */
const UNLIMITED = { API_RATE_PERSON: '1000000', API_RATE_ACCOUNT: '1000000', API_RATE_ADDRESS: '1000000' } as const;

/** Starts the product's server on a database, in a process of its own that only answers requests. */
export async function startApi(
  databaseUrl: string,
  limits: Readonly<Record<string, string>> = UNLIMITED,
): Promise<StartedApi> {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-lists-'));
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [SERVER_PROGRAM], {
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: databaseUrl,
      // The same for each start, since the database keeps what is sealed with it.
      MASTER_KEY: createHash('sha256').update('bench/lists').digest('base64'),
      DATA_DIR: folder,
      PORT: port,
      PUBLIC_URL: url,
      ROLES: 'api',
      DEMO: 'off',
      LOG_LEVEL: 'info',
      ...limits,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  const answered: number[] = [];
  let last = '';
  await new Promise<void>((resolve, reject) => {
    child.once('close', () => reject(new Error(`The server did not start: ${last}`)));
    createInterface({ input: child.stdout }).on('line', (line) => {
      last = line;
      if (line === 'ready') resolve();
      const ms = millisecondsOf(line);
      if (ms !== null) answered.push(ms);
    });
  });
  return {
    url,
    pid: child.pid ?? 0,
    answered,
    token: async (email) => (await signInByForm(createHttpBrowser(url), url, email)).access_token,
    async stop() {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The milliseconds of a log line about a call of GraphQL; null for other lines. */
function millisecondsOf(line: string): number | null {
  if (!line.startsWith('{') || !line.includes('"operation"')) return null;
  const { ms } = JSON.parse(line) as { readonly ms?: unknown };
  return typeof ms === 'number' ? ms : null;
}
