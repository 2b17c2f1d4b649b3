import { randomUUID } from 'node:crypto';
import type { Purpose } from '@switchboard/model/status/status';
import { sql } from 'kysely';
import type { Database } from '../src/db/database.ts';
import type { ClaimedUnit } from '../src/units/unit.ts';
import { type BuiltAccount, readRows } from './build-account.ts';

type Values = Readonly<Record<string, string | number | boolean | null | object>>;

/** Inserts one row and returns its id. Objects are stored as JSON. */
async function insert(database: Database, accountId: string, table: string, values: Values): Promise<string> {
  const columns = Object.entries({ account_id: accountId, ...values });
  const [row] = await readRows(
    database,
    { accountId },
    sql<{ id: string }>`
      insert into ${sql.table(table)} (${sql.join(columns.map(([name]) => sql.ref(name)))})
      values (${sql.join(columns.map(([, value]) => (typeof value === 'object' && value !== null ? JSON.stringify(value) : value)))})
      returning id`,
  );
  return row?.id ?? '';
}

/** Values of the columns that a test does not give. */
const DEFAULTS = {
  download: { source: 'ads', project: 'marketing', report_date: '2026-11-20' },
  download_part: {
    name: 'ads',
    project: 'marketing',
    tables: '[]',
    columns: '[]',
    row_count: 10,
    dirty_row_count: 0,
    dirty_row_status: 'none',
    new_dirty_row_count: 0,
    new_dirty_row_status: 'none',
    bytes: 100,
  },
  flow: { purpose: 'production', report_date: '2026-11-20' },
  upload: {
    name: 'daily',
    project: 'marketing',
    purpose: 'production',
    report_date: '2026-11-20',
    destination: 'file · daily/2026-11-20.csv',
    destination_type: 'file',
  },
  event: { severity: 'info', code: 'DOWNLOAD_COMPLETED', message: 'Something happened.' },
} as const satisfies Readonly<Record<string, Values>>;

/** Adds rows of the account's script. The column `identity` must be unique. */
const scriptRows =
  (table: 'download' | 'flow', identity: 'trigger' | 'identity') =>
  (database: Database, account: BuiltAccount, values: Values = {}): Promise<string> =>
    insert(database, account.accountId, table, {
      ...DEFAULTS[table],
      changelist_id: account.changelistId,
      [identity]: randomUUID(),
      ...values,
    });

/** Adds rows that belong to another one, whose id is in the column `owner`. */
const ownedRows =
  (table: 'download_part' | 'upload', owner: 'download_id' | 'flow_id') =>
  (database: Database, account: BuiltAccount, ownerId: string, values: Values = {}): Promise<string> =>
    insert(database, account.accountId, table, { ...DEFAULTS[table], [owner]: ownerId, ...values });

export const addDownload = scriptRows('download', 'trigger');
export const addFlow = scriptRows('flow', 'identity');
export const addPart = ownedRows('download_part', 'download_id');
export const addUpload = ownedRows('upload', 'flow_id');

export const addEvent = (database: Database, account: BuiltAccount, values: Values = {}): Promise<string> =>
  insert(database, account.accountId, 'event', { ...DEFAULTS.event, ...values });

/** The unit of a download, flow or upload. */
export async function addUnitOf(
  database: Database,
  account: BuiltAccount,
  id: string,
  values: Values & { readonly kind: string },
): Promise<void> {
  await insert(database, account.accountId, 'unit', { id, purpose: 'production', state: 'done', ...values });
}

/** A download whose files were fetched, of the declaration `ads`, and the unit whose attempt goes on with it. */
export async function addUnpackingDownload(
  database: Database,
  account: BuiltAccount,
  { purpose, reportDate }: { readonly purpose: Purpose; readonly reportDate: string },
): Promise<ClaimedUnit> {
  const { accountId } = account;
  await readRows(
    database,
    account,
    sql`insert into download_declaration (account_id, name, project, connector, scheduled_through)
      values (${accountId}, 'ads', 'ads', 'http', now()) on conflict do nothing`,
  );
  const unitId = await addDownload(database, account, { status: 'unpacking', purpose, report_date: reportDate });
  await addUnitOf(database, account, unitId, { kind: 'download', purpose, state: 'ready' });
  return {
    accountId,
    unitId,
    kind: 'download',
    purpose,
    interactive: false,
    attempt: 1,
    retryCount: 0,
    retryLimit: 5,
    requestId: null,
    traceParent: null,
    waited: 0,
  };
}

/** Records a part as an input of a flow or upload. */
export async function addInput(
  database: Database,
  account: BuiltAccount,
  of: 'flow' | 'upload',
  owner: string,
  partId: string,
  downloadId: string,
): Promise<void> {
  await readRows(
    database,
    account,
    sql`
      insert into ${sql.table(`${of}_input`)} (account_id, ${sql.ref(`${of}_id`)}, part_id, download_id)
      values (${account.accountId}, ${owner}, ${partId}, ${downloadId})`,
  );
}
