import type { Retention, RetentionKind } from '@switchboard/model/kept/retention';
import { sql } from 'kysely';
import { recordAudit } from '../../audit/record-audit.ts';
import type { Database } from '../../db/database.ts';
import { beginErasure } from '../../features/accounts/erase-account.ts';
import { accountLines } from '../../features/accounts/rest-export.ts';
import {
  type AccountValues,
  addAccount,
  deactivateAccount,
  saveAccount,
} from '../../features/accounts/save-account.ts';
import { ownRetention, setRetention } from '../../pipeline/retention/retention.ts';
import { actAsOperator, OperatorRefused, type OperatorRequest } from './operator-session.ts';

export type OperatorOptions = Pick<OperatorRequest, 'database' | 'as'>;

export type ListedAccount = {
  readonly url_name: string;
  readonly name: string;
  readonly status: 'active' | 'deactivated' | 'being erased';
  readonly users: number;
};

const PAGE = 200;
const ACCOUNTS = { account: null, permission: 'manage-accounts' } as const;

/** Accounts of the installation that are not erased, sorted by url name. */
export async function* listAccounts(options: OperatorOptions): AsyncGenerator<ListedAccount> {
  for (let after = ''; ; ) {
    const rows = await actAsOperator({ ...options, ...ACCOUNTS, act: 'account list' }, ({ inAdministration }) =>
      inAdministration({ after }, async (tx) => {
        const found = await sql<ListedAccount>`
          select a.url_name, a.name, case when a.erasure_started is null then a.status else 'being erased' end as status,
            (select count(distinct person_id)::int from membership m where m.account_id = a.id) as users
          from account a where a.erased is null and a.url_name > ${after} order by a.url_name limit ${PAGE}`.execute(
          tx,
        );
        return found.rows;
      }),
    );
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    after = last.url_name;
  }
}

/** Adds an account. @throws OperatorRefused with what is wrong with its names */
export async function createAccount(
  options: OperatorOptions,
  { urlName, name }: { readonly urlName: string; readonly name: string },
): Promise<void> {
  const outcome = await actAsOperator({ ...options, ...ACCOUNTS, act: 'account add' }, (operator) =>
    operator.inAdministration({ urlName }, (tx) => addAccount(tx, operator.session, { name, newUrlName: urlName })),
  );
  if (outcome.kind !== 'saved') throw new OperatorRefused(outcome.message);
}

/** @throws OperatorRefused when there is no such active account */
export async function endAccount(options: OperatorOptions, urlName: string): Promise<void> {
  const outcome = await actAsOperator({ ...options, ...ACCOUNTS, act: 'account deactivate' }, (operator) =>
    operator.inAdministration({ urlName }, (tx) => deactivateAccount(tx, operator.session, urlName)),
  );
  if (outcome.kind !== 'saved') throw new OperatorRefused(outcome.message);
}

/** Begins the erasure of a deactivated account, which the scheduler carries out. @throws OperatorRefused */
export async function beginAccountErasureAs(
  options: OperatorOptions,
  { urlName, confirmation }: { readonly urlName: string; readonly confirmation: string },
): Promise<void> {
  const outcome = await actAsOperator({ ...options, ...ACCOUNTS, act: 'account erase' }, (operator) =>
    operator.inAdministration({ urlName }, (tx) => beginErasure(tx, operator.session, { urlName, confirmation })),
  );
  if (outcome.kind !== 'saved') throw new OperatorRefused(outcome.message);
}

/** The definitions of an account as lines of JSON, also of a deactivated one. @throws OperatorRefused */
export async function* exportAccount(options: OperatorOptions, urlName: string): AsyncGenerator<string> {
  const { database } = options;
  const accountId = await findAccount(database, urlName);
  await actAsOperator({ ...options, ...ACCOUNTS, act: 'account export' }, () =>
    database.withAccount(accountId, (tx) =>
      recordAudit(tx, {
        kind: 'account_exported',
        accountId,
        target: { kind: 'account', id: accountId, name: urlName },
      }),
    ),
  );
  yield* accountLines(database, accountId);
}

/**
 * Sets how long an account keeps data of ended runs, and returns what it sets itself.
 * @param values null: for ever; undefined: as the installation does
 */
export async function changeRetention(
  options: OperatorOptions,
  urlName: string,
  values: Readonly<Partial<Record<RetentionKind, number | null | undefined>>>,
): Promise<Partial<Retention>> {
  const { database } = options;
  const accountId = await findAccount(database, urlName);
  return actAsOperator({ ...options, ...ACCOUNTS, act: 'account retention' }, () =>
    database.withSystem(async (tx) => {
      await setRetention(tx, accountId, values);
      return ownRetention(tx, accountId);
    }),
  );
}

/** The turns of an account in the queue, and how many of its units run at once. */
export type AccountLimits = {
  readonly weight: number;
  readonly running: number;
  /** Whether the installation sets it. */
  readonly is_default_running: boolean;
  /** Units that use one key. */
  readonly key_running: number;
  readonly is_default_key_running: boolean;
};

/**
 * Sets limits of an account, those that are given, and returns all of them.
 * @throws OperatorRefused with the value that is wrong
 */
export async function changeLimits(
  options: OperatorOptions,
  urlName: string,
  values: Pick<AccountValues, 'queueWeight' | 'runningLimit' | 'keyRunningLimit'>,
): Promise<AccountLimits> {
  const { database } = options;
  const outcome = await actAsOperator({ ...options, ...ACCOUNTS, act: 'account limits' }, (operator) =>
    operator.inAdministration({ urlName }, (tx) => saveAccount(tx, operator.session, urlName, values)),
  );
  if (outcome.kind !== 'saved') throw new OperatorRefused(outcome.message);
  const { rows } = await database.withSystem((tx) =>
    sql<AccountLimits>`
      select a.queue_weight as weight, coalesce(a.running_limit, quota.account_running) as running,
        a.running_limit is null as is_default_running, coalesce(a.key_running_limit, quota.key_running) as key_running,
        a.key_running_limit is null as is_default_key_running
      from account a cross join queue.default_quota quota where a.id = ${outcome.id}::uuid`.execute(tx),
  );
  const [limits] = rows;
  if (limits === undefined) throw new OperatorRefused(`There is no account ${urlName}.`);
  return limits;
}

/** @throws OperatorRefused */
async function findAccount(database: Database, urlName: string): Promise<string> {
  const { rows } = await database.withSystem((tx) =>
    sql<{ id: string }>`select id from account where url_name = ${urlName} and erasure_started is null`.execute(tx),
  );
  const [found] = rows;
  if (found === undefined) throw new OperatorRefused(`There is no account ${urlName}.`);
  return found.id;
}
