import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAccount, buildDownload } from '../../../test/build-account.ts';
import { createDatabase, type TestDatabase } from '../../../test/database.ts';
import { type Database, openDatabase } from '../../db/database.ts';
import { publishScript } from './publish.ts';

let made: TestDatabase;
let database: Database;
beforeAll(async () => {
  made = await createDatabase();
  database = openDatabase({ url: made.url });
});
afterAll(async () => {
  await database.close();
  await made.drop();
});

const script = (place: string, columns: string): string => `
  download stores from { type: "file"; path: "${place}"; pattern: "*.csv"; format: "csv"; timezone: "UTC"; hour_of_day: 5; }
  using { ${columns} };
  table named is select site from stores;
  upload named to { type: "file"; path: "named.csv"; };`;

test.each([
  ['another column', script('in', 'site: string; region: string;'), true],
  ['another place', script('elsewhere', 'site: string;'), true],
  ['a note', `# A note.\n${script('in', 'site: string;')}`, false],
  ['dates', script('in', 'site: string;').replace('format:', 'datetime_pattern: "YYYYMMDD"; format:'), false],
])(
  'files of a source without dates that the script loads as before are not taken again: %s',
  async (_, text, isTaken) => {
    const account = await buildAccount(database);
    const { accountId } = account;
    const publish = (text: string): Promise<void> =>
      database.withAccount(accountId, async (tx) => {
        const files = [{ path: 'a.sbs', text }];
        const published = await publishScript(tx, {
          accountId,
          description: 'Test',
          files,
          personId: null,
          now: Date.now(),
        });
        expect(published.messages.filter(({ type }) => type === 'error')).toEqual([]);
      });
    await publish(script('in', 'site: string;'));
    const downloadId = await buildDownload(database, account, { source: 'stores' });
    await database.withAccount(accountId, async (tx) => {
      await sql`
      insert into source_file (account_id, source, path, checksum, seen, download_id)
      values (${accountId}, 'stores', 'in/a.csv', '1', now(), ${downloadId})
    `.execute(tx);
      await sql`update source set next_probe = null`.execute(tx);
    });
    await publish(text);
    const found = await database.withAccount(accountId, (tx) =>
      sql`select f.download_id is null as anew, s.next_probe is not null as looked from source_file f join source s on s.name = f.source`.execute(
        tx,
      ),
    );
    expect(found.rows).toEqual([{ anew: isTaken, looked: isTaken }]);
  },
);
