import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { useFolder } from '@switchboard/model/testing/use-folder';
import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { readSettings } from '../../src/env.ts';
import { startServer } from '../../src/main.ts';
import { readAccountTables } from '../../src/pipeline/erasure/account-tables.ts';
import { type BuiltAccount, buildAccount } from '../../testing/build-account.ts';
import { queryAsSuperuser } from '../../testing/database.ts';
import { freePort } from '../../testing/free-port.ts';
import { createClient } from '../../testing/graphql-server.ts';
import { useDatabase } from '../../testing/hooks/use-database.ts';
import { createHttpBrowser, signInByForm } from '../../testing/http-browser.ts';
import { addPerson, newEmail } from '../../testing/people.ts';
import { publishText } from '../../testing/publish-text.ts';
import { startSourceServer } from '../../testing/source-server.ts';

const { database, url } = useDatabase({ own: true });
const folder = useFolder('erasure');
const DAYS = 3;

const scriptOf = (provider: string, path: string): string => `
  download ads from {
    type: "http"; url: "${provider}/${path}/{YYYY-MM-DD}"; format: "csv"; timezone: "UTC"; lookback_days: ${DAYS};
  } using { site: string; clicks: integer; };
  table sums is select site, sum(clicks) as clicks from ads;
  upload sums to { type: "file"; path: "sums/{YYYY-MM-DD}.csv"; format: "csv"; };`;

const query = <Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> =>
  queryAsSuperuser<Row>(url, text, values);

async function tablesWith(accountId: string): Promise<readonly string[]> {
  const names = [...(await database.withSystem(readAccountTables)).map(({ name }) => name), 'public.audit_entry'];
  const parts = names.map(
    (name) => `select '${name}' as name where exists (select from ${name} where account_id = $1)`,
  );
  return (await query<{ name: string }>(parts.join(' union all '), [accountId])).map(({ name }) => name);
}

const filesOf = async ({ accountId }: BuiltAccount): Promise<readonly string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => path.includes(accountId));

const doneUploads = async ({ accountId }: BuiltAccount): Promise<number> =>
  (await query(`select from upload where account_id = $1 and status = 'completed'`, [accountId])).length;

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) {
    // allow-clock -- the interval of polls for the condition, which the time of the test limits
    await new Promise((done) => setTimeout(done, 100));
  }
}

test('an account whose downloads run is erased with all that they write, and another one works on', {
  timeout: 400_000,
}, async () => {
  const [leaver, stayer] = [await buildAccount(database), await buildAccount(database)];
  const running = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  const provider = await startSourceServer((request, response) => {
    const rows = 'site,clicks\na,1\n';
    response.writeHead(200, { 'content-type': 'text/csv' });
    if (request.url?.startsWith('/stays') === true) return void response.end(rows);
    // The answer has begun, and ends after the account was deactivated.
    response.write(rows);
    running.resolve();
    void answered.promise.then(() => response.end('b,2\n'));
  });
  const problems: string[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => void problems.push(line) });
  const settings = readSettings({
    DATABASE_URL: url,
    MASTER_KEY: randomBytes(32).toString('base64'),
    DATA_DIR: folder,
    PORT: String(await freePort()),
    EGRESS_ALLOW: '127.0.0.1',
  });
  await publishText(database, leaver, scriptOf(provider.url, 'leaves'));
  const email = newEmail('administrator');
  await addPerson(database, { email, globalRoles: ['operator', 'cs'] });
  const server = await startServer(settings, { log, say: () => {}, asideMs: 200, consoleFolder: null, demo: null });
  try {
    await running.promise;
    const origin = server.url ?? '';
    const { access_token: token } = await signInByForm(createHttpBrowser(origin), origin, email);
    const administrator = createClient({ url: origin }, { token });
    await administrator.data(`mutation { deactivateAccountV2(urlName: "${leaver.urlName}") { __typename } }`);
    expect(
      await administrator.data(
        `mutation { eraseAccount(urlName: "${leaver.urlName}", confirmation: "${leaver.urlName}") { __typename } }`,
      ),
    ).toEqual({ eraseAccount: { __typename: 'DeactivatedAccount' } });
    await publishText(database, stayer, scriptOf(provider.url, 'stays'));
    await until(async () => (await doneUploads(stayer)) === DAYS);
    expect(await query('select from account where id = $1 and erased is not null', [leaver.accountId])).toEqual([]);
    answered.resolve();
    await until(
      async () =>
        (await query('select from account where id = $1 and erased is not null', [leaver.accountId])).length > 0,
    );
    expect([await tablesWith(leaver.accountId), await filesOf(leaver)]).toEqual([[], []]);
  } finally {
    answered.resolve();
    await server.stop();
    await provider.stop();
  }
  expect([await tablesWith(leaver.accountId), await filesOf(leaver)]).toEqual([[], []]);
  expect(await doneUploads(stayer)).toBe(DAYS);
  expect(problems).toEqual([]);
  const { rows } = await database.withSystem((tx) =>
    sql<{ actor: string }>`select actor from audit_entry where kind = 'account_erased'`.execute(tx),
  );
  expect(rows).toEqual([{ actor: 'person' }]);
});
