import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { OAuthClients } from '@switchboard/connectors';
import { createEgress } from '@switchboard/connectors';
import { LIMITS } from '@switchboard/model/limits';
import type { Logger } from 'pino';
import { type ClaimedPort, claimPort } from './api/http/claim-port.ts';
import { startMetricsServer } from './api/http/metrics-server.ts';
import { type Database, type DatabaseLogins, openDatabase } from './db/database.ts';
import { type FoundDatabase, findDatabase } from './db/find-database.ts';
import { ensureProgramLogins } from './db/program-logins.ts';
import type { Settings } from './env.ts';
import { sweepTests } from './features/changelists/test-runs/sweep-tests.ts';
import { countChangedDays } from './features/declarations/count-changed-days.ts';
import { createAccountKeys } from './identity/account-keys/account-keys.ts';
import { createAuth0Directory } from './identity/auth0/auth0-directory.ts';
import { writeFactorLinkMail } from './identity/factors/factor-link.ts';
import { writeFactorsMail } from './identity/factors/factor-mails.ts';
import { createFirstOwner, type FirstOwner } from './identity/first-owner.ts';
import { createIdentity } from './identity/identity.ts';
import { writeInvitationMail } from './identity/invitations/invitation-mail.ts';
import { writeAddressMail } from './identity/mail/address-mail.ts';
import { type MailWriters, sendMails } from './identity/mail/mail-outbox.ts';
import { createMailTransport, type MailTransport } from './identity/mail/mail-transport.ts';
import { loadMasterKey } from './identity/master-keys/load-master-key.ts';
import { requireMasterKeys } from './identity/master-keys/require-master-keys.ts';
import { removeExpired } from './identity/oidc-adapter.ts';
import { writeResetMail } from './identity/password-reset.ts';
import { writeNewDeviceMail } from './identity/sessions/new-device-mail.ts';
import type { DemoPerson } from './identity/sign-in/sign-in-page.ts';
import { rotateSigningKeys } from './identity/signing-keys.ts';
import { createTxtLookUp } from './identity/sso/look-up-txt.ts';
import type { UserDirectory } from './identity/user-directory.ts';
import { createVault, type Vault } from './identity/vault.ts';
import { startTracing } from './observe/start-tracing.ts';
import { createDeliverEntries } from './pipeline/audit-streams/deliver-entries.ts';
import { sweepMail } from './pipeline/mail-ingest/sweep-mail.ts';
import { createDeliver } from './pipeline/notices/deliver.ts';
import { mailOutages, writeOutageMail } from './pipeline/notices/mail-outages.ts';
import { readDatabaseTime } from './pipeline/retention/database-time.ts';
import { requireStore } from './pipeline/state/store-owner.ts';
import { writeSummaryMail } from './pipeline/summaries/summary-mail.ts';
import { checkSandbox } from './programs/check-sandbox.ts';
import { armFault } from './programs/fault.ts';
import { openStore } from './programs/open-store.ts';
import { givenLogins, prepareDatabase } from './programs/prepare-database.ts';
import { SEALED_COLUMNS } from './programs/sealed-columns.ts';
import { startApi } from './programs/start-api.ts';
import { startRoles } from './programs/start-roles.ts';
import { createPause, type Pause, waitForDatabase, waitForMigrations } from './programs/wait-for-parts.ts';
import type { Queue } from './queue/queue.ts';
import { repeat } from './queue/repeat.ts';
import { prepareDataFolder } from './settings/data-folders.ts';
import { reservedPlaces } from './units/worker.ts';

/** Parts that exist once the database is available, before the work begins. */
export type ServerCore = {
  readonly settings: Settings;
  readonly database: Database;
  readonly vault: Vault;
  readonly queue: Queue;
  /** A superuser's URL of the embedded server, for the demo's own databases; null with DATABASE_URL. */
  readonly embeddedUrl: string | null;
  readonly log: Logger;
  readonly say: (line: string) => void;
};

export type ServerParts = {
  readonly log: Logger;
  /** Prints a line for the person at the terminal, for what takes long. */
  readonly say: (line: string) => void;
  /** Folder of the built console; null for none. */
  readonly consoleFolder: string | null;
  /** Present in demo mode. */
  readonly demo: DemoParts | null;
  /** Milliseconds between two runs of what no pipeline waits for, such as erasures; their own intervals without. */
  readonly asideMs?: number;
  /** Ends the waits of the start when it aborts: the start throws its reason. */
  readonly stopping?: AbortSignal;
};

