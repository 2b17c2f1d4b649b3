import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { type AwsIdentity, createEgress, type OAuthClients } from '@switchboard/connectors';
import type { Executor, FileStore } from '@switchboard/engine';
import { PipelineError } from '@switchboard/model/errors/errors';
import type { Fault } from '@switchboard/model/faults';
import type { Retention } from '@switchboard/model/kept/retention';
import { LIMITS } from '@switchboard/model/limits';
import type { Logger } from 'pino';
import { startAuditJob } from '../audit/audit-job.ts';
import type { Database } from '../db/database.ts';
import { identifyFolder, showFolder } from '../db/export-folders.ts';
import { readMigrations } from '../db/migrations.ts';
import { openSignals } from '../db/signals.ts';
import { startAccountHealthJob } from '../features/home/account-health-job.ts';
import { startDomainJob } from '../features/sso/recheck-domains.ts';
import { startResealJob } from '../identity/account-keys/reseal-job.ts';
import { createKeyAccess } from '../identity/keys/key-access.ts';
import { openKey } from '../identity/keys/open-key.ts';
import { startRevocationJob } from '../identity/keys/revocation-job.ts';
import type { LookUpTxt } from '../identity/sso/look-up-txt.ts';
import type { Vault } from '../identity/vault.ts';
import { spaceOf } from '../observe/free-space.ts';
import { SILENT_LOG } from '../observe/silent-log.ts';
import { failUnit } from '../pipeline/attempts/fail-unit.ts';
import { type StreamJobOptions, startStreamJob } from '../pipeline/audit-streams/stream-job.ts';
import { startBackfillJob } from '../pipeline/backfills/jobs.ts';
import { startErasureJob } from '../pipeline/erasure/erasure-job.ts';
import { type NoticeJobOptions, startNoticeJob } from '../pipeline/notices/notice-job.ts';
import { observedPrepare } from '../pipeline/observation/traced-engine.ts';
import { endPauses } from '../pipeline/recovery/resume.ts';
import { startPruneJob } from '../pipeline/retention/prune-job.ts';
import { startScheduleClock } from '../pipeline/schedule/schedule-clock.ts';
import { startScheduler } from '../pipeline/schedule/scheduler.ts';
import { expireProbes, startProber } from '../pipeline/sources/prober.ts';
import type { WorkDeps } from '../pipeline/state/attempt-context.ts';
import { UNIT_KINDS } from '../pipeline/state/unit-kinds.ts';
import { startSummaryJob } from '../pipeline/summaries/summary-job.ts';
import { type DefaultQuota, setDefaultQuota } from '../queue/default-quota.ts';
import type { Queue, WorkerQueue } from '../queue/queue.ts';
import { repeat } from '../queue/repeat.ts';
import { exportFolder, importFolder } from '../settings/data-folders.ts';
import type { QueryLimits } from '../settings/load-settings.ts';
import { openUnitQueue } from '../units/open-unit-queue.ts';
import { readIntake } from '../units/parts/drain.ts';
import type { Part, PartFailure } from '../units/parts/part.ts';
import { forgetPrograms, startProgramRecord } from '../units/parts/program-record.ts';
import { type PartWatch, watchParts } from '../units/parts/watch-parts.ts';
import { expireLeases, startReconciler } from '../units/reconciler.ts';
import { reservedPlaces, startWorker } from '../units/worker.ts';
import { diskPart, namePart, processPart, storePart } from './parts.ts';
import { reportChange } from './report-part.ts';
import { SEALED_COLUMNS } from './sealed-columns.ts';
import type { IngestOptions } from './start-ingest.ts';
import { createUnitHandlers, createWorkParts, type WorkParts } from './work-parts.ts';

/** Milliseconds between two checks for pauses whose time has come. */
const PAUSES_INTERVAL = 1_000;
const DEFAULT_LIMITS: QueryLimits = { memoryBytes: 2 * 1024 ** 3, timeoutMs: 15 * 60_000, spillBytes: 64 * 1024 ** 3 };
/** An error that any part may have caused. */
const STORE_FAILED = new PipelineError('STORAGE_FAILED', { reason: 'not tried yet' });

