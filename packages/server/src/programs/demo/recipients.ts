import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import { addRecipient, claimAddress, putRule } from '../../features/email-ingest/queries.ts';
import type { RuleValues } from '../../features/email-ingest/read-rule.ts';
import { personOf } from './people.ts';

type DemoRecipient = { readonly name: string; readonly rules: readonly Partial<RuleValues>[] };

/** The first has rules in an order that matters, the second none yet. */
const RECIPIENTS: readonly DemoRecipient[] = [
  {
    name: 'reports-7qk2m9',
    rules: [
      { sender_glob: '*@partner.example', subject_glob: 'Daily revenue*', path: 'partner/revenue' },
      { sender_regex: '@(news|mail)\\.example$', path: 'newsletter/daily' },
      { path: 'other' },
    ],
  },
  { name: 'agency-x4t8wd', rules: [] },
];

const ANY: Omit<RuleValues, 'path'> = {
  sender_glob: null,
  sender_regex: null,
  subject_glob: null,
  subject_regex: null,
};

type Input = {
  readonly database: Database;
  readonly accountId: string;
  readonly urlName: string;
  /** The person who adds them. */
  readonly email: string;
  /** Domain of the addresses. */
  readonly domain: string;
};

/** Gives an account without recipients those of the demo. */
export async function prepareRecipients({ database, accountId, urlName, email, domain }: Input): Promise<void> {
  await database.withAccount(accountId, async (tx) => {
    const known = await sql`select 1 from ingest_recipient where account_id = ${accountId} limit 1`.execute(tx);
    const person = await personOf(tx, email);
    if (known.rows.length > 0 || person === null) return;
    for (const { name, rules } of RECIPIENTS) {
      const address = `${urlName}-${name}@${domain}`;
      if (!(await claimAddress(tx, accountId, address))) continue;
      const recipientId = await addRecipient(tx, accountId, address, person.id);
      if (recipientId === null) continue;
      for (const [place, rule] of rules.entries())
        await putRule(tx, accountId, recipientId, { ...ANY, path: 'other', ...rule, id: null, match_order: place });
    }
  });
}
