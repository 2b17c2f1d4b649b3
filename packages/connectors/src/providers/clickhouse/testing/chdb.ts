import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type ClickhouseReply, type ClickhouseRequest, USER } from './exchange.ts';

/** Whether CLICKHOUSE_SERVER=chdb asks for the engine of ClickHouse instead of the stand-in. */
export const isChdb = process.env['CLICKHOUSE_SERVER'] === 'chdb';

export type ClickhouseBackend = {
  serve(request: ClickhouseRequest): ClickhouseReply | Promise<ClickhouseReply>;
  close(): Promise<void>;
};

/** Starts `serve-chdb.py` with the `python3` on the PATH, whose packages must hold chdb. */
export async function startChdb(): Promise<ClickhouseBackend> {
  const folder = mkdtempSync(join(tmpdir(), 'chdb-'));
  const script = join(import.meta.dirname, 'serve-chdb.py');
  const program = spawn('python3', [script, folder, USER.name, USER.password], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await new Promise<number>((resolve, reject) => {
    const reason = 'CLICKHOUSE_SERVER=chdb needs a python3 on the PATH that has the package chdb';
    program.once('error', (error) => reject(new Error(`${reason}: ${error.message}`)));
    program.once('exit', () => reject(new Error(`${reason}: it ended at once`)));
    program.stdout.once('data', (text: Buffer) => resolve(Number(text.toString())));
  });
  return {
    async serve({ path, headers, body }) {
      const sent = httpRequest({ host: '127.0.0.1', port, method: 'POST', path, headers, agent: false });
      sent.end(body);
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      const kept = Object.entries(answer.headers).filter(([name]) => name.startsWith('x-') || name === 'content-type');
      return {
        status: answer.statusCode ?? 500,
        headers: Object.fromEntries(kept.map(([name, value]) => [name, String(value)])),
        body: await buffer(answer),
      };
    },
    async close() {
      program.kill('SIGKILL');
      if (program.exitCode === null && program.signalCode === null) await once(program, 'exit');
      rmSync(folder, { recursive: true });
    },
  };
}