export type RolesOptions = {
  readonly database: Database;
  /** Login for the queue and for listening. */
  readonly url: string;
  readonly vault: Vault;
  readonly roles: readonly ('api' | 'worker' | 'scheduler' | 'ingest')[];
  /** Absolute. */
  readonly dataFolder: string;
  readonly store: FileStore;
  /** Prefix of the workers of this installation in leases: the data folder with an embedded database, else the host. */
  readonly host: string;
  /** True when no other program can be running on this database: leases of earlier runs are over at once. */
  readonly alone: boolean;
  readonly concurrency: number;
  /** Label of the pool of its worker; null or absent: none. */
  readonly pool?: string | null;
  /** Limits of one query of a flow; the defaults of the settings without. */
  readonly queryLimits?: QueryLimits;
  /** Limits of accounts that have none of their own, stored by the scheduler; what is stored without. */
  readonly defaultQuota?: DefaultQuota;
  /** Fails work rather than leave out a part of the sandbox. */
  readonly sandboxRequired?: boolean;
  /** Runs the queries; jailed processes without it. */
  readonly executor?: Executor;
  readonly egressAllow: readonly string[];
  /** Assumes the roles of keys; null or absent: they cannot be used. */
  readonly awsIdentity?: AwsIdentity | null;
  /** Clients with which access tokens are refreshed; none without. */
  readonly oauthClients?: OAuthClients;
  readonly retryBaseMs: number;
  /** Milliseconds without a change after which a source's file counts as whole; LIMITS.fileSettle without. */
  readonly fileSettleMs?: number;
  /** Milliseconds between two polls of worker, prober, scheduler and backfills; their own defaults without. */
  readonly pollMs?: number;
  /**
   * Milliseconds between two runs of what no pipeline waits for: the record of the program, erasures,
   * revocations, reseals, summaries; `pollMs` without. */
  readonly asideMs?: number;
  readonly fault: Fault;
  /** Epoch milliseconds, for what is due and for what runs; the database's clock without, as for leases. */
  readonly now?: () => number;
  readonly onError: (error: unknown, about: string) => void;
  /** How notices leave; the scheduler sends them. None are sent without it. */
  readonly notices?: Pick<NoticeJobOptions, 'deliver' | 'publicUrl' | 'settleMs'>;
  /** Days after which deactivated accounts are erased; null or absent: only when an administrator says so. */
  readonly eraseAccountsAfterDays?: number | null;
  /** Days for which accounts keep data of ended runs unless they set others; undefined: nothing is pruned. */
  readonly retention?: Retention;
  /** Days for which the installation keeps entries of the audit log; null for ever, absent for what is stored. */
  readonly auditRetentionDays?: number | null;
  /** How entries of the audit log are streamed; the scheduler does it. They are not without it. */
  readonly auditStreams?: Pick<StreamJobOptions, 'deliver' | 'targets'>;
  /** Looks up the TXT records of verified mail domains; the scheduler does it. They are not checked again without it. */
  readonly lookUpTxt?: LookUpTxt;
  /** Logs how each attempt ends; silent without it. */
  readonly log?: Logger;
  /** Prints which part of the installation does not work, and when it works again. With it, they are tried before work is taken. */
  readonly say?: (line: string) => void;
  /** How mail is received; none is without it, or without a port. */
  readonly ingest?: IngestOptions;
};

export type RunningRoles = {
  readonly queue: Queue;
  /** Parts of the installation that do not work for this process, so that it takes no work. */
  failures(): readonly PartFailure[];
  stop(): Promise<void>;
};

/**
 * Starts the queue and those roles that do the work. `stop` drains within a few seconds and leaves nothing running. What was
 * started is stopped again when a later step fails.
 */
export async function startRoles(options: RolesOptions): Promise<RunningRoles> {
  const queue = openUnitQueue({ url: options.url, onError: (error) => options.onError(error, 'queue') });
  const stops: (() => Promise<void>)[] = [];
  let watch: PartWatch;
  const stop = async (): Promise<void> => {
    await Promise.all(stops.map((one) => one()));
    await queue.stop();
  };
  try {
    watch = await startEach(options, queue, (one) => stops.push(one));
  } catch (error) {
    await stop();
    throw error;
  }
  return { queue, failures: watch.failures, stop };
}

