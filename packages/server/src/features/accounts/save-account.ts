import { emailProblem } from '@switchboard/model/presentation/email-rule';
import { textProblem } from '@switchboard/model/presentation/text-problem';
import { splitZonedTime, type ZonedTime, zonedTimeProblem } from '@switchboard/model/schedule/zoned-time';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { RequestError } from '../../graphql/request-error.ts';
import { setApprovalRule } from '../../identity/accounts/approval-rule.ts';
import { insertAccount, updateAccount } from '../../identity/accounts/store-account.ts';
import type { Session } from '../../identity/session.ts';
import { type ActValues, recordAct } from '../administration/record-act.ts';
import { lockStanding, requireEverywhere, requireInAccounts, type Standing } from '../administration/standing.ts';

/** Values that are left out stay as they are. */
export type AccountValues = {
  readonly name?: string;
  readonly newUrlName?: string;
  /** Null: the contract includes no number of rows. */
  readonly contractedRowCount?: number | null;
  readonly showDownloadSummary?: boolean;
  /** Turns in the queue while other accounts wait. */
  readonly queueWeight?: number;
  /** Units that may run at once; null: the default of the installation. */
  readonly runningLimit?: number | null;
  /** The same of units that use one key. */
  readonly keyRunningLimit?: number | null;
  /** False only requests it, while approvals are required. */
  readonly requiresApproval?: boolean;
  /** "HH:mm {timezone}"; null: uploads have none by default. */
  readonly defaultDeadline?: string | null;
  /** "HH:mm {timezone}"; null: no summary is sent. */
  readonly summaryTime?: string | null;
  readonly summaryRecipients?: readonly string[];
};

export type AccountField =
  | 'name'
  | 'newUrlName'
  | 'contractedRowCount'
  | 'queueWeight'
  | 'runningLimit'
  | 'keyRunningLimit'
  | 'deadline'
  | 'summaryTime'
  | 'recipients';
export type AccountOutcome =
  | { readonly kind: 'saved'; readonly id: string }
  | { readonly kind: 'invalid'; readonly field: AccountField; readonly message: string }
  | { readonly kind: 'conflicting_name' | 'conflicting_url_name' | 'missing'; readonly message: string };

/** The columns of an account that administrators change. */
type Columns = {
  readonly name: string;
  readonly url_name: string;
  readonly contracted_row_count: number | null;
  readonly show_download_summary: boolean;
  readonly queue_weight: number;
  readonly running_limit: number | null;
  readonly key_running_limit: number | null;
  readonly default_deadline_time: string | null;
  readonly default_deadline_timezone: string | null;
  readonly daily_summary_time: string | null;
  readonly daily_summary_timezone: string | null;
  readonly daily_summary_recipients: readonly string[];
};
type LockedAccount = Columns & { readonly id: string };

const MAX_NAME = 200;
const MAX_RECIPIENTS = 100;
const MAX_WEIGHT = 100;
const MAX_RUNNING = 1_000;
const URL_NAME = /^[a-z0-9][a-z0-9-]{0,62}$/;
const NO_TIME = { time: null, timezone: null };

function invalid(field: AccountField, message: string): AccountOutcome {
  return { kind: 'invalid', field, message };
}

function nameProblem(name: string): AccountOutcome | null {
  const problem = name.trim() === '' ? 'Required field' : textProblem('A name', name, MAX_NAME);
  return problem === null ? null : invalid('name', problem);
}

function urlNameProblem(urlName: string): AccountOutcome | null {
  if (urlName.trim() === '') return invalid('newUrlName', 'Required field');
  return URL_NAME.test(urlName.trim())
    ? null
    : invalid('newUrlName', 'A url name has 1 to 63 lowercase letters, digits and dashes, and begins with no dash.');
}

function timeProblem(field: 'deadline' | 'summaryTime', value: string | null | undefined): AccountOutcome | null {
  const problem = typeof value === 'string' ? zonedTimeProblem(splitZonedTime(value)) : null;
  return problem === null ? null : invalid(field, problem);
}

function recipientsProblem(recipients: readonly string[]): AccountOutcome | null {
  if (recipients.length > MAX_RECIPIENTS)
    return invalid('recipients', `A summary has at most ${MAX_RECIPIENTS} recipients.`);
  const wrong = recipients.find((email) => emailProblem(email) !== null || email.length > 320 || email.includes('\0'));
  return wrong === undefined ? null : invalid('recipients', `${wrong.slice(0, 100)} is not a valid email address.`);
}

function countProblem(
  field: AccountField,
  noun: string,
  value: number | null | undefined,
  max: number,
): AccountOutcome | null {
  if (value == null || (Number.isSafeInteger(value) && value >= 1 && value <= max)) return null;
  return invalid(field, `${noun} must be a whole number from 1 to ${max}, got ${value}.`);
}

