import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { createHttpApp, type HttpOptions } from '../src/api/http/app.ts';
import { type Database, openDatabase } from '../src/db/database.ts';
import { createIdentity, type Identity } from '../src/identity/identity.ts';
import type { AddressAllowances } from '../src/identity/limits/sign-in-limits.ts';
import { SILENT_LOG } from '../src/observe/silent-log.ts';
import { createDatabase, type TestDatabase } from './database.ts';
import { freePort } from './free-port.ts';

export type TestServer = {
  readonly url: string;
  readonly app: FastifyInstance;
  readonly database: Database;
  readonly databaseUrl: string;
  readonly identity: Identity;
  readonly masterKey: Buffer;
  stop(): Promise<void>;
};

/** Parts that the options of a server may be made from. */
type ServerParts = Pick<TestServer, 'url' | 'database' | 'databaseUrl' | 'identity' | 'masterKey'>;

/** Another process of the same installation: its database, its master key and its public address. */
export type Beside = Pick<TestServer, 'url' | 'databaseUrl' | 'masterKey'>;

/** The tests of a file come from one address, which would soon be refused. */
const WIDE_ALLOWANCES: AddressAllowances = {
  failures: { kind: 'failure', burst: 100_000, interval: 1 },
  pages: { kind: 'page', burst: 100_000, interval: 1 },
};

/** The HTTP server on a database and a port of its own, with the embedded OpenID provider. */
export async function startHttpServer(
  overrides: Partial<HttpOptions> | ((parts: ServerParts) => Partial<HttpOptions>) = {},
  beside: Beside | null = null,
  makeDatabase: () => Promise<Pick<TestDatabase, 'url' | 'drop'>> = createDatabase,
): Promise<TestServer> {
  const own = beside === null ? await makeDatabase() : { url: beside.databaseUrl, drop: async () => {} };
  const database = openDatabase({ url: own.url });
  const masterKey = beside?.masterKey ?? randomBytes(32);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const publicUrl = beside?.url ?? url;
  const oidc = { issuer: null, clientId: 'switchboard-console', audience: `${publicUrl}/api` };
  const requireSecondFactor = typeof overrides === 'object' && overrides.requireSecondFactor === true;
  const identity = await createIdentity({ database, masterKey, publicUrl, oidc, requireSecondFactor });
  const app = await createHttpApp({
    database,
    identity,
    masterKey,
    publicUrl,
    consoleFolder: null,
    log: SILENT_LOG,
    demo: false,
    demoPeople: () => [],
    now: Date.now,
    allowances: WIDE_ALLOWANCES,
    ...(typeof overrides === 'function'
      ? overrides({ url, database, databaseUrl: own.url, identity, masterKey })
      : overrides),
  });
  await app.listen({ port, host: '127.0.0.1' });
  return {
    url,
    app,
    database,
    databaseUrl: own.url,
    identity,
    masterKey,
    stop: async () => {
      app.server.closeAllConnections();
      await app.close();
      await database.close();
      await own.drop();
    },
  };
}