async function startEach(
  options: RolesOptions,
  queue: WorkerQueue,
  onStop: (stop: () => Promise<void>) => void,
): Promise<PartWatch> {
  const { database, fault, asideMs = options.pollMs } = options;
  let { now } = options;
  if (now === undefined) {
    const clock = await startScheduleClock({ database, onError: (error) => options.onError(error, 'clock') });
    onStop(() => clock.stop());
    now = clock.now;
  }
  if (options.alone) {
    await expireLeases(database, `${options.host}:`);
    await expireProbes(database);
    await forgetPrograms(database);
  }

  const isWorker = options.roles.includes('worker');
  const parts = isWorker ? await openWorkParts(options, now) : null;
  const program = randomUUID();
  const installation = watchParts(
    {
      parts: partsOf(options, parts),
      onChange: (part, failure) => reportChange(options, part, failure),
      onError: (error) => options.onError(error, 'parts'),
    },
    options.pollMs,
  );
  onStop(() => installation.stop());
  if (options.say !== undefined && parts !== null) await installation.blame(STORE_FAILED);
  const pool = options.pool ?? null;
  // Before the first unit is taken.
  let intake = await database.withSystem((tx) => readIntake(tx, { host: hostname(), pool }));
  let busy = (): number => 0;
  const record = startProgramRecord(
    {
      database,
      busy: () => busy(),
      onIntake: (found) => {
        intake = found;
      },
      program: {
        id: program,
        host: hostname(),
        pool,
        roles: options.roles,
        migration: Math.max(...readMigrations().map(({ number }) => number)),
      },
      parts: installation,
      space: () => spaceOf(options.dataFolder),
      onError: (error) => options.onError(error, 'program record'),
    },
    asideMs,
  );
  onStop(() => record.stop());

  // Its port is taken before work is.
  if (options.roles.includes('ingest') && options.ingest !== undefined && options.ingest.port !== null) {
    // Loaded only where mail is received.
    const { startIngest } = await import('./start-ingest.ts');
    const { store, dataFolder, log = SILENT_LOG, sandboxRequired = false } = options;
    const ingest = await startIngest({ database, store, fault, now, log, dataFolder, sandboxRequired }, options.ingest);
    onStop(() => ingest.stop());
  }
  if (parts !== null) {
    // The worker and the prober stop before what they use.
    const uses: (() => Promise<void>)[] = [() => parts.stop()];
    let stopWork = async (): Promise<void> => undefined;
    onStop(async () => {
      await stopWork();
      await Promise.all(uses.map((stop) => stop()));
    });
    const folder = identifyFolder(exportFolder(options.dataFolder));
    const signals = await openSignals(options.url, 'switchboard_units', { first: showFolder(folder) });
    uses.push(() => signals.close());
    const openAccess = createKeyAccess({
      database,
      vault: options.vault,
      egress: createEgress({ allowPrivate: options.egressAllow, stallTimeoutMs: LIMITS.sourceStallTimeout, now }),
      clients: options.oauthClients ?? new Map(),
    });
    const openStoredKey: WorkDeps['openKey'] = (accountId, key, neededBy) =>
      openKey(database, options.vault, accountId, key, neededBy, openAccess);
    // Units are worked on by the same statements again and again; schedules and backfills by a few that touch many rows.
    const limits = options.queryLimits ?? DEFAULT_LIMITS;
    const work: WorkDeps = {
      database: database.prepared,
      queue,
      fault,
      openKey: openStoredKey,
      exportFolder: folder,
      limits: { queryMemoryBytes: limits.memoryBytes, queryTimeoutMs: limits.timeoutMs },
    };
    const handlers = createUnitHandlers(work, {
      retryBaseMs: options.retryBaseMs,
      random: Math.random,
      reference: () => randomBytes(4).toString('hex'),
      prepare: observedPrepare(parts.prepare),
      onError: (error, unit) => options.onError(error, `${unit.kind} ${unit.unitId}`),
      log: options.log ?? SILENT_LOG,
      parts: installation,
    });
    const worker = startWorker(
      {
        database: work.database,
        queue,
        kinds: UNIT_KINDS,
        fault,
        worker: `${options.host}:${program}`,
        concurrency: options.concurrency,
        reserved: reservedPlaces(options.concurrency),
        signals,
        parts: installation,
        intake: () => intake,
        handlers,
        onError: (error) => options.onError(error, 'worker'),
      },
      options.pollMs,
    );
    busy = worker.busy;
    const prober = startProber(
      {
        database,
        queue,
        fault,
        now,
        random: Math.random,
        settle: options.fileSettleMs ?? LIMITS.fileSettle,
        retryBase: options.retryBaseMs,
        openKey: openStoredKey,
        prepare: parts.prepareListing,
        failUnit,
        reference: () => randomBytes(4).toString('hex'),
        parts: installation,
        isDrained: () => intake.isDrained,
        onError: (error) => options.onError(error, 'prober'),
      },
      options.pollMs,
    );
    stopWork = async () => {
      await Promise.all([worker.stop(), prober.stop()]);
    };
  }
  if (options.roles.includes('scheduler')) {
    if (options.defaultQuota !== undefined) await setDefaultQuota(database, options.defaultQuota);
    const onError = (error: unknown): void => options.onError(error, 'scheduler');
    const scheduler = startScheduler({ database, queue, fault, now, onError }, options.pollMs);
    const pauses = repeat(PAUSES_INTERVAL, () => endPauses({ database, queue, now, onError }).then(() => {}), onError);
    const backfills = startBackfillJob({ database, queue, fault, onError }, options.pollMs);
    const reconciler = startReconciler({
      database,
      queue,
      kinds: UNIT_KINDS,
      fault,
      random: Math.random,
      failUnit,
      onError,
    });
    const revocations = startRevocationJob(
      {
        database,
        vault: options.vault,
        egress: createEgress({ allowPrivate: options.egressAllow, stallTimeoutMs: LIMITS.sourceStallTimeout, now }),
        clients: options.oauthClients ?? new Map(),
        onError: (error) => options.onError(error, 'revocations'),
      },
      asideMs,
    );
    const summaries = startSummaryJob({ database, fault, now, onError }, asideMs);
    const healths = startAccountHealthJob({ database, now, onError });
    const audit = startAuditJob({ database, now, retentionDays: options.auditRetentionDays, onError });
    const reseals = startResealJob({ database, vault: options.vault, columns: SEALED_COLUMNS, onError }, asideMs);
    const erasure = startErasureJob(
      {
        database,
        store: options.store,
        folders: [exportFolder(options.dataFolder), importFolder(options.dataFolder)],
        afterDays: options.eraseAccountsAfterDays ?? null,
        now,
        onError: (error) => options.onError(error, 'erasure'),
      },
      asideMs,
    );
    const jobs = [erasure, scheduler, pauses, backfills, reconciler, revocations, reseals, summaries, healths, audit];
    if (options.retention !== undefined) {
      const { store, retention } = options;
      const onPruneError = (error: unknown): void => options.onError(error, 'retention');
      jobs.push(startPruneJob({ database, store, retention, now, onError: onPruneError }));
    }
    if (options.lookUpTxt !== undefined) {
      const onDomainError = (error: unknown): void => options.onError(error, 'mail domains');
      jobs.push(startDomainJob({ database, lookUpTxt: options.lookUpTxt, now, onError: onDomainError }));
    }
    if (options.auditStreams !== undefined) {
      const onStreamError = (error: unknown): void => options.onError(error, 'audit streams');
      const streams = { ...options.auditStreams, database, vault: options.vault, now, onError: onStreamError };
      jobs.push(startStreamJob(streams, options.pollMs));
    }
    if (options.notices !== undefined) {
      const notices = { ...options.notices, database, vault: options.vault, now };
      const onNoticeError = (error: unknown): void => options.onError(error, 'notices');
      jobs.push(startNoticeJob({ ...notices, onError: onNoticeError }, options.pollMs));
    }
    for (const job of jobs) onStop(() => job.stop());
  }
  return installation;
}

