import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { freePort } from '../../../testing/free-port.ts';
import type { AzureReply, AzureRequest } from './exchange.ts';
import type { Account } from './sas.ts';

/** Whether AZURE_SERVER=azurite asks for Microsoft's emulator instead of the stand-in. */
export const isAzurite = process.env['AZURE_SERVER'] === 'azurite';

/** On the PATH. */
const PROGRAM = 'azurite-blob';

export type Azurite = { serve(request: AzureRequest): Promise<AzureReply>; close(): Promise<void> };

/** Starts `azurite-blob`, which must be on the PATH, with one account. */
export async function startAzurite(account: Account): Promise<Azurite> {
  const port = await freePort();
  const options = ['--inMemoryPersistence', '--silent', '--disableTelemetry', '--blobPort', String(port)];
  const env = { ...process.env, AZURITE_ACCOUNTS: `${account.name}:${account.key}` };
  const program = spawn(PROGRAM, options, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  await Promise.race([untilListening(program), once(program, 'exit').then(() => failed('it ended at once'))]);
  return {
    serve: (request) => forward(request, port),
    close: async () => {
      program.kill();
      if (program.exitCode === null) await once(program, 'exit');
    },
  };
}

const failed = (reason: string): never => {
  throw new Error(
    `AZURE_SERVER=azurite needs azurite-blob on the PATH, such as of npm install --prefix FOLDER azurite: ${reason}`,
  );
};

function untilListening(program: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    program.once('error', (error) => reject(new Error(`azurite-blob cannot be started: ${error.message}`)));
    program.stdout?.on('data', (text: Buffer) => {
      if (text.toString().includes('successfully listen')) resolve();
    });
  });
}

async function forward({ method, url, headers, body }: AzureRequest, port: number): Promise<AzureReply> {
  const path = `${url.pathname}${url.search}`;
  const sent = httpRequest({ host: '127.0.0.1', port, method, path, headers: { ...headers, connection: 'close' } });
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  const kept = Object.entries(answer.headers).filter(
    ([name]) => !['connection', 'transfer-encoding', 'keep-alive'].includes(name),
  );
  return {
    status: answer.statusCode ?? 500,
    headers: Object.fromEntries(kept.map(([name, value]) => [name, String(value)])),
    body: await buffer(answer),
  };
}
