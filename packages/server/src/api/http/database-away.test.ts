import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createEgress } from '@switchboard/connectors';
import { createLocalStore } from '@switchboard/engine';
import { ERRORS, PipelineError } from '@switchboard/model/errors/errors';
import { GraphQLError } from 'graphql';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DatabaseProxy, openDatabaseProxy } from '../../../testing/database-proxy.ts';
import { useHttpServer } from '../../../testing/hooks/use-server.ts';
import { createHttpBrowser, signInByForm } from '../../../testing/http-browser.ts';
import { startHttpServer, type TestServer } from '../../../testing/http-server.ts';
import { IDLE_QUEUE } from '../../../testing/idle-queue.ts';
import { addPerson } from '../../../testing/people.ts';
import { type Database, openDatabase } from '../../db/database.ts';
import { isDatabaseAway } from '../../db/is-database-away.ts';
import { createChangeFeed } from '../../graphql/change-feed.ts';
import { createAccountKeys } from '../../identity/account-keys/account-keys.ts';
import { createIdentity, type Identity } from '../../identity/identity.ts';
import { createVault } from '../../identity/vault.ts';
import { presentError } from '../graphql/present-result.ts';
import { registerGraphql } from '../graphql/register-graphql.ts';
import { createServices } from '../services.ts';
import { describeError } from './answer-errors.ts';

async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const UNAVAILABLE = {
  errors: [{ message: ERRORS.UNAVAILABLE.text, extensions: { code: 'UNAVAILABLE', requestId: 'request-12345' } }],
};

describe('a server whose database refuses connections', () => {
  const well = useHttpServer();
  let ill: TestServer;
  /** Reads people from the working database, so that the operation itself is refused. */
  let admitting: TestServer;
  let way: DatabaseProxy;
  let database: Database;
  let headers: Record<string, string>;

  beforeAll(async () => {
    await addPerson(well.database, { email: 'vera@test.test' });
    const { access_token } = await signInByForm(createHttpBrowser(well.url), well.url, 'vera@test.test');
    headers = {
      'request-id': 'request-12345',
      'content-type': 'application/json',
      authorization: `Bearer ${access_token}`,
    };
    way = await openDatabaseProxy(well.databaseUrl);
    database = openDatabase({ url: way.url });
    const oidc = { issuer: null, clientId: 'switchboard-console', audience: `${well.url}/api` };
    const identity = await createIdentity({ database, masterKey: well.masterKey, publicUrl: well.url, oidc });
    ill = await startOn(identity);
    admitting = await startOn(well.identity);
  });
  afterAll(async () => {
    await database.close();
    await ill.stop();
    await admitting.stop();
  });

  const startOn = (identity: Identity): Promise<TestServer> => {
    const now = Date.now;
    const vault = createVault(randomBytes(32));
    const egress = createEgress({ allowPrivate: [], stallTimeoutMs: 1_000, now });
    const accountKeys = createAccountKeys({
      database,
      masterKey: randomBytes(32),
      egress,
      now: Date.now,
      cacheSeconds: 1,
    });
    return startHttpServer({
      database,
      identity,
      registerApi: async (app) => {
        app.get('/api/starting', () => {
          throw new PipelineError('UNAVAILABLE');
        });
        registerGraphql(app, {
          ...createServices({
            database,
            queue: IDLE_QUEUE,
            now,
            keepsPasswords: true,
            masterKey: randomBytes(32),
            directory: null,
            vault,
            accountKeys,
            egress,
            clients: new Map(),
            publicUrl: 'http://localhost',
            slackApi: '',
            mail: async () => {},
            lookUpTxt: async () => [],
            ingestDomain: 'ingest.test',
            store: createLocalStore('/nowhere'),
            startExecutor: () => {
              throw new Error('Nothing is previewed.');
            },
            scratchFolder: '/nowhere',
            dataFolder: '/nowhere',
          }),
          database,
          changes: createChangeFeed({ gatherMs: 50 }),
          now,
          authenticate: identity.authenticate,
          production: true,
        });
      },
    });
  };
  const ask = (server: TestServer, query: string) =>
    fetch(`${server.url}/api/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) });
  const ME = '{ meV2 { email } }';

  test('answers while it can', async () => {
    expect(await (await ask(ill, ME)).json()).toEqual({ data: { meV2: { email: 'vera@test.test' } } });
  });

  test('answers 503 to GraphQL and to REST, with Retry-After', async () => {
    await way.close();
    for (const answer of [await ask(ill, ME), await fetch(`${ill.url}/api/user/login`, { headers })]) {
      expect(answer.status).toBe(503);
      expect(await answer.json()).toEqual(UNAVAILABLE);
      expect(answer.headers.get('retry-after')).toBe('5');
    }
  });

  test('answers 503 when it is refused in the middle of an operation', async () => {
    const answer = await ask(admitting, '{ userPreference(name: "a") }');
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await answer.json()).toMatchObject({
      errors: [{ message: ERRORS.UNAVAILABLE.text, extensions: { code: 'UNAVAILABLE' } }],
    });
  });

  test('answers 503 for what is not ready yet', async () => {
    const answer = await fetch(`${ill.url}/api/starting`, { headers });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await answer.json()).toEqual(UNAVAILABLE);
  });
});

async function failureOf(work: Promise<unknown>): Promise<Error> {
  return work.then(
    () => new Error('it worked'),
    (error: Error) => error,
  );
}

describe('driver errors without a code that mean that the database is away', () => {
  const meansAway = (error: Error): void => {
    expect('code' in error).toBe(false);
    expect(isDatabaseAway(error)).toBe(true);
    const described = { status: 503, code: 'UNAVAILABLE', message: ERRORS.UNAVAILABLE.text };
    expect(describeError(error)).toEqual(described);
    const presented = presentError(new GraphQLError('x', { originalError: error }), {
      requestId: 'r',
      onUnexpected: () => {},
    });
    expect(presented.message).toBe(described.message);
    expect(presented.extensions).toEqual({
      code: 'UNAVAILABLE',
      http: { status: 503, headers: { 'retry-after': '5' } },
    });
  };

  test('no connection of the pool comes free in time', async () => {
    const pool = new pg.Pool({
      connectionString: process.env['TEST_POSTGRES_URL'],
      max: 1,
      connectionTimeoutMillis: 2_000,
    });
    const taken = await pool.connect();
    meansAway(await failureOf(pool.query('select 1')));
    taken.release();
    await pool.end();
  });

  test.each([
    ['ends the connection', (socket: Socket) => void socket.destroy()],
    ['says nothing', () => {}],
  ])('the other side %s', async (_, meet) => {
    const sockets: Socket[] = [];
    const server = createServer((socket) => {
      sockets.push(socket);
      socket.once('data', () => meet(socket));
    });
    const port = await listening(server);
    const pool = new pg.Pool({ host: '127.0.0.1', port, user: 'x', connectionTimeoutMillis: 300 });
    meansAway(await failureOf(pool.query('select 1')));
    for (const socket of sockets) socket.destroy();
    server.close();
    await pool.end();
  });

  test('a connection that ended before the next query', async () => {
    const client = new pg.Client({ connectionString: process.env['TEST_POSTGRES_URL'] });
    client.on('error', () => {});
    await client.connect();
    const ended = new Promise((resolve) => void client.once('end', resolve));
    await failureOf(client.query('select pg_terminate_backend(pg_backend_pid())'));
    await ended;
    meansAway(await failureOf(client.query('select 1')));
  });

  test('another error with such words in it does not', () => {
    expect(isDatabaseAway(new Error('the provider said: Connection terminated unexpectedly by peer'))).toBe(false);
  });
});
