import { mailAddress } from '@switchboard/model/mail-rules';
import type { Tx } from '../../db/database.ts';
import { firstMatch } from '../../pipeline/mail-ingest/match-rules.ts';
import { rulesOf } from '../../pipeline/mail-ingest/receive-mail.ts';
import { findRecipientId, newestMails } from './queries-mails.ts';
import { type RuleEdit, type RuleProblem, readRule } from './read-rule.ts';

/** Result of applying a rule to the newest mails of its recipient. */
export type RuleTest = {
  readonly tested: number;
  /** Ids of the mails that fit it, newest first. */
  readonly fitting: readonly string[];
  /** How many of them an earlier rule takes. */
  readonly taken: number;
};

export type RuleTestEdit = {
  readonly recipient: string;
  /** The stored rule whose place it takes; null for one after the others. */
  readonly id: string | null;
  readonly rule: RuleEdit;
};

/** A path that is not decided yet does not keep a rule from being tested. */
const ANY_PATH = 'any';

/** Tests a rule, as it would be after an edit, on the newest mails of its recipient. Changes nothing. */
export async function testRule(
  tx: Tx,
  accountId: string,
  { recipient: address, id, rule }: RuleTestEdit,
): Promise<RuleTest | RuleProblem | null> {
  const recipient = await findRecipientId(tx, accountId, mailAddress(address));
  if (recipient === undefined) return null;
  const rules = await rulesOf(tx, { accountId, id: recipient });
  const place = rules.findIndex((known) => known.id === id);
  if (id !== null && place < 0) return null;
  const tested = readRule({ ...rule, path: ANY_PATH }, rules[place] ?? null);
  if ('kind' in tested) return tested;
  const earlier = place < 0 ? rules : rules.slice(0, place);
  const mails = await newestMails(tx, accountId, recipient);
  const fitting = mails.filter((mail) => firstMatch([tested], mail) !== undefined);
  const taken = fitting.filter((mail) => firstMatch(earlier, mail) !== undefined).length;
  return { tested: mails.length, fitting: fitting.map((mail) => mail.id), taken };
}
