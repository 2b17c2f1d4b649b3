import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';

export type PartFiles = {
  readonly name: string;
  /** yyyy-MM-dd */
  readonly report_date: string | null;
  readonly finished: Date | null;
  readonly dirty_key: string | null;
  readonly new_dirty_key: string | null;
  readonly sample_key: string | null;
};

/** Keys of the files of a part of a download; null when the account does not have the part. */
export async function filesOfPart(tx: Tx, accountId: string, partId: string): Promise<PartFiles | null> {
  const { rows } = await sql<PartFiles>`
    select p.name, d.report_date, d.finished, p.dirty_key, p.new_dirty_key, p.sample_key
    from download_part p join download d on d.account_id = p.account_id and d.id = p.download_id
    where p.account_id = ${accountId}::uuid and p.id = ${partId}::uuid
  `.execute(tx);
  return rows[0] ?? null;
}

export type TestResultFile = {
  readonly name: string;
  readonly report_date: string | null;
  readonly finished: Date | null;
  readonly file_key: string;
};

/** The result file of a test run's upload; null when the account does not have one. */
export async function testResultFile(tx: Tx, accountId: string, uploadId: string): Promise<TestResultFile | null> {
  const { rows } = await sql<TestResultFile>`
    select name, report_date, finished, file_key from upload
    where account_id = ${accountId}::uuid and id = ${uploadId}::uuid and status = 'completed' and file_key is not null
  `.execute(tx);
  return rows[0] ?? null;
}

export type AssertionFile = {
  readonly name: string;
  readonly report_date: string | null;
  readonly finished: Date | null;
  readonly rows_key: string | null;
};

/** The file of the rows that contradict an assertion; null when the account does not have the result. */
export async function assertionFile(tx: Tx, accountId: string, id: string): Promise<AssertionFile | null> {
  const { rows } = await sql<AssertionFile>`
    select a.name, f.report_date, f.finished, a.rows_key
    from assertion_result a join flow f on f.account_id = a.account_id and f.id = a.flow_id
    where a.account_id = ${accountId}::uuid and a.id = ${id}::uuid
  `.execute(tx);
  return rows[0] ?? null;
}
