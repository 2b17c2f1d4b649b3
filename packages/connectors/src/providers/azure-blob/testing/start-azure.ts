import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createEgress } from '../../../network/egress.ts';
import type { KeyProperties } from '../../../spec.ts';
import { buildContext } from '../../../testing/context.ts';
import { createFaults } from '../../../testing/faults.ts';
import { callAzure } from '../call-azure.ts';
import { addressOf, findBlob, listBlobs, openContainer, readContent } from '../container.ts';
import { stageBlob } from '../stage-blob.ts';
import { authorize } from './authorize.ts';
import { isAzurite, startAzurite } from './azurite.ts';
import { createBlobService } from './blob-service.ts';
import type { AzureReply, AzureRequest } from './exchange.ts';
import { type Account, accountToken } from './sas.ts';
import { azureError } from './xml.ts';

const ACCOUNT: Account = { name: 'acme', key: Buffer.alloc(64, 'the key of acme').toString('base64') };

export type TestAzure = Awaited<ReturnType<typeof startAzure>>;

/** A Blob service on this machine, our stand-in or Azurite behind it. It fails on demand. */
export async function startAzure() {
  // The clock of contexts for tests, unless a test moves it.
  const clock = { now: buildContext().now() };
  const faults = createFaults();
  const service = createBlobService();
  const azurite = isAzurite ? await startAzurite(ACCOUNT) : null;
  const serve = (request: AzureRequest): AzureReply | Promise<AzureReply> =>
    azurite?.serve(request) ?? authorize(request, ACCOUNT, clock.now) ?? service.serve(request);

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', headers } = request;
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const fault = faults.next(`${method} ${url.pathname}${url.search}`);
    if (fault === 'cut-before') return void request.socket.destroy();
    const body = await buffer(request);
    if (fault === 'hang') return;
    const reply =
      typeof fault === 'object' && fault !== null
        ? azureError(fault.status, fault.reason, fault.message, fault.headers)
        : await serve({ method, url, headers, body });
    if (fault === 'cut-after') return void request.socket.destroy();
    const sent = reply.body ?? Buffer.alloc(0);
    const own = { date: new Date(clock.now).toUTCString(), 'content-length': sent.length };
    response.writeHead(reply.status, { ...own, ...reply.headers });
    response.end(method === 'HEAD' ? undefined : sent);
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const endpointAt = (at: number): string => `http://127.0.0.1:${at}/${ACCOUNT.name}`;
  const key = (change: KeyProperties['properties'] = {}): KeyProperties => ({
    name: 'store',
    type: 'azure_storage',
    properties: { account_name: ACCOUNT.name, account_key: ACCOUNT.key, endpoint: endpointAt(port), ...change },
  });
  /** A key with a SAS token instead of the account key. */
  const sasKey = (token: string = accountToken(ACCOUNT)): KeyProperties =>
    key({ auth_type: 'sas_token', account_key: null, sas_token: token });

  return {
    account: ACCOUNT,
    port,
    key,
    sasKey,
    keyTo: (at: number): KeyProperties => key({ endpoint: endpointAt(at) }),
    clock,
    /** Only of the stand-in. */
    service,
    plant: faults.plant,
    asked: faults.asked,
    async createContainer() {
      const egress = createEgress({ allowPrivate: ['127.0.0.1'], stallTimeoutMs: 10_000, now: Date.now });
      const container = openContainer({ name: 'test', key: key() }, `t-${randomUUID()}`, buildContext({ egress }));
      const change = async (method: 'PUT' | 'DELETE', url: URL): Promise<void> =>
        void (await callAzure(container.access, { method, url }, container.context)).body.destroy();
      await change('PUT', addressOf(container, null, { restype: 'container' }));
      const bytes = async (name: string): Promise<Buffer | null> => {
        const body = await readContent(container, name, null);
        return body === null ? null : buffer(body);
      };
      return {
        name: container.name,
        async write(name: string, content: string): Promise<void> {
          const version = (await findBlob(container, name))?.version ?? null;
          const body = Readable.from([Buffer.from(content)]);
          await (await stageBlob(container, name, body, { version, metadata: {} })).commit();
        },
        remove: (name: string): Promise<void> => change('DELETE', addressOf(container, name)),
        bytes,
        text: async (name: string): Promise<string | null> => (await bytes(name))?.toString() ?? null,
        async names(): Promise<readonly string[]> {
          const names: string[] = [];
          for await (const blob of listBlobs(container, '')) names.push(blob.key);
          return names;
        },
      };
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await azurite?.close();
    },
  };
}