/** Validates the values of an account; null when they are valid. */
function valuesProblem(values: AccountValues): AccountOutcome | null {
  const { name, newUrlName, contractedRowCount: rows, defaultDeadline, summaryTime, summaryRecipients } = values;
  if (typeof rows === 'number' && !(Number.isSafeInteger(rows) && rows >= 0))
    return invalid('contractedRowCount', 'The contracted row count must be a whole number, 0 or more.');
  return (
    countProblem('queueWeight', 'The weight', values.queueWeight, MAX_WEIGHT) ??
    countProblem('runningLimit', 'The limit of the account', values.runningLimit, MAX_RUNNING) ??
    countProblem('keyRunningLimit', 'The limit of each key', values.keyRunningLimit, MAX_RUNNING) ??
    (name === undefined ? null : nameProblem(name)) ??
    (newUrlName === undefined ? null : urlNameProblem(newUrlName)) ??
    timeProblem('deadline', defaultDeadline) ??
    timeProblem('summaryTime', summaryTime) ??
    (summaryRecipients === undefined ? null : recipientsProblem(summaryRecipients))
  );
}

/** @throws RequestError NOT_ALLOWED when a value needs a permission that the administrator lacks */
async function requirePermissions(standing: Standing, values: AccountValues, accountId: string): Promise<void> {
  await requireInAccounts(standing, 'manage-users', [accountId]);
  const { name, newUrlName, contractedRowCount, showDownloadSummary, requiresApproval, ...others } = values;
  const { queueWeight, runningLimit, keyRunningLimit, ...settings } = others;
  if (name !== undefined || newUrlName !== undefined) requireEverywhere(standing, 'manage-accounts');
  if (contractedRowCount !== undefined || showDownloadSummary !== undefined)
    requireEverywhere(standing, 'manage-global-users');
  if (queueWeight !== undefined || runningLimit !== undefined || keyRunningLimit !== undefined)
    requireEverywhere(standing, 'manage-global-users');
  if (requiresApproval !== undefined) await requireInAccounts(standing, 'manage-publish-rules', [accountId]);
  if (Object.values(settings).some((value) => value !== undefined))
    await requireInAccounts(standing, 'manage-account-settings', [accountId]);
}

const zoned = (value: string | null): ZonedTime | typeof NO_TIME => (value === null ? NO_TIME : splitZonedTime(value));

/** The columns with the values in place of those that they have. */
function changed(before: Columns, values: AccountValues): Columns {
  const deadline = values.defaultDeadline === undefined ? null : zoned(values.defaultDeadline);
  const summary = values.summaryTime === undefined ? null : zoned(values.summaryTime);
  const recipients = values.summaryRecipients?.map((email) => email.trim());
  return {
    name: values.name?.trim() ?? before.name,
    url_name: values.newUrlName?.trim() ?? before.url_name,
    contracted_row_count:
      values.contractedRowCount === undefined ? before.contracted_row_count : values.contractedRowCount,
    show_download_summary: values.showDownloadSummary ?? before.show_download_summary,
    queue_weight: values.queueWeight ?? before.queue_weight,
    running_limit: values.runningLimit === undefined ? before.running_limit : values.runningLimit,
    key_running_limit: values.keyRunningLimit === undefined ? before.key_running_limit : values.keyRunningLimit,
    default_deadline_time: deadline === null ? before.default_deadline_time : deadline.time,
    default_deadline_timezone: deadline === null ? before.default_deadline_timezone : deadline.timezone,
    daily_summary_time: summary === null ? before.daily_summary_time : summary.time,
    daily_summary_timezone: summary === null ? before.daily_summary_timezone : summary.timezone,
    daily_summary_recipients: recipients === undefined ? before.daily_summary_recipients : [...new Set(recipients)],
  };
}

/** The values that differ, before and after. */
function differences(before: Columns, after: Columns): { readonly before: ActValues; readonly after: ActValues } {
  const names = (Object.keys(after) as (keyof Columns)[]).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  const of = (columns: Columns): ActValues => Object.fromEntries(names.map((name) => [name, columns[name]]));
  return { before: of(before), after: of(after) };
}

/** Names are compared without case by one administrator at a time: no index keeps them apart, since accounts of long ago may share one. */
export async function nameConflict(
  tx: Tx,
  { name, url_name: urlName }: Pick<Columns, 'name' | 'url_name'>,
  ownId: string | null,
): Promise<AccountOutcome | null> {
  await sql`select pg_advisory_xact_lock(hashtextextended('account names', 0))`.execute(tx);
  const { rows } = await sql<{ is_name: boolean; is_url_name: boolean; is_reserved: boolean }>`
    select
      exists (select from account where lower(name) = lower(${name}) and status = 'active'
        and id is distinct from ${ownId}::uuid) as is_name,
      exists (select from account where url_name = ${urlName} and id is distinct from ${ownId}::uuid) as is_url_name,
      exists (select from reserved_url_name where name = ${urlName}) as is_reserved`.execute(tx);
  const [found] = rows;
  if (found?.is_name) return { kind: 'conflicting_name', message: `Another account is named ${name}.` };
  if (found?.is_url_name)
    return { kind: 'conflicting_url_name', message: `Another account has the url name ${urlName}.` };
  if (found?.is_reserved) return { kind: 'conflicting_url_name', message: `The url name ${urlName} is reserved.` };
  return null;
}

