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
  /** A bearer token of the person. */
  token(email: string): Promise<string>;
  stop(): Promise<void>;
};

/** Starts the product's server on a database, in a process of its own that only answers requests. */
export async function startApi(databaseUrl: string): Promise<StartedApi> {
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
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  let last = '';
  for await (const line of createInterface({ input: child.stdout })) {
    last = line;
    if (line === 'ready') break;
  }
  if (last !== 'ready') throw new Error(`The server did not start: ${last}`);
  child.stdout.resume();
  return {
    url,
    pid: child.pid ?? 0,
    token: async (email) => (await signInByForm(createHttpBrowser(url), url, email)).access_token,
    async stop() {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
