import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createDatabase } from '../../../testing/database.ts';
import { createClient } from '../../../testing/graphql-server.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useGraphqlServer } from '../../../testing/hooks/use-server.ts';

// A report is kept for a while by the address of its database.
const server = useGraphqlServer({ makeDatabase: createDatabase });
const account = useAccount(server);

const REPORT = `{ installation_report { at database isStuck
  findings { check level title total todo items { account what why since todo } } } }`;
type Report = {
  readonly installation_report: {
    readonly at: string;
    readonly findings: readonly { readonly check: string; readonly level: string; readonly items: readonly object[] }[];
  };
};

test('administrators of all accounts read what the doctor finds', async () => {
  await account.rows(sql`
    insert into key (account_id, name, type, status) values (${account.accountId}, 'warehouse', 'ftp', 'suspended')`);
  const support = createClient(server, { token: await server.tokenOf({}, ['cs']) });
  const { installation_report: report } = await support.data<Report>(REPORT);
  expect(report.findings.find(({ check }) => check === 'keys')).toMatchObject({
    level: 'problem',
    items: [{ account: account.urlName, what: expect.stringContaining('warehouse') as unknown }],
  });
  expect(report.findings.find(({ check }) => check === 'migrations')).toMatchObject({ level: 'fine', items: [] });
});

test('it is not examined for each request', async () => {
  const support = createClient(server, { token: await server.tokenOf({}, ['cs']) });
  const [first, second] = await Promise.all([support.data<Report>(REPORT), support.data<Report>(REPORT)]);
  expect(second.installation_report.at).toBe(first.installation_report.at);
});

test('others may not', async () => {
  const tester = createClient(server, { token: await server.tokenOf({ [account.accountId]: ['tester'] }) });
  const { errors } = await tester.ask(REPORT);
  expect(errors).toMatchObject([{ extensions: { code: 'NOT_ALLOWED' } }]);
});