async function lockAccount(tx: Tx, urlName: string): Promise<LockedAccount | null> {
  const { rows } = await sql<LockedAccount>`
    select id, name, url_name, contracted_row_count, show_download_summary, default_deadline_time, default_deadline_timezone,
      daily_summary_time, daily_summary_timezone, daily_summary_recipients, queue_weight, running_limit, key_running_limit
    from account where url_name = ${urlName} and status = 'active' for update`.execute(tx);
  return rows[0] ?? null;
}

const missingAccount = (urlName: string): AccountOutcome => ({
  kind: 'missing',
  message: `There is no active account ${urlName.slice(0, 63)}.`,
});

/**
 * Changes values of an account; what the administrator lacks a permission for is refused.
 * @throws RequestError NOT_ALLOWED
 */
export async function saveAccount(
  tx: Tx,
  session: Session,
  urlName: string,
  values: AccountValues,
): Promise<AccountOutcome> {
  const { standing } = await lockStanding(tx, session, null);
  const account = await lockAccount(tx, urlName);
  if (account === null) return missingAccount(urlName);
  await requirePermissions(standing, values, account.id);
  const problem = valuesProblem(values);
  if (problem !== null) return problem;
  const { id, ...before } = account;
  const after = changed(before, values);
  const isRenamed = after.name !== before.name || after.url_name !== before.url_name;
  const conflict = isRenamed ? await renameConflict(tx, before, after, id) : null;
  if (conflict !== null) return conflict;
  if (values.requiresApproval !== undefined) await setApprovalRule(tx, id, session, values.requiresApproval);
  const difference = differences(before, after);
  if (Object.keys(difference.after).length === 0) return { kind: 'saved', id };
  await updateAccount(tx, id, { ...after, daily_summary_recipients: [...after.daily_summary_recipients] });
  await recordAct(tx, session, { kind: 'account_changed', accountId: id, ...difference });
  return { kind: 'saved', id };
}

/** A name that an account keeps does not conflict, also where another one has it. */
async function renameConflict(tx: Tx, before: Columns, after: Columns, id: string): Promise<AccountOutcome | null> {
  const conflict = await nameConflict(tx, after, id);
  const isKept =
    (conflict?.kind === 'conflicting_name' && after.name === before.name) ||
    (conflict?.kind === 'conflicting_url_name' && after.url_name === before.url_name);
  return isKept ? null : conflict;
}

/**
 * Adds an account.
 * @throws RequestError NOT_ALLOWED
 */
export async function addAccount(tx: Tx, session: Session, values: AccountValues): Promise<AccountOutcome> {
  const { standing } = await lockStanding(tx, session, null);
  requireEverywhere(standing, 'manage-accounts');
  const { name = '', newUrlName = '', ...settings } = values;
  if (Object.values(settings).some((value) => value !== undefined))
    throw new RequestError('BAD_REQUEST', { reason: 'An account is added with name and newUrlName only.' });
  const problem = nameProblem(name) ?? urlNameProblem(newUrlName);
  if (problem !== null) return problem;
  const row = { name: name.trim(), url_name: newUrlName.trim() };
  const conflict = await nameConflict(tx, row, null);
  if (conflict !== null) return conflict;
  const id = await insertAccount(tx, row);
  await recordAct(tx, session, { kind: 'account_created', accountId: id, after: row });
  return { kind: 'saved', id };
}

/**
 * Deactivates an account: its users cannot enter it, and nothing runs in it. Its data is kept until it is erased.
 * @throws RequestError NOT_ALLOWED
 */
export async function deactivateAccount(tx: Tx, session: Session, urlName: string): Promise<AccountOutcome> {
  const { standing } = await lockStanding(tx, session, null);
  requireEverywhere(standing, 'manage-accounts');
  const account = await lockAccount(tx, urlName);
  if (account === null) return missingAccount(urlName);
  await updateAccount(tx, account.id, { status: 'deactivated' });
  const before = { name: account.name, url_name: account.url_name, status: 'active' };
  await recordAct(tx, session, {
    kind: 'account_deactivated',
    accountId: account.id,
    before,
    after: { status: 'deactivated' },
  });
  return { kind: 'saved', id: account.id };
}
