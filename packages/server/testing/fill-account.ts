import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../src/db/database.ts';
import type { BuiltAccount } from './build-account.ts';

type Values = Readonly<Record<string, string | number | boolean | null | object>>;

/** Inserts one row with these columns over sensible ones, and answers its id. Objects are stored as JSON. */
async function insert(database: Database, accountId: string, table: string, values: Values): Promise<string> {
  const columns = Object.entries({ account_id: accountId, ...values });
  const { rows } = await database.withAccount(accountId, (tx) =>
    sql<{ id: string }>`
      insert into ${sql.table(table)} (${sql.join(columns.map(([name]) => sql.ref(name)))})
      values (${sql.join(columns.map(([, value]) => (typeof value === 'object' && value !== null ? JSON.stringify(value) : value)))})
      returning id
    `.execute(tx),
  );
  return rows[0]?.id ?? '';
}

export const addDownload = (database: Database, account: BuiltAccount, values: Values = {}): Promise<string> =>
  insert(database, account.accountId, 'download', {
    source: 'ads',
    project: 'marketing',
    report_date: '2026-11-20',
    trigger: randomUUID(),
    changelist_id: account.changelistId,
    ...values,
  });

export const addPart = (
  database: Database,
  account: BuiltAccount,
  downloadId: string,
  values: Values = {},
): Promise<string> =>
  insert(database, account.accountId, 'download_part', {
    download_id: downloadId,
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
    ...values,
  });

export const addFlow = (database: Database, account: BuiltAccount, values: Values = {}): Promise<string> =>
  insert(database, account.accountId, 'flow', {
    changelist_id: account.changelistId,
    purpose: 'production',
    report_date: '2026-11-20',
    identity: randomUUID(),
    ...values,
  });

export const addUpload = (
  database: Database,
  account: BuiltAccount,
  flowId: string,
  values: Values = {},
): Promise<string> =>
  insert(database, account.accountId, 'upload', {
    flow_id: flowId,
    name: 'daily',
    project: 'marketing',
    purpose: 'production',
    report_date: '2026-11-20',
    destination: 'file · daily/2026-11-20.csv',
    destination_type: 'file',
    ...values,
  });

export const addEvent = (database: Database, account: BuiltAccount, values: Values = {}): Promise<string> =>
  insert(database, account.accountId, 'event', {
    severity: 'info',
    code: 'DOWNLOAD_COMPLETED',
    message: 'Something happened.',
    ...values,
  });

/** The unit of a download, flow or upload. */
export async function addUnitOf(
  database: Database,
  account: BuiltAccount,
  id: string,
  values: Values & { readonly kind: string },
): Promise<void> {
  await insert(database, account.accountId, 'unit', { id, purpose: 'production', state: 'done', ...values });
}

/** Ties downloads' parts to a flow, or an upload. */
export async function addInput(
  database: Database,
  account: BuiltAccount,
  of: 'flow' | 'upload',
  owner: string,
  partId: string,
  downloadId: string,
): Promise<void> {
  await database.withAccount(account.accountId, (tx) =>
    sql`
      insert into ${sql.table(`${of}_input`)} (account_id, ${sql.ref(`${of}_id`)}, part_id, download_id)
      values (${account.accountId}, ${owner}, ${partId}, ${downloadId})
    `.execute(tx),
  );
}
