import { mailAddress, recipientProblem } from '@switchboard/model/mail-rules';
import { recordAudit } from '../../audit/record-audit.ts';
import type { Database, Tx } from '../../db/database.ts';
import { UUID } from '../../graphql/cursor.ts';
import type { Session } from '../../identity/session.ts';
import {
  addRecipient,
  claimAddress,
  countRecipients,
  deleteRule,
  lockRecipient,
  orderRules,
  putRule,
  type RecipientRow,
  touchRecipient,
} from './queries.ts';
import { type RuleEdit, type RuleProblem, readRule } from './read-rule.ts';

export const MAX_RECIPIENTS = 1000;
export const MAX_RULES = 200;

/** Without `recipient` a new one; without `newRecipient` its deletion, where `deactivate` is true. */
export type RecipientEdit = {
  readonly recipient: string | null;
  readonly newRecipient: string | null;
  readonly deactivate: boolean;
};

/** Without `id` a new rule. `newIndex` is its place among the rules, from 0. */
export type MatchEdit = {
  readonly recipient: string;
  readonly id: string | null;
  readonly rule: (RuleEdit & { readonly newIndex?: number | null | undefined }) | null;
  readonly deactivate: boolean;
};

export type ChangeAnswer =
  | { readonly kind: 'done'; readonly id: string }
  | { readonly kind: 'missing'; readonly noun: 'recipient' | 'rule' }
  | { readonly kind: 'full'; readonly message: string };
export type RecipientAnswer =
  | ChangeAnswer
  /** The recipient as it was. */
  | { readonly kind: 'removed'; readonly recipient: RecipientRow }
  | { readonly kind: 'exists' }
  | { readonly kind: 'invalid'; readonly message: string };
export type MatchAnswer = ChangeAnswer | { readonly kind: 'rule'; readonly problem: RuleProblem };

/** Use cases of the account's addresses that receive mail. */
export type EmailActions = {
  /** Domain of the addresses. */
  readonly domain: string;
  saveRecipient(session: Session, edit: RecipientEdit): Promise<RecipientAnswer>;
  saveMatch(session: Session, edit: MatchEdit): Promise<MatchAnswer>;
};

declare module '../../graphql/context.ts' {
  interface GraphqlServices {
    readonly email: EmailActions;
  }
}

export type EmailOptions = { readonly database: Database; readonly ingestDomain: string };

export function createEmailActions({ database, ingestDomain: domain }: EmailOptions): EmailActions {
  const run = async <Answer>(
    { accountId }: Session,
    use: (tx: Tx, accountId: string) => Promise<Answer>,
  ): Promise<Answer | ChangeAnswer> =>
    accountId === null
      ? { kind: 'missing', noun: 'recipient' }
      : database.withAccount(accountId, (tx) => use(tx, accountId));
  return {
    domain,
    saveRecipient: (session, edit) =>
      run(session, async (tx, accountId) => {
        const answer = await saveRecipient(tx, accountId, { ...edit, domain, person: session.person.id });
        if (answer.kind !== 'done' && answer.kind !== 'removed') return answer;
        const [former, present] = [edit.recipient, answer.kind === 'removed' ? null : edit.newRecipient];
        await recordAudit(tx, {
          kind: 'mail_rules_changed',
          accountId,
          target: { kind: 'mail_recipient', name: present ?? former ?? '' },
          before: { recipient: former },
          after: { recipient: present },
        });
        return answer;
      }),
    saveMatch: (session, edit) =>
      run(session, async (tx, accountId) => {
        const answer = await saveMatch(tx, accountId, session.person.id, edit);
        if (answer.kind !== 'done') return answer;
        const { newIndex: place, ...rule } = edit.deactivate ? {} : (edit.rule ?? {});
        await recordAudit(tx, {
          kind: 'mail_rules_changed',
          accountId,
          target: { kind: 'mail_recipient', name: edit.recipient },
          after: {
            rule: edit.deactivate ? 'removed' : edit.id === null ? 'added' : 'changed',
            ...Object.fromEntries(Object.entries(rule).filter(([, value]) => value !== undefined)),
            ...(place == null ? {} : { place }),
          },
        });
        return answer;
      }),
  };
}

async function saveRecipient(
  tx: Tx,
  accountId: string,
  {
    recipient,
    newRecipient,
    deactivate,
    domain,
    person,
  }: RecipientEdit & { readonly domain: string; readonly person: string },
): Promise<RecipientAnswer> {
  const before = recipient === null ? null : await lockRecipient(tx, accountId, mailAddress(recipient));
  if (before === undefined) return { kind: 'missing', noun: 'recipient' };
  if (before !== null && deactivate) {
    await touchRecipient(tx, accountId, before.id, { deleted: true, person });
    return { kind: 'removed', recipient: before };
  }
  const address = mailAddress(newRecipient ?? '');
  if (before !== null && before.address === address) return { kind: 'done', id: before.id };
  const problem = recipientProblem(address, domain);
  if (problem !== null) return { kind: 'invalid', message: problem };
  if (!(await claimAddress(tx, accountId, address))) return { kind: 'exists' };
  if (before === null) {
    if ((await countRecipients(tx, accountId)) >= MAX_RECIPIENTS)
      return { kind: 'full', message: `The account has ${MAX_RECIPIENTS} recipients already. Delete one first.` };
    const id = await addRecipient(tx, accountId, address, person);
    return id === null ? { kind: 'exists' } : { kind: 'done', id };
  }
  if ((await lockRecipient(tx, accountId, address)) !== undefined) return { kind: 'exists' };
  await touchRecipient(tx, accountId, before.id, { address, person });
  return { kind: 'done', id: before.id };
}

async function saveMatch(
  tx: Tx,
  accountId: string,
  person: string,
  { recipient: address, id, rule, deactivate }: MatchEdit,
): Promise<MatchAnswer> {
  const recipient = await lockRecipient(tx, accountId, mailAddress(address));
  if (recipient === undefined) return { kind: 'missing', noun: 'recipient' };
  const before = id === null ? null : recipient.rules.find((known) => known.id === id);
  if (before === undefined || (id !== null && !UUID.test(id))) return { kind: 'missing', noun: 'rule' };
  const others = recipient.rules.filter((known) => known.id !== id).map((known) => known.id);
  if (before !== null && deactivate) {
    await deleteRule(tx, accountId, before.id);
    await orderRules(tx, accountId, others);
  } else {
    if (before === null && others.length >= MAX_RULES)
      return { kind: 'full', message: `The recipient has ${MAX_RULES} rules already. Delete one first.` };
    const values = readRule(rule ?? {}, before);
    if ('kind' in values) return { kind: 'rule', problem: values };
    const saved = await putRule(tx, accountId, recipient.id, {
      ...values,
      id,
      match_order: before?.match_order ?? others.length,
    });
    const place = rule?.newIndex ?? before?.match_order ?? others.length;
    await orderRules(tx, accountId, others.toSpliced(Math.max(0, place), 0, saved));
  }
  await touchRecipient(tx, accountId, recipient.id, { person });
  return { kind: 'done', id: recipient.id };
}
