import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { createEgress } from '../../../network/egress.ts';
import type { KeyProperties } from '../../../spec.ts';
import { buildContext } from '../../../testing/context.ts';
import { createFaults } from '../../../testing/faults.ts';
import { accessOf } from '../access.ts';
import { ask, type Clickhouse, run } from '../call-clickhouse.ts';
import { type ClickhouseBackend, isChdb, startChdb } from './chdb.ts';
import { type ClickhouseReply, exceptionReply, USER } from './exchange.ts';
import { createStandIn } from './stand-in.ts';

export type TestClickhouse = Awaited<ReturnType<typeof startClickhouse>>;

/** A database that is there. */
export const DATABASE = 'marts';

/** The HTTP interface of a ClickHouse on this machine, our stand-in or chdb behind it. It fails on demand. */
export async function startClickhouse() {
  const faults = createFaults();
  const control = {
    /** Changes what is answered to a statement that reads. */
    changeAnswer: (reply: ClickhouseReply, _sql: string): ClickhouseReply => reply,
    /** Awaited before a statement is run. */
    before: async (_sql: string): Promise<void> => undefined,
  };
  const backend: ClickhouseBackend = isChdb ? await startChdb() : createStandIn();

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url: path = '/', headers } = request;
    const body = await buffer(request);
    const sql = new URL(path, 'http://127.0.0.1').searchParams.get('query') ?? body.toString();
    const fault = faults.next(sql);
    if (fault === 'hang') return;
    if (fault === 'cut-before') return void request.socket.destroy();
    await control.before(sql);
    const reply =
      typeof fault === 'object' && fault !== null
        ? exceptionReply(Number(fault.reason), fault.message ?? fault.reason, fault.status)
        : control.changeAnswer(await backend.serve({ path, headers, body }), sql);
    if (fault === 'cut-after') return void request.socket.destroy();
    // As the server does, in chunks: their end says nothing about that of the rows.
    response.writeHead(reply.status, { 'x-clickhouse-server-display-name': 'test', ...reply.headers });
    response.end(reply.body);
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const key = (change: KeyProperties['properties'] = {}): KeyProperties => ({
    name: 'warehouse',
    type: 'clickhouse',
    properties: {
      host: '127.0.0.1',
      port,
      username: USER.name,
      password: USER.password,
      secure: false,
      database: DATABASE,
      ...change,
    },
  });
  const egress = createEgress({ allowPrivate: ['127.0.0.1'], stallTimeoutMs: 60_000, now: Date.now });
  const admin: Clickhouse = {
    access: accessOf('test', key({ database: 'system' })),
    context: buildContext({ egress }),
  };
  await run(admin, `CREATE DATABASE IF NOT EXISTS ${DATABASE}`);
  return {
    port,
    key,
    plant: faults.plant,
    /** Statements since the last planting. */
    asked: faults.asked,
    control,
    run: (sql: string): Promise<void> => run(admin, sql),
    /** Rows of a query whose columns are texts. */
    rows: (sql: string) => ask(admin, sql),
    /** Names of the stages that are there. */
    stages: async (): Promise<readonly string[]> =>
      (await ask(admin, `SELECT name FROM system.tables WHERE startsWith(name, '_switchboard_stage_')`)).map(
        ([name]) => name ?? '',
      ),
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await backend.close();
    },
  };
}
