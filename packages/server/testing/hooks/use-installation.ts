import { afterEach, beforeEach } from 'vitest';
import { type Database, openDatabase } from '../../src/db/database.ts';
import { type ExamineOptions, examine } from '../../src/features/installation/examine.ts';
import type { DoctorFinding, DoctorReport } from '../../src/features/installation/report.ts';
import { borrowDatabase } from '../lent-database.ts';

const GIGABYTE = 1024 ** 3;

export type Installation = {
  /** Database of the running test. */
  readonly database: Database;
  readonly url: string;
  /** Closes the test's own connections, after which no program is connected. */
  disconnect(): Promise<void>;
  /** Examines the installation, by default with half of a disk of 100 GB free. */
  examine(more?: Partial<ExamineOptions>): Promise<DoctorReport>;
  /** Returns the current finding of one check. */
  about(check: string): Promise<DoctorFinding>;
};

/** A migrated database for each test, which the doctor examines as a whole. */
export function useInstallation(): Installation {
  let database: Database | undefined;
  let url = '';
  let drop = async (): Promise<void> => undefined;
  const disconnect = async (): Promise<void> => {
    await database?.close();
    database = undefined;
  };
  beforeEach(async () => {
    ({ url, drop } = await borrowDatabase());
    database = openDatabase({ url });
  });
  afterEach(async () => {
    await disconnect();
    await drop();
  });
  const installation: Installation = {
    get database() {
      if (database === undefined) throw new Error('The test has disconnected from the database.');
      return database;
    },
    get url() {
      return url;
    },
    disconnect,
    examine: (more = {}) =>
      examine({
        url,
        dataFolder: 'data',
        now: Date.now,
        freeSpace: async () => ({ free: 50 * GIGABYTE, total: 100 * GIGABYTE }),
        ...more,
      }),
    about: async (check) => findingOf(await installation.examine(), check),
  };
  return installation;
}

/** Returns the finding of one check. */
export function findingOf({ findings }: DoctorReport, check: string): DoctorFinding {
  const found = findings.find((candidate) => candidate.check === check);
  if (!found) throw new Error(`The doctor ran no check ${check}, but ${findings.map((one) => one.check).join()}.`);
  return found;
}
