import type { Connector, ConnectorContext, DeliveryRequest, HeldResult, KeyProperties } from '@switchboard/connectors';
import { PipelineError } from '@switchboard/model/errors/errors';
import { isSnapshot, type PlanKey, type PlanUpload } from '@switchboard/model/plan';
import type { Column } from '@switchboard/model/schema';
import { sql } from 'kysely';
import type { Database, Tx } from '../../db/database.ts';
import { loadPlan } from '../state/plan-queries.ts';

const PAGE = 200;

/** How a destination differs from what the ledger says was delivered to it. */
export type DeliveryProblem = {
  readonly kind: 'missing' | 'earlier' | 'unknown_later' | 'other_rows' | 'other_content' | 'unread';
  /** The account's name in addresses. */
  readonly account: string;
  /** Id and name of the upload. */
  readonly id: string;
  readonly name: string;
  readonly reportDate: string | null;
  /** As shown to people. */
  readonly destination: string;
  readonly detail: string;
  readonly advice: string;
};

/** The deliveries of one upload page. */
export type VerifiedDeliveries = {
  /** Deliveries whose record at the destination was read. */
  readonly compared: number;
  /** Deliveries to destinations whose record cannot be read apart from a delivery, by connector. */
  readonly skipped: ReadonlyMap<string, number>;
  readonly problems: readonly DeliveryProblem[];
};

export type VerifyDeliveriesOptions = {
  readonly database: Database;
  readonly connectors: ReadonlyMap<string, Connector>;
  /** The parts of a connector's context that do not depend on the account. */
  readonly context: Omit<ConnectorContext, 'folders' | 'onBytes'>;
  /** Absolute folder of an account's `file` uploads. */
  readonly exportFolder: (accountId: string) => string;
  readonly openKey: (accountId: string, key: PlanKey, neededBy: string) => Promise<KeyProperties>;
  /** The account's name in addresses; null for all accounts. */
  readonly account: string | null;
  /** Also counts rows of tables and bytes of files. */
  readonly content: boolean;
};

type Delivery = {
  readonly id: string;
  readonly name: string;
  readonly report_date: string | null;
  readonly date_key: string;
  readonly rows: number;
  readonly bytes: number;
  readonly fence: number;
  readonly destination: string;
  readonly columns: readonly Column[];
  readonly changelist_id: string;
  /** No later delivery went to the same destination. */
  readonly is_last: boolean;
};

/**
 * Compares the newest delivery of each upload and report date with the record that its destination keeps, page by page. Changes
 * nothing. Deliveries without rows are left out: some of them change nothing at the destination.
 * @throws Error when there is no such account
 */
export async function* verifyDeliveries(options: VerifyDeliveriesOptions): AsyncGenerator<VerifiedDeliveries> {
  const { database, account } = options;
  const { rows: accounts } = await database.withSystem((tx) =>
    sql<{ id: string; url_name: string }>`
      select id, url_name from account
      where erasure_started is null and (${account}::text is null or url_name = ${account}) order by url_name`.execute(
      tx,
    ),
  );
  if (account !== null && accounts.length === 0) throw new Error(`There is no account ${account} to verify.`);
  for (const { id, url_name: urlName } of accounts) {
    let after: readonly [string, string] = ['', ''];
    for (;;) {
      const page = await database.withAccount(id, (tx) => readDeliveries(tx, id, after));
      const last = page.at(-1);
      if (last === undefined) break;
      after = [last.name, last.date_key];
      yield await comparePage(options, { id, urlName }, page);
    }
  }
}

async function readDeliveries(
  tx: Tx,
  accountId: string,
  [name, date]: readonly [string, string],
): Promise<readonly Delivery[]> {
  const { rows } = await sql<Delivery>`
    select distinct on (u.name, coalesce(u.report_date::text, ''))
      u.id, u.name, u.report_date::text as report_date, coalesce(u.report_date::text, '') as date_key, u.row_count as rows, u.bytes,
      coalesce(u.fence, f.fence) as fence, u.destination, u.columns, f.changelist_id, not exists (
        select from upload later join flow g on g.account_id = later.account_id and g.id = later.flow_id
        where later.account_id = u.account_id and later.name = u.name and later.destination = u.destination
          and later.status = 'completed' and g.proof_id is null and later.finished > u.finished) as is_last
    from upload u join flow f on f.account_id = u.account_id and f.id = u.flow_id
    where u.account_id = ${accountId} and u.status = 'completed' and u.row_count > 0 and f.proof_id is null
      and (u.name, coalesce(u.report_date::text, '')) > (${name}, ${date})
    order by u.name, coalesce(u.report_date::text, ''), coalesce(u.fence, f.fence) desc
    limit ${PAGE}`.execute(tx);
  return rows;
}