async function openWorkParts(options: RolesOptions, now: () => number): Promise<WorkParts> {
  const exports = exportFolder(options.dataFolder);
  await mkdir(exports, { recursive: true });
  return createWorkParts({
    database: options.database,
    store: options.store,
    scratchFolder: join(options.dataFolder, 'scratch'),
    importFolder: importFolder(options.dataFolder),
    exportFolder: exports,
    egressAllow: options.egressAllow,
    awsIdentity: options.awsIdentity ?? null,
    fault: options.fault,
    now,
    databaseProcesses: Math.min(options.concurrency, 3),
    spillBytes: (options.queryLimits ?? DEFAULT_LIMITS).spillBytes,
    sandboxRequired: options.sandboxRequired === true,
    ...(options.executor ? { executor: options.executor } : {}),
  });
}

/** The parts of the installation that the roles of a program need. */
function partsOf({ roles, dataFolder, store }: RolesOptions, work: WorkParts | null): readonly Part[] {
  if (work !== null)
    return [
      diskPart([work.scratch, exportFolder(dataFolder)]),
      processPart(work.executor, work.scratch),
      storePart(store),
      namePart(),
    ];
  const disk = diskPart([dataFolder]);
  return roles.includes('ingest') ? [disk, storePart(store)] : roles.includes('api') ? [disk] : [];
}
