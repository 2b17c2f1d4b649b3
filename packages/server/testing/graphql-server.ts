import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEgress, type OAuthClient } from '@switchboard/connectors';
import { createLocalStore, type Executor, type FileStore } from '@switchboard/engine';
import { createTestExecutor } from '@switchboard/engine/testing';
import type { Role } from '@switchboard/model/permissions';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { listenForChanges } from '../src/api/graphql/change-listener.ts';
import { registerGraphql } from '../src/api/graphql/register-graphql.ts';
import { limitSessions } from '../src/api/load/limit-sessions.ts';
import { createLoadShedding, type LoadLimits } from '../src/api/load/shed-load.ts';
import { featureRoutes } from '../src/api/routes.ts';
import { createServices } from '../src/api/services.ts';
import { connect } from '../src/db/connect.ts';
import type { Database } from '../src/db/database.ts';
import { type ChangeFeedControl, createChangeFeed } from '../src/graphql/change-feed.ts';
import { createAccountKeys } from '../src/identity/account-keys/account-keys.ts';
import type { Mail, MailTransport } from '../src/identity/mail/mail-transport.ts';
import { createTxtLookUp } from '../src/identity/sso/look-up-txt.ts';
import type { UserDirectory } from '../src/identity/user-directory.ts';
import { createVault, type Vault } from '../src/identity/vault.ts';
import type { Queue } from '../src/queue/queue.ts';
import type { BuiltAccount } from './build-account.ts';
import type { TestDatabase } from './database.ts';
import { type Beside, startHttpServer } from './http-server.ts';
import { IDLE_QUEUE } from './idle-queue.ts';
import { createTokenIssuer } from './issue-token.ts';
import { emptyTables } from './lent-database.ts';
import { INGEST_DOMAIN } from './mail.ts';
import { addPerson } from './people.ts';

export type GraphqlServer = {
  readonly url: string;
  readonly app: FastifyInstance;
  readonly database: Database;
  readonly databaseUrl: string;
  readonly masterKey: Buffer;
  readonly feed: ChangeFeedControl;
  readonly store: FileStore;
  readonly exportFolder: string;
  readonly importFolder: string;
  /** Vault that seals the keys. */
  readonly vault: Vault;
  /** The OAuth clients of the installation, which a test may add to. */
  readonly clients: Map<string, OAuthClient>;
  /** Units that were woken. */
  readonly woken: string[];
  /** Mail that integrations have sent. */
  readonly mails: readonly Mail[];
  /** Log lines, each one JSON text. */
  readonly log: string[];
  /** A bearer token of a new person with these roles in these accounts, by account id. `lifetime`: seconds; as those of the console without. */
  tokenOf(
    roles: Readonly<Record<string, readonly Role[]>>,
    globalRoles?: readonly Role[],
    lifetime?: number,
  ): Promise<string>;
  /** As it was at its start: no rows, files, mails, lines of the log, clients and child processes. */
  reset(): Promise<void>;
  stop(): Promise<void>;
};

export type Answer = {
  readonly status: number;
  readonly data: unknown;
  readonly errors: readonly { readonly message: string; readonly extensions: Record<string, unknown> }[];
};

/** No key of a test reaches a host outside this machine: each name is unknown. */
async function resolveNothing(host: string): Promise<never> {
  throw Object.assign(new Error(`There is no ${host}.`), { code: 'ENOTFOUND' });
}

/** An address at which no DNS server answers. */
const NO_SERVER = '127.0.0.1:1';

export type GraphqlServerOptions = {
  /** DNS servers that know the records of mail domains; without them none answers. */
  readonly dnsServers?: () => readonly string[];
  readonly production?: boolean;
  /** Administers logins of another identity provider, which then keeps the passwords. */
  readonly directory?: (mail: MailTransport) => UserDirectory;
  /** Address of a stand-in of Slack's Web API. */
  readonly slackApi?: () => string;
  /** The origin at which browsers reach the server, made from its address. */
  readonly publicUrl?: (url: string) => string;
  /** Days after which deactivated accounts are erased, as the API shows it. */
  readonly eraseAccountsAfterDays?: number;
  /** Whether people keep their last factor. Their sign-in and tokens need none. */
  readonly requireSecondFactor?: boolean;
  /** Also wakes the workers of the test. */
  readonly wake?: Queue['wake'];
  /** The server to which this one is another process. */
  readonly beside?: Beside;
  /** Limits of requests; without them there are none. `now`: epoch milliseconds. */
  readonly load?: { readonly limits: LoadLimits; readonly now: () => number };
  /** Makes the database; a copy of the template without. */
  readonly makeDatabase?: () => Promise<TestDatabase>;
};

