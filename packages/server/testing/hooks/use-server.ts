import type { Role } from '@switchboard/model/permissions';
import { afterAll, beforeAll } from 'vitest';
import type { HttpOptions } from '../../src/api/http/app.ts';
import type { BuiltAccount } from '../build-account.ts';
import {
  type Client,
  createClient,
  type GraphqlServer,
  type GraphqlServerOptions,
  startGraphqlServer,
} from '../graphql-server.ts';
import { startHttpServer, type TestServer } from '../http-server.ts';
import { borrowDatabase } from '../lent-database.ts';
import { type RunningWork, startWork, type WorkOptions } from '../start-work.ts';
import { oncePerWorker } from './once-per-worker.ts';
import type { BeforeHook } from './use-account.ts';
import { START_TIMEOUT, useStarted } from './use-started.ts';

/** One for all files of a worker, each of which has accounts and people of its own. */
const serverOfWorker = oncePerWorker('GraphQL server', async () => {
  const server = await startGraphqlServer({ makeDatabase: borrowDatabase });
  server.app.server.unref();
  return server;
});

/**
 * The whole API over HTTP, for the tests of the calling file. Without options it is the server of the worker, without any rows. A
 * test that relies on the statistics of its tables, or closes its server, has one of its own by `makeDatabase: createDatabase`.
 */
export function useGraphqlServer(options?: GraphqlServerOptions): GraphqlServer {
  if (options !== undefined) return useStarted(() => startGraphqlServer({ makeDatabase: borrowDatabase, ...options }));
  const server = {} as GraphqlServer;
  let reset: (() => Promise<void>) | undefined;
  beforeAll(async () => {
    const started = await serverOfWorker();
    ({ reset } = started);
    Object.assign(server, started);
  }, START_TIMEOUT);
  afterAll(() => reset?.());
  return server;
}

/** The HTTP server with the embedded OpenID provider, without the API unless `overrides` register it. */
export const useHttpServer = (overrides: Partial<HttpOptions> = {}): TestServer =>
  useStarted(() => startHttpServer(overrides, null, borrowDatabase));

/** Workers, the scheduler and a source on a database of their own. */
export const useWork = (options: WorkOptions = {}): RunningWork =>
  useStarted(() => startWork({ makeDatabase: borrowDatabase, ...options }));

/**
 * A new person with these roles in the account, who asks from it. Its functions may be destructured at once. An account that is
 * built before each test takes `beforeEach` as `hook`.
 */
export function useClient(
  server: GraphqlServer,
  account: Pick<BuiltAccount, 'accountId' | 'urlName'>,
  roles: readonly Role[],
  hook: BeforeHook = beforeAll,
): Client {
  const as = {
    token: '',
    get account() {
      return account.urlName;
    },
  };
  hook(async () => {
    as.token = await server.tokenOf({ [account.accountId]: roles });
  });
  return createClient(server, as);
}

/** A new person with this role in every account, who asks from the account that stands. For accounts built before each test. */
export function useGlobalClient(server: GraphqlServer, account: Pick<BuiltAccount, 'urlName'>, role: Role): Client {
  const as = {
    token: '',
    get account() {
      return account.urlName;
    },
  };
  beforeAll(async () => {
    as.token = await server.tokenOf({}, [role]);
  });
  return createClient(server, as);
}
