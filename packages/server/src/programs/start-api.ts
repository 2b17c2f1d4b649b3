import { join } from 'node:path';
import { createEgress, type OAuthClients } from '@switchboard/connectors';
import { createExecutor, type Executor, type FileStore } from '@switchboard/engine';
import { LIMITS } from '@switchboard/model/limits';
import type { Logger } from 'pino';
import { createSentryForward } from '../api/console-reports/sentry.ts';
import { listenForChanges } from '../api/graphql/change-listener.ts';
import { registerGraphql } from '../api/graphql/register-graphql.ts';
import { createHttpApp } from '../api/http/app.ts';
import type { ClaimedPort } from '../api/http/claim-port.ts';
import type { HealthOptions } from '../api/http/health-routes.ts';
import { limitSessions } from '../api/load/limit-sessions.ts';
import { loadLimitsOf } from '../api/load/load-limits.ts';
import { createLoadShedding } from '../api/load/shed-load.ts';
import { featureRoutes } from '../api/routes.ts';
import { createServices } from '../api/services.ts';
import { connect } from '../db/connect.ts';
import type { Database } from '../db/database.ts';
import type { Settings } from '../env.ts';
import { createChangeFeed } from '../graphql/change-feed.ts';
import type { AccountKeys } from '../identity/account-keys/account-keys.ts';
import type { Identity } from '../identity/identity.ts';
import { allowancesOf } from '../identity/limits/sign-in-limits.ts';
import type { MailTransport } from '../identity/mail/mail-transport.ts';
import type { DemoPerson } from '../identity/sign-in/sign-in-page.ts';
import { createTxtLookUp } from '../identity/sso/look-up-txt.ts';
import type { UserDirectory } from '../identity/user-directory.ts';
import type { Vault } from '../identity/vault.ts';
import type { Queue } from '../queue/queue.ts';
import { exportFolder, importFolder } from '../settings/data-folders.ts';
import type { MasterKey } from '../settings/master-key.ts';
import type { Dsn } from '../settings/tracing-settings.ts';
import { openScratchFolder } from './scratch-folder.ts';

export type ApiOptions = Pick<HealthOptions, 'failures'> & {
  /** Where it answers. */
  readonly port: ClaimedPort;
  readonly settings: Pick<
    Settings,
    | 'loadRates'
    | 'signInBursts'
    | 'publicUrl'
    | 'dataDir'
    | 'eraseAccountsAfterDays'
    | 'retention'
    | 'metricsToken'
    | 'ingest'
    | 'requireSecondFactor'
    | 'sessionLimits'
    | 'awsIdentity'
    | 'trustedProxies'
  > &
    Partial<Pick<Settings, 'sandbox' | 'sentry'>>;
  readonly database: Database;
  /** The same database by connections that requests do not use. */
  readonly workDatabase: Database;
  readonly store: FileStore;
  readonly identity: Identity;
  /** Where logins of another identity provider are administered; null for none. */
  readonly directory: UserDirectory | null;
  readonly masterKey: MasterKey;
  readonly vault: Vault;
  readonly accountKeys: AccountKeys;
  /** Private addresses and hosts at which keys may be tried. */
  readonly egressAllow: readonly string[];
  /** OAuth client per provider. */
  readonly oauthClients: OAuthClients;
  /** Address of Slack's Web API without a slash at its end. */
  readonly slackApi: string;
  readonly mail: MailTransport;
  readonly queue: Queue;
  readonly consoleFolder: string | null;
  readonly demoPeople: readonly DemoPerson[];
  readonly demo: boolean;
  readonly log: Logger;
};

/** Milliseconds that running requests get to finish once the program stops. */
const DRAIN = 2_000;
/** Bytes that a preview may spill to disk. */
const PREVIEW_SPILL = 2 * 1024 ** 3;

/** The operator names the host of the collector, which may be private. */
const forwardTo = (dsn: Dsn, log: Logger) =>
  createSentryForward({
    egress: createEgress({ allowPrivate: [dsn.host], stallTimeoutMs: LIMITS.sourceStallTimeout, now: Date.now }),
    dsn,
    now: Date.now,
    onLost: (reason) => log.warn({ reason }, 'A report of the console did not reach its collector.'),
  });

