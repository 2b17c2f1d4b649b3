import type { FileStore } from '@switchboard/engine';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { ARE_FOLDERS_SPLIT } from '../../db/export-folders.ts';
import { isStoreOfOther } from '../../pipeline/state/store-owner.ts';
import { listDrains } from '../../units/parts/drain.ts';
import { type DoctorFinding, finding } from './report.ts';

/** Whether the file store answers from here. Reads only. */
export async function examineStore(store: FileStore): Promise<DoctorFinding> {
  const problem = await store.head('checks/none').then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  return finding(
    {
      check: 'store',
      title: 'File store',
      todo: 'Work waits while the store does not answer. Check STORAGE_URL, its account and its server.',
    },
    problem === null ? 0 : 1,
    [{ account: null, what: 'store', why: problem ?? '', since: null, todo: null }],
  );
}

/** Lists the hosts, pools and accounts that a person drained. */
export async function examineDrains(tx: Tx): Promise<DoctorFinding> {
  const drains = await listDrains(tx);
  return finding(
    {
      check: 'drains',
      title: 'Drained: no new work is taken',
      todo: 'End it with `switchboard undrain`.',
      level: 'notice',
    },
    drains.length,
    drains.map(({ kind, name, since, running, isEmpty }) => ({
      account: kind === 'account' ? name : null,
      what: `${kind} ${name}`,
      why: isEmpty ? 'is empty' : `${running} units run`,
      since: since.toISOString(),
      todo: null,
    })),
  );
}

/** Whether this database may remove objects from the store: a copy or a restored database may not before it has taken the store over. */
export async function examineStoreOwner(tx: Tx, store: FileStore): Promise<DoctorFinding> {
  const isOther = await isStoreOfOther(tx, store).catch(() => false);
  return finding(
    {
      check: 'store_owner',
      title: 'Store of another history of the database',
      todo: 'Nothing is removed from it. If no other installation uses the store, run `switchboard prune`, which takes it over.',
      level: 'notice',
    },
    isOther ? 1 : 0,
    [
      {
        account: null,
        what: 'store',
        why: 'another database, of which this may be a copy, sweeps it',
        since: null,
        todo: null,
      },
    ],
  );
}

/** Whether all workers write files into one folder. */
export async function examineFolders(tx: Tx): Promise<DoctorFinding> {
  const { rows } = await sql<{ split: boolean }>`select ${ARE_FOLDERS_SPLIT} as split`.execute(tx);
  return finding(
    {
      check: 'folders',
      title: 'Workers that write files into different folders',
      todo: 'Mount one folder as DATA_DIR/exports on all workers, or have scripts upload to s3.',
    },
    rows[0]?.split === true ? 1 : 0,
    [{ account: null, what: 'DATA_DIR/exports', why: 'uploads into files wait', since: null, todo: null }],
  );
}
