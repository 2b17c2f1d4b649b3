import { expect, test } from 'vitest';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useDatabase } from '../../../testing/hooks/use-database.ts';
import { INGEST_DOMAIN } from '../../../testing/mail.ts';
import { addPerson } from '../../../testing/people.ts';
import { listRecipients } from '../../features/email-ingest/queries.ts';
import { prepareRecipients } from './recipients.ts';

const server = useDatabase();
const account = useAccount(server);

test('the demo has a recipient with ordered rules and one without, once', async () => {
  const { database } = server;
  const { accountId, urlName } = account;
  const email = 'operator@demo.test';
  const prepare = () => prepareRecipients({ database, accountId, urlName, email, domain: INGEST_DOMAIN });
  const listed = async () => {
    const page = { size: 10, backward: false, from: null, order: 'recipients' };
    const placed = await account.inAccount((tx) => listRecipients(tx, accountId, '', page));
    return placed.map(({ row }) => [row.address, row.rules.map(({ path }) => path)]);
  };
  await prepare();
  expect(await listed()).toEqual([]);
  await addPerson(database, { email, name: 'Olivia', roles: { [accountId]: ['operator'] } });
  await prepare();
  await prepare();
  expect(await listed()).toEqual([
    [`${urlName}-reports-7qk2m9@${INGEST_DOMAIN}`, ['partner/revenue', 'newsletter/daily', 'other']],
    [`${urlName}-agency-x4t8wd@${INGEST_DOMAIN}`, []],
  ]);
});
