import { keyHostOf } from '@switchboard/model/key-types/key-hosts';
import type { Database } from '../../db/database.ts';
import { publishScript } from '../../features/changelists/publish/publish.ts';
import { addKey } from '../../identity/keys/add-key.ts';
import { mergeProperties } from '../../identity/keys/store-key.ts';
import type { Vault } from '../../identity/vault.ts';
import { prepareBackfills } from './backfills.ts';
import { prepareDrafts } from './drafts.ts';
import { prepareIntegration } from './integration.ts';
import { createDemoPeople } from './people.ts';
import { prepareRecipients } from './recipients.ts';
import { type DemoSettings, demoScripts, REJECTED_KEY, SAMPLE_KEY } from './scripts.ts';
import { prepareServiceToken } from './service-token.ts';
import { prepareWarehouse } from './warehouse.ts';

export type DemoInput = DemoSettings & {
  readonly database: Database;
  readonly vault: Vault;
  /** Superuser's URL of the embedded database server. */
  readonly embeddedUrl: string;
  /** Token of the sample provider for each account. */
  readonly tokens: Readonly<Record<string, string>>;
  /** Domain of the addresses that receive mail. */
  readonly ingestDomain: string;
  /** Epoch milliseconds. */
  readonly now: number;
};

const DESCRIPTION = 'Demo pipelines';

/**
 * Creates the missing parts of the demo: people, keys, warehouse, a published script for each account, drafts and
 * backfills. The engine does the rest.
 * @returns the ids of the accounts by url name
 */
export async function prepareDemo(input: DemoInput): Promise<ReadonlyMap<string, string>> {
  const { database, vault } = input;
  const accounts = await createDemoPeople(database);
  await prepareWarehouse(database, vault, input.embeddedUrl, accounts);
  for (const [urlName, accountId] of accounts) {
    if (urlName !== 'acme' && urlName !== 'globex') continue;
    for (const key of keysOf(input, urlName)) await prepareKey(input, accountId, key);
    if (urlName === 'acme') await prepareIntegration(database, vault, accountId);
    await publishIfOurs(input, urlName, accountId);
    if (urlName === 'acme') {
      await prepareDrafts({ database, accountId, urlName, files: demoScripts(urlName, input), now: input.now });
      await prepareServiceToken(database, { accountId, email: 'developer@acme.example' });
      await prepareBackfills(database, { accountId, email: 'beta-backfill@acme.example', now: input.now });
      const { ingestDomain: domain } = input;
      await prepareRecipients({ database, accountId, urlName, email: 'operator@acme.example', domain });
    }
  }
  return accounts;
}

/** The account's keys for the sample provider. Only acme has the one that is rejected. */
function keysOf({ tokens }: DemoInput, urlName: 'acme' | 'globex'): readonly DemoKey[] {
  const accepted = {
    name: SAMPLE_KEY,
    description: 'The sample provider that comes with the demo.',
    token: tokens[urlName] ?? '',
  };
  const rejected = {
    name: REJECTED_KEY,
    description: 'A token that the sample provider rejects, to show a suspended key.',
    token: 'expired',
  };
  return urlName === 'acme' ? [accepted, rejected] : [accepted];
}

type DemoKey = { readonly name: string; readonly description: string; readonly token: string };

/** Adds a key that is missing, bound to the sample provider. A key that is there follows the provider to another port. */
async function prepareKey(
  { database, vault, providerUrl }: DemoInput,
  accountId: string,
  { name, description, token }: DemoKey,
): Promise<void> {
  const key = { name, type: 'api_token' };
  const properties = { hosts: keyHostOf(new URL(providerUrl)) };
  await database.withAccount(accountId, async (tx) => {
    if (await mergeProperties(tx, accountId, key, properties)) return;
    await addKey(tx, vault, accountId, { ...key, description, properties, secrets: { api_token: token } });
  });
}

/** Publishes when nothing is published, or when what runs is an older form of the demo itself; never over a person's work. */
async function publishIfOurs(input: DemoInput, urlName: 'acme' | 'globex', accountId: string): Promise<void> {
  const files = demoScripts(urlName, input);
  await input.database.withAccount(accountId, async (tx) => {
    const running = await tx
      .selectFrom('changelist as c')
      .innerJoin('changelist_file as f', (join) =>
        join.onRef('f.account_id', '=', 'c.account_id').onRef('f.changelist_id', '=', 'c.id'),
      )
      .innerJoin('script_text as t', (join) =>
        join.onRef('t.account_id', '=', 'f.account_id').onRef('t.sha256', '=', 'f.sha256'),
      )
      .select(['c.description', 'f.path', 't.text'])
      .where('c.account_id', '=', accountId)
      .where('c.status', '=', 'running')
      .execute();
    if (running.some((file) => file.description !== DESCRIPTION)) return;
    const texts = new Map(running.map((file) => [file.path, file.text]));
    if (texts.size === files.length && files.every((file) => texts.get(file.path) === file.text)) return;
    const published = await publishScript(tx, {
      accountId,
      description: DESCRIPTION,
      files,
      personId: null,
      now: input.now,
    });
    const problem = published.messages.find((message) => message.type === 'error');
    if (problem)
      throw new Error(`The demo’s script ${problem.path}:${problem.line} does not compile: ${problem.message}`);
  });
}