/** Starts answering HTTP. `stop` lets requests under way end, and closes what is left after two seconds. */
export async function startApi(options: ApiOptions): Promise<{ stop(): Promise<void> }> {
  const { port, settings, database, identity, log } = options;
  const feed = createChangeFeed();
  const listener = listenForChanges({
    feed,
    connect: () => connect(database.url),
    onError: (error) => log.warn({ err: error }, 'listening for changes'),
  });
  const scratch = await openScratchFolder(join(settings.dataDir, 'scratch'));
  let executor: Executor | undefined;
  const shedding = createLoadShedding(loadLimitsOf(settings.loadRates), Date.now);
  const sessions = limitSessions(identity, shedding);
  const egress = createEgress({
    allowPrivate: options.egressAllow,
    stallTimeoutMs: LIMITS.sourceStallTimeout,
    now: Date.now,
  });
  const app = await createHttpApp({
    port,
    database,
    workDatabase: options.workDatabase,
    ...(options.failures ? { failures: options.failures } : {}),
    identity,
    masterKey: options.masterKey,
    publicUrl: settings.publicUrl,
    consoleFolder: options.consoleFolder,
    demo: options.demo,
    demoPeople: () => options.demoPeople,
    requireSecondFactor: settings.requireSecondFactor,
    trustedProxies: settings.trustedProxies,
    log,
    now: Date.now,
    allowances: allowancesOf(settings.signInBursts),
    sso: { vault: options.vault, egress },
    directory: options.directory,
    limitRequests: shedding.register,
    metricsToken: settings.metricsToken,
    ...(settings.sentry && { forwardReport: forwardTo(settings.sentry, log) }),
    registerApi: async (api) => {
      const now = (): number => Date.now();
      const services = createServices({
        database,
        queue: options.queue,
        now,
        eraseAccountsAfterDays: settings.eraseAccountsAfterDays,
        retention: settings.retention,
        keepsPasswords: identity.provider !== null,
        requireSecondFactor: settings.requireSecondFactor,
        sessionLimits: settings.sessionLimits,
        masterKey: options.masterKey,
        directory: options.directory,
        vault: options.vault,
        accountKeys: options.accountKeys,
        egress,
        awsIdentity: settings.awsIdentity,
        clients: options.oauthClients,
        publicUrl: settings.publicUrl,
        slackApi: options.slackApi,
        mail: options.mail,
        lookUpTxt: createTxtLookUp(settings.ingest.dnsServers ?? []),
        ingestDomain: settings.ingest.domain,
        store: options.store,
        startExecutor: () =>
          (executor ??= createExecutor({
            poolSize: 1,
            spillBytes: PREVIEW_SPILL,
            required: settings.sandbox === 'required',
          })),
        scratchFolder: scratch.path,
        dataFolder: settings.dataDir,
      });
      registerGraphql(api, {
        ...services,
        database,
        changes: feed,
        now,
        authenticate: sessions.authenticate,
        admitCostly: shedding.admitCostly,
        production: true,
      });
      await api.register(featureRoutes, {
        database,
        sessionFor: sessions.sessionFor,
        admitExport: (accountId) => shedding.admitCostly(accountId, 'exports'),
        store: options.store,
        exportFolder: exportFolder(settings.dataDir),
        importFolder: importFolder(settings.dataDir),
        now: Date.now,
        signIns: services.signIns,
        sessionOfProgram: sessions.sessionOfProgram,
        keepsPasswords: identity.provider !== null,
        publicUrl: settings.publicUrl,
      });
    },
  });
  const stop = async (): Promise<void> => {
    feed.close();
    const late = setTimeout(() => port.endConnections(), DRAIN);
    await Promise.all([app.close(), listener.stop()]);
    clearTimeout(late);
    await executor?.stop();
    await scratch.remove();
  };
  try {
    await app.ready();
    port.serve();
  } catch (error) {
    await stop();
    throw error;
  }
  return { stop };
}