export type DemoParts = {
  readonly people: readonly DemoPerson[];
  /** Hosts on this machine that the demo's scripts reach: its provider and its warehouse. */
  readonly egressAllow: (core: { readonly embeddedUrl: string | null }) => readonly string[];
  /** The client for its provider. */
  readonly oauthClients: OAuthClients;
  /** A stand-in of Slack's Web API. */
  readonly slackApi: string;
  /** Makes what is missing of the demo's accounts, keys and scripts. @returns what it does beside the server from then on */
  readonly prepare: (core: ServerCore) => Promise<{ stop(): Promise<void> } | null>;
};

export type RunningServer = {
  /** Where browsers reach the console; null when this process does not answer HTTP. */
  readonly url: string | null;
  /** The owner that this first start created; null for a later start. */
  readonly owner: FirstOwner | null;
  /** Drains and stops everything that was started, the database last. Repeated calls do no harm. */
  stop(): Promise<void>;
};

const TIDY_INTERVAL = 10 * 60_000;
/** Milliseconds between two counts of the days whose runs have changed, once all have been counted. */
const COUNT_INTERVAL = 5_000;
/** Milliseconds between two searches for mail to send. */
const MAIL_INTERVAL = 3_000;
/** Milliseconds between two checks for parts that began, or ceased, to fail. */
const OUTAGE_INTERVAL = 10_000;
const RETRY_BASE = 30_000;
/** Milliseconds after which an unfinished write counts as abandoned. */
const ABANDONED = 24 * 3600_000;
const ONE_LOGIN =
  'One login of the database does everything: what can send it SQL can take on the role of sign-in. Set DATABASE_OWNER_URL, DATABASE_IDENTITY_URL and DATABASE_ADMIN_URL.';
const SLACK_API = 'https://slack.com/api';
const API_CONNECTIONS = 8;
/** Connections for the jobs of this process besides the units that it works on. */
const JOB_CONNECTIONS = 2;
/** Milliseconds that a request waits for a connection while all of its kind are in use. */
const REQUEST_PATIENCE = 1_000;

/**
 * Starts the chosen roles in this process, on the embedded database or the one in the settings.
 * Stops the parts that were started when a later step fails.
 * @throws SettingsError, FolderInUseError, DatabaseSetupError, PortBusyError: one line each, for the person who starts it
 */
