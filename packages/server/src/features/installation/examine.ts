import type { FileStore } from '@switchboard/engine';
import { connect, describeDatabase } from '../../db/connect.ts';
import { openDatabase } from '../../db/database.ts';
import { readMigrations } from '../../db/migrations.ts';
import { type FreeSpace, spaceOf } from '../../observe/free-space.ts';
import { examineDeclarations } from './examine-declarations.ts';
import {
  examineClock,
  examineDisk,
  examineLogins,
  examineMigrations,
  examinePrograms,
  examineSandbox,
} from './examine-installation.ts';
import { examineDrains, examineFolders, examineStore, examineStoreOwner } from './examine-parts.ts';
import { examineQueue } from './examine-queue.ts';
import { examineRecords } from './examine-records.ts';
import { examineScheduled } from './examine-scheduled.ts';
import { examineSecurity } from './examine-security.ts';
import { examineUnits } from './examine-units.ts';
import type { DoctorFinding, DoctorReport } from './report.ts';

export type ExamineOptions = {
  readonly url: string;
  /** Absolute. */
  readonly dataFolder: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** The parts of the sandbox that this machine refuses, null for nothing; without it, that is not examined. */
  readonly sandboxShortage?: string | null;
  /** Without it, the store is not examined. */
  readonly store?: FileStore;
  readonly freeSpace?: (folder: string) => Promise<FreeSpace | null>;
};

const STATEMENT_TIMEOUT = 20_000;

/**
 * Examines a running installation: reports what does not progress by itself, why, and what to do. Changes nothing: its
 * connections are read-only.
 * @throws DatabaseSetupError when the database cannot be reached
 */
export async function examine(options: ExamineOptions): Promise<DoctorReport> {
  const { url, now } = options;
  const findings: DoctorFinding[] = [];
  const client = await connect(url);
  let usable: boolean;
  try {
    await client.query(`set default_transaction_read_only = on; set application_name = 'switchboard-doctor'`);
    const migrations = await examineMigrations(client, readMigrations());
    usable = migrations.level === 'fine';
    findings.push(migrations, await examinePrograms(client), await examineClock(client, now));
    // An empty database has no roles yet.
    if (usable) findings.push(await examineLogins(client));
  } finally {
    await client.end();
  }
  const freeSpace = options.freeSpace ?? spaceOf;
  findings.push(examineDisk(options.dataFolder, await freeSpace(options.dataFolder)));
  if (options.store !== undefined) findings.push(await examineStore(options.store));
  if (options.sandboxShortage !== undefined) findings.push(examineSandbox(options.sandboxShortage));
  if (usable) findings.push(...(await examineLedger(url, new Date(now()), options.store)));
  return {
    at: new Date(now()).toISOString(),
    database: describeDatabase(url),
    findings,
    stuck: findings.some(({ level }) => level === 'problem'),
  };
}

async function examineLedger(url: string, now: Date, store: FileStore | undefined): Promise<readonly DoctorFinding[]> {
  const database = openDatabase({
    url,
    connections: 1,
    statementTimeout: STATEMENT_TIMEOUT,
    readOnly: true,
    applicationName: 'switchboard-doctor',
  });
  try {
    return await database.withSystem(async (tx) => [
      ...(await examineRecords(tx)),
      await examineFolders(tx),
      await examineDrains(tx),
      ...(store === undefined ? [] : [await examineStoreOwner(tx, store)]),
      ...(await examineUnits(tx)),
      ...(await examineScheduled(tx, now)),
      ...(await examineDeclarations(tx)),
      ...(await examineQueue(tx)),
      ...(await examineSecurity(tx, now)),
    ]);
  } finally {
    await database.close();
  }
}
