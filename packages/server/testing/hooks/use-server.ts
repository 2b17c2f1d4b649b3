import type { Role } from '@switchboard/model';
import { beforeAll } from 'vitest';
import type { HttpOptions } from '../../src/api/http/app.ts';
import type { BuiltAccount } from '../build-account.ts';
import { type Client, createClient, type GraphqlServer, startGraphqlServer } from '../graphql-server.ts';
import { startHttpServer, type TestServer } from '../http-server.ts';
import { borrowDatabase } from '../lent-database.ts';
import { type RunningWork, startWork, type WorkOptions } from '../start-work.ts';
import type { BeforeHook } from './use-account.ts';
import { useStarted } from './use-started.ts';

/** The whole API over HTTP on a database of its own, for the tests of the calling file. */
export const useGraphqlServer = (options: Parameters<typeof startGraphqlServer>[0] = {}): GraphqlServer =>
  useStarted(() => startGraphqlServer({ makeDatabase: borrowDatabase, ...options }));

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