async function comparePage(
  options: VerifyDeliveriesOptions,
  account: { readonly id: string; readonly urlName: string },
  page: readonly Delivery[],
): Promise<VerifiedDeliveries> {
  const skipped = new Map<string, number>();
  const problems: DeliveryProblem[] = [];
  let compared = 0;
  for (const delivery of page) {
    const plan = await options.database.withAccount(account.id, (tx) =>
      loadPlan(tx, account.id, delivery.changelist_id),
    );
    const upload = plan.uploads.find(({ name }) => name === delivery.name);
    if (upload === undefined) continue;
    const code = await options.connectors.get(upload.connector)?.destination?.();
    const readHeld = code?.readHeld;
    if (readHeld === undefined) {
      skipped.set(upload.connector, (skipped.get(upload.connector) ?? 0) + 1);
      continue;
    }
    compared += 1;
    const { id, name, report_date: reportDate, destination } = delivery;
    const about = { account: account.urlName, id, name, reportDate, destination };
    try {
      const request = await requestOf(options, account.id, upload, delivery, isSnapshot(plan, upload));
      const context = {
        ...options.context,
        folders: { read: [], write: [options.exportFolder(account.id)] },
        onBytes: () => undefined,
        beforeCommit: () => Promise.reject(new Error('A verification delivers nothing.')),
      };
      const held = await readHeld(request, context, options.content);
      const difference = await compareHeld(options.database, account.id, delivery, held);
      if (difference !== null) problems.push({ ...about, ...difference });
    } catch (error) {
      if (!(error instanceof PipelineError)) throw error;
      const advice = 'Correct that, and verify again.';
      problems.push({ ...about, kind: 'unread', detail: error.message, advice });
    }
  }
  return { compared, skipped, problems };
}

/** The delivery as it was requested, without its content. */
async function requestOf(
  { openKey }: VerifyDeliveriesOptions,
  accountId: string,
  upload: PlanUpload,
  delivery: Delivery,
  isOfKept: boolean,
): Promise<DeliveryRequest> {
  return {
    accountId,
    name: upload.name,
    unitId: delivery.id,
    attempt: 1,
    fence: delivery.fence,
    epoch: 0,
    purpose: 'production',
    parameters: upload.parameters,
    mode: upload.mode,
    key: upload.key === null ? null : await openKey(accountId, upload.key, upload.name),
    reportDate: delivery.report_date,
    isSnapshot: isOfKept,
    columns: delivery.columns,
    content: { format: 'csv', path: '', bytes: delivery.bytes, rows: delivery.rows, sha256: '' },
    isCancelRequested: false,
  };
}

const AGAIN = 'If its rows are missing there, start a backfill of this report date.';
const REPLACE_AGAIN = 'Somebody changed it there since. Start a backfill of this report date to replace it.';
const COMPARE =
  'Another installation delivers to the same place, or this one did before a restore. Compare both before you start a backfill.';

type Difference = Pick<DeliveryProblem, 'kind' | 'detail' | 'advice'>;

/** Null where the destination has this delivery, or a later one of the same ledger. */
async function compareHeld(
  database: Database,
  accountId: string,
  delivery: Delivery,
  held: HeldResult | null,
): Promise<Difference | null> {
  const { name, fence, rows } = delivery;
  if (held === null || held.fence === null)
    return { kind: 'missing', detail: 'The destination has no record of the delivery.', advice: AGAIN };
  if (held.fence !== fence) {
    if (await isFenceOf(database, accountId, name, held.fence))
      return held.fence > fence
        ? null
        : {
            kind: 'earlier',
            detail: `The destination has result ${held.fence}, the ledger ${fence}.`,
            advice: AGAIN,
          };
    return {
      kind: held.fence > fence ? 'unknown_later' : 'earlier',
      detail: `The destination has result ${held.fence}, which this ledger does not know; it has ${fence}.`,
      advice: COMPARE,
    };
  }
  if (held.rows !== null && held.rows !== rows)
    return {
      kind: 'other_rows',
      detail: `The destination records ${held.rows} rows, the ledger ${rows}.`,
      advice: COMPARE,
    };
  return compareStanding(delivery, held);
}

/** A place that other dates replace, too, is compared only where this was the last delivery to it. */
function compareStanding({ rows, bytes, is_last: isLast }: Delivery, { standing }: HeldResult): Difference | null {
  if (standing === null || !(standing.ofDate || isLast)) return null;
  const expected = standing.what === 'rows' ? rows : bytes;
  if (standing.count === expected) return null;
  return {
    kind: 'other_content',
    detail: `${standing.count} ${standing.what} stand there, ${expected} were delivered.`,
    advice: REPLACE_AGAIN,
  };
}

/** Whether an upload of this name has the fence, whatever became of it. */
async function isFenceOf(database: Database, accountId: string, name: string, fence: number): Promise<boolean> {
  const { rows } = await database.withAccount(accountId, (tx) =>
    sql<{ known: boolean }>`
      select exists (
        select from upload u join flow f on f.account_id = u.account_id and f.id = u.flow_id
        where u.account_id = ${accountId} and u.name = ${name} and coalesce(u.fence, f.fence) = ${fence}) as known`.execute(
      tx,
    ),
  );
  return rows[0]?.known === true;
}