export async function startServer(settings: Settings, parts: ServerParts): Promise<RunningServer> {
  const stops: (() => Promise<void>)[] = [];
  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> => (stopped ??= inReverse(stops, parts.log));
  try {
    return { ...(await start(settings, parts, (one) => stops.push(one))), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function start(
  settings: Settings,
  parts: ServerParts,
  onStop: (stop: () => Promise<void>) => void,
): Promise<Omit<RunningServer, 'stop'>> {
  const { log, say } = parts;
  prepareDataFolder(settings.dataDir);
  if (settings.roles.some((role) => role === 'api' || role === 'worker'))
    checkSandbox(settings.sandbox, (text) => log.warn(text));
  const tracing = await startTracing({ ...settings.tracing, instance: `${hostname()}:${process.pid}` });
  onStop(() => tracing.stop());
  const { ownerUrl, embeddedUrl, stop } = await findDatabase(settings, say);
  onStop(stop);
  const port = await claimPortOf(settings);
  onStop(async () => port?.stop());
  const pause = createPause(parts);
  const { url, logins } = await openLogins(settings, { ownerUrl, embeddedUrl }, { say, pause });
  if (logins === null) log.warn(ONE_LOGIN);
  const onError = (error: Error): void => log.warn({ err: error }, 'database connection');
  const database = openDatabase({
    url,
    logins,
    connections: JOB_CONNECTIONS + 2 * (settings.workerConcurrency + reservedPlaces(settings.workerConcurrency)),
    onError,
  });
  onStop(() => database.close());
  // Requests have connections of their own: work never waits for them, nor they for work.
  const requests = openDatabase({
    url,
    logins,
    connections: API_CONNECTIONS,
    patience: REQUEST_PATIENCE,
    onError,
  });
  onStop(() => requests.close());
  const masterKey = await loadMasterKey({ database: requests, settings, onUnavailable: pause });
  const identity = await createIdentity({
    database: requests,
    masterKey,
    publicUrl: settings.publicUrl,
    oidc: settings.oidc,
    requireSecondFactor: settings.requireSecondFactor,
    sessionLimits: settings.sessionLimits,
  });
  await requireMasterKeys(requests, SEALED_COLUMNS, masterKey);
  // The one-time password is shown by a process whose console it opens.
  const makesOwner = parts.demo === null && settings.roles.includes('api');
  const owner = makesOwner
    ? await createFirstOwner(database, settings.ownerEmail, settings.oidc.issuer === null)
    : null;

  const allowed = [...settings.egressAllow, ...(parts.demo?.egressAllow({ embeddedUrl }) ?? [])];
  const oauthClients = new Map([...(parts.demo?.oauthClients ?? []), ...settings.oauthClients]);
  const slackApi = settings.slackApi ?? parts.demo?.slackApi ?? SLACK_API;
  const store = openStore(settings.storage);
  const transport = createMailTransport({
    smtpUrl: settings.smtpUrl,
    from: settings.mailFrom,
    folder: join(settings.dataDir, 'outbox'),
    now: Date.now,
  });
  const egress = createEgress({ allowPrivate: allowed, stallTimeoutMs: LIMITS.sourceStallTimeout, now: Date.now });
  const { accountKeyCacheSeconds: cacheSeconds } = settings;
  const accountKeys = createAccountKeys({ database, masterKey, egress, now: Date.now, cacheSeconds });
  const vault = createVault(masterKey, accountKeys);
  const roles = await startRoles({
    database,
    url,
    vault,
    roles: settings.roles,
    dataFolder: settings.dataDir,
    store,
    host:
      embeddedUrl === null
        ? hostname()
        : `folder-${createHash('sha256').update(settings.dataDir).digest('hex').slice(0, 12)}`,
    alone: embeddedUrl !== null,
    concurrency: settings.workerConcurrency,
    pool: settings.workerPool,
    queryLimits: settings.queryLimits,
    defaultQuota: settings.defaultQuota,
    sandboxRequired: settings.sandbox === 'required',
    egressAllow: allowed,
    awsIdentity: settings.awsIdentity,
    oauthClients,
    retryBaseMs: RETRY_BASE,
    ...(parts.asideMs === undefined ? {} : { asideMs: parts.asideMs }),
    fault: armFault(settings.fault, () => process.kill(process.pid, 'SIGKILL')),
    onError: (error, about) => log.error({ err: error, about }, 'background work'),
    notices: {
      deliver: createDeliver({ egress, slackApi, mail: transport, now: Date.now }),
      publicUrl: settings.publicUrl,
    },
    eraseAccountsAfterDays: settings.eraseAccountsAfterDays,
    retention: settings.retention,
    auditRetentionDays: settings.audit.retentionDays,
    lookUpTxt: createTxtLookUp(settings.ingest.dnsServers ?? []),
    auditStreams: {
      deliver: createDeliverEntries({ egress, publicUrl: settings.publicUrl, now: Date.now }),
      targets: settings.audit.targets,
    },
    log,
    say,
    ingest: { ...settings.ingest, host: settings.host },
  });
  onStop(() => roles.stop());
  const demo = await parts.demo?.prepare({ settings, database, vault, queue: roles.queue, embeddedUrl, log, say });
  if (demo) onStop(() => demo.stop());
  if (port === null) return { url: null, owner };
  if (!settings.roles.includes('api')) {
    const { metricsToken: token } = settings;
    const metrics = await startMetricsServer({ database, port, token, failures: roles.failures });
    onStop(() => metrics.stop());
    return { url: null, owner };
  }

  const tidying = repeat(
    TIDY_INTERVAL,
    async () => {
      await Promise.all([removeExpired(database, new Date()), store.sweep(ABANDONED)]);
      const olderThan = Date.now() - settings.signingKeyDays * 24 * 3600_000;
      await rotateSigningKeys(database, masterKey, { now: Date.now(), olderThan });
      await requireStore(database, store);
      const now = (await readDatabaseTime(database))();
      await sweepTests({ database, store, now });
      await sweepMail({ database, store, now });
    },
    (error) => log.warn({ err: error }, 'removing what has expired or was never finished'),
  );
  onStop(() => tidying.stop());
  let areDaysLeft = false;
  const counting = repeat(
    () => (areDaysLeft ? 0 : COUNT_INTERVAL),
    async () => {
      areDaysLeft = false;
      areDaysLeft = await countChangedDays(database);
    },
    (error) => log.warn({ err: error }, 'counting the runs of days'),
  );
  onStop(() => counting.stop());
  const { publicUrl } = settings;
  const write: MailWriters = {
    password_reset: writeResetMail({ database, masterKey, publicUrl, now: Date.now }),
    factors_changed: writeFactorsMail(database, 'changed'),
    factors_reset: writeFactorsMail(database, 'reset'),
    factor_link: writeFactorLinkMail({ database, publicUrl, now: Date.now }),
    new_device: writeNewDeviceMail(publicUrl),
    address_changed: writeAddressMail,
    outage: writeOutageMail(publicUrl),
    invitation: writeInvitationMail({ database, publicUrl }),
    daily_summary: async ({ facts }) => writeSummaryMail(facts, publicUrl),
  };
  const mails = repeat(
    MAIL_INTERVAL,
    async () => {
      const [problem] = await sendMails({ database, transport, write });
      if (problem) throw problem;
    },
    (error) => log.warn({ err: error }, 'sending mail'),
  );
  onStop(() => mails.stop());
  const outages = repeat(
    OUTAGE_INTERVAL,
    () => mailOutages(database),
    (error) => log.warn({ err: error }, 'mail about outages'),
  );
  onStop(() => outages.stop());
  const api = await startApi({
    port,
    settings,
    database: requests,
    workDatabase: database,
    failures: roles.failures,
    store,
    identity,
    directory: directoryOf(settings, transport),
    masterKey,
    vault,
    accountKeys,
    egressAllow: allowed,
    oauthClients,
    slackApi,
    mail: transport,
    queue: roles.queue,
    consoleFolder: parts.consoleFolder,
    demoPeople: parts.demo?.people ?? [],
    demo: parts.demo !== null,
    log,
  });
  onStop(() => api.stop());
  return { url: settings.publicUrl, owner };
}

/** Listens on the port of the API, or of the health and metrics of a process without it; null for none. */
async function claimPortOf({ roles, host, port, metricsPort }: Settings): Promise<ClaimedPort | null> {
  if (roles.includes('api')) return claimPort({ host, port, setting: 'PORT' });
  return metricsPort === null ? null : claimPort({ host, port: metricsPort, setting: 'METRICS_PORT' });
}

/** The migrated database, once it takes connections: the address for work, and the logins besides, null for one that does everything. */
async function openLogins(
  settings: Settings,
  { ownerUrl, embeddedUrl }: Pick<FoundDatabase, 'ownerUrl' | 'embeddedUrl'>,
  { say, pause }: { readonly say: (line: string) => void; readonly pause: Pause },
): Promise<{ readonly url: string; readonly logins: DatabaseLogins | null }> {
  if (embeddedUrl !== null && ownerUrl !== null) {
    await prepareDatabase(settings, ownerUrl, say);
    const logins = await ensureProgramLogins(ownerUrl, join(settings.dataDir, 'postgres'));
    return { url: logins.work, logins };
  }
  const logins = givenLogins(settings);
  if (ownerUrl !== null) {
    await waitForDatabase(ownerUrl, logins === null ? 'DATABASE_URL' : 'DATABASE_OWNER_URL', pause);
    await prepareDatabase(settings, ownerUrl, say);
  }
  if (logins === null) return { url: ownerUrl ?? '', logins };
  await waitForDatabase(logins.work, 'DATABASE_URL', pause);
  await waitForMigrations(logins.work, pause);
  await waitForDatabase(logins.identity, 'DATABASE_IDENTITY_URL', pause);
  await waitForDatabase(logins.admin, 'DATABASE_ADMIN_URL', pause);
  return { url: logins.work, logins };
}

function directoryOf({ auth0, oidc, publicUrl }: Settings, mail: MailTransport): UserDirectory | null {
  if (auth0 === null || oidc.issuer === null) return null;
  return createAuth0Directory({
    ...auth0,
    issuer: oidc.issuer,
    publicUrl,
    mail,
    now: Date.now,
    sleep: (ms) => setTimeout(ms),
  });
}

/** Stops the parts in reverse order. One that fails to stop does not keep the others from it. */
async function inReverse(stops: readonly (() => Promise<void>)[], log: Logger): Promise<void> {
  for (const stop of stops.toReversed()) await stop().catch((error: unknown) => log.error({ err: error }, 'stopping'));
}