/** The whole API over HTTP on a database of its own; nothing runs the work. */
export async function startGraphqlServer(options: GraphqlServerOptions = {}): Promise<GraphqlServer> {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-api-'));
  const store = createLocalStore(join(folder, 'files'));
  const exportFolder = join(folder, 'exports');
  const importFolder = join(folder, 'imports');
  let executor: Executor | undefined;
  const feed = createChangeFeed({ gatherMs: 50 });
  const woken: string[] = [];
  const queue: Queue = {
    ...IDLE_QUEUE,
    wake: async (tx, unit) => {
      woken.push(unit.unitId);
      await options.wake?.(tx, unit);
    },
  };
  const log: string[] = [];
  const mails: Mail[] = [];
  const now = (): number => Date.now();
  const vaultKey = randomBytes(32);
  let vault = createVault(vaultKey);
  const clients = new Map<string, OAuthClient>();
  const egress = createEgress({ allowPrivate: ['127.0.0.1'], stallTimeoutMs: 400, now, resolve: resolveNothing });
  const shedding = options.load === undefined ? null : createLoadShedding(options.load.limits, options.load.now);
  const server = await startHttpServer(
    ({ database, identity, masterKey, url }) => ({
      ...(shedding === null ? {} : { limitRequests: shedding.register }),
      sso: { vault, egress },
      directory: options.directory?.(async (mail) => void mails.push(mail)) ?? null,
      log: pino({ level: 'error' }, { write: (line: string) => void log.push(line) }),
      registerApi: async (api) => {
        const sessions = shedding === null ? identity : limitSessions(identity, shedding);
        const keepsPasswords = identity.provider !== null;
        const publicUrl = options.publicUrl?.(url) ?? url;
        const accountKeys = createAccountKeys({ database, masterKey: vaultKey, egress, now, cacheSeconds: 0 });
        vault = createVault(vaultKey, accountKeys);
        const services = createServices({
          database,
          queue,
          now,
          masterKey,
          eraseAccountsAfterDays: options.eraseAccountsAfterDays ?? null,
          requireSecondFactor: options.requireSecondFactor ?? false,
          keepsPasswords: options.directory === undefined && keepsPasswords,
          directory: options.directory?.(async (mail) => void mails.push(mail)) ?? null,
          vault,
          accountKeys,
          egress,
          clients,
          publicUrl,
          slackApi: options.slackApi?.() ?? 'http://127.0.0.1:1/slack/api',
          mail: async (mail) => void mails.push(mail),
          lookUpTxt: createTxtLookUp(options.dnsServers?.() ?? [NO_SERVER]),
          ingestDomain: INGEST_DOMAIN,
          store,
          startExecutor: () => (executor ??= createTestExecutor()),
          scratchFolder: join(folder, 'scratch'),
          dataFolder: folder,
        });
        registerGraphql(api, {
          ...services,
          database,
          changes: feed,
          now,
          authenticate: sessions.authenticate,
          ...(shedding === null ? {} : { admitCostly: shedding.admitCostly }),
          production: options.production ?? false,
        });
        const { sessionFor, sessionOfProgram } = sessions;
        await api.register(featureRoutes, {
          database,
          sessionFor,
          store,
          exportFolder,
          importFolder,
          now,
          signIns: services.signIns,
          sessionOfProgram,
          ...(shedding === null
            ? {}
            : { admitExport: (accountId: string) => shedding.admitCostly(accountId, 'exports') }),
          keepsPasswords,
          publicUrl,
        });
      },
    }),
    options.beside,
    options.makeDatabase,
  );
  const { url, app, database, databaseUrl, masterKey } = server;
  const issueToken = await createTokenIssuer(server);
  const listener = listenForChanges({ feed, connect: () => connect(databaseUrl), shortestDelayMs: 20 });
  await listener.ready;
  let people = 0;
  return {
    url,
    app,
    database,
    databaseUrl,
    masterKey,
    feed,
    store,
    exportFolder,
    importFolder,
    vault,
    clients,
    woken,
    mails,
    log,
    async tokenOf(roles, globalRoles = [], lifetime) {
      people += 1;
      const email = `person${people}@test.test`;
      const personId = await addPerson(database, { email, name: `Person ${people}`, roles, globalRoles });
      return issueToken(personId, lifetime);
    },
    async reset() {
      await executor?.stop();
      executor = undefined;
      for (const list of [woken, mails, log]) list.length = 0;
      clients.clear();
      people = 0;
      rmSync(folder, { recursive: true, force: true });
      const client = await connect(databaseUrl);
      try {
        await emptyTables(client, ['signing_key']);
      } finally {
        await client.end();
      }
    },
    async stop() {
      feed.close();
      await listener.stop();
      await server.stop();
      await executor?.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The token of a person who asks, and the `urlName` of the account from which. */
export type Asker = { readonly token: string; readonly account?: string | undefined };

/** A signed-in person in one account. */
export type Client = Asker & {
  ask(query: string, variables?: Readonly<Record<string, unknown>>): Promise<Answer>;
  /** The data of an answer without errors; throws when there are some. */
  data<T>(query: string, variables?: Readonly<Record<string, unknown>>): Promise<T>;
};

/** A client that reads `as` at each call, so that a test may sign in later. */
export function createClient(server: Pick<GraphqlServer, 'url'>, as: Asker): Client {
  return {
    get token() {
      return as.token;
    },
    get account() {
      return as.account;
    },
    ask: (query, variables) => ask(server, as, query, variables),
    async data<T>(query: string, variables?: Readonly<Record<string, unknown>>) {
      const answer = await ask(server, as, query, variables);
      if (answer.errors.length > 0) throw new Error(JSON.stringify(answer.errors));
      return answer.data as T;
    },
  };
}

/** Signs a new person in who has these roles in the account. */
export async function signIn(
  server: Pick<GraphqlServer, 'url' | 'tokenOf'>,
  account: Pick<BuiltAccount, 'accountId' | 'urlName'>,
  roles: readonly Role[],
): Promise<Client> {
  const token = await server.tokenOf({ [account.accountId]: roles });
  return createClient(server, { token, account: account.urlName });
}

/** Sends one operation as the console does. */
export async function ask(
  server: Pick<GraphqlServer, 'url'>,
  as: Asker,
  query: string,
  variables: Readonly<Record<string, unknown>> = {},
): Promise<Answer> {
  const response = await fetch(`${server.url}/api/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'request-id': 'request-12345',
      authorization: `Bearer ${as.token}`,
      ...(as.account === undefined ? {} : { 'account-uri': as.account }),
    },
    body: JSON.stringify({ query, variables }),
  });
  const body = (await response.json()) as Partial<Answer>;
  return { status: response.status, data: body.data ?? null, errors: body.errors ?? [] };
}
