import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { type BuiltAccount, buildAccount, buildDraft } from '../../../../testing/build-account.ts';
import { addDownload } from '../../../../testing/fill-account.ts';
import { usePerson } from '../../../../testing/hooks/use-account.ts';
import { useDatabase, useQueue } from '../../../../testing/hooks/use-database.ts';
import { publishText } from '../../../../testing/publish-text.ts';
import { launchTest, type TestInput, type TestLaunched } from './launch-test.ts';

const used = useDatabase();
const { database, rows } = used;
const queue = useQueue(used);
const person = usePerson(used);
/** A Friday. */
const NOW = Date.parse('2026-11-20T12:00:00Z');

async function publish(text: string): Promise<BuiltAccount> {
  const account = await buildAccount(database);
  return { ...account, changelistId: await publishText(database, account, text, NOW) };
}

/** Tests a draft of this text. */
const launch = (account: BuiltAccount, text: string, more: Partial<TestInput> = {}): Promise<TestLaunched> =>
  buildDraft(database, account, text).then((changelistId) =>
    database.withAccount(account.accountId, (tx) =>
      launchTest(tx, queue, {
        accountId: account.accountId,
        changelistId,
        uploads: ['daily'],
        fetchNew: false,
        person,
        now: NOW,
        ...more,
      }),
    ),
  );
describe('the report date of a test run', () => {
  const source = (name: string, more = ''): string => `
    download ${name} from {
      type: "http"; url: "http://127.0.0.1/${name}/{YYYY-MM-DD}"; format: "csv"; timezone: "UTC"; hour_of_day: 6; ${more}
    } using { site: string; clicks: integer; };`;
  const DAILY = source('days');
  /** A weekly source; its report date is the day before each Monday. */
  const WEEKLY = source('weeks', 'day_of_week: "monday";');
  const UPLOAD = 'upload daily to { type: "file"; path: "daily/{YYYY-MM-DD}.csv"; };';
  const alone = `${DAILY} table daily is select site, clicks from days; ${UPLOAD}`;
  const joined = `${DAILY} ${WEEKLY}
    table daily is select days.site, weeks.clicks from days join weeks on days.site = weeks.site; ${UPLOAD}`;
  const has = async (account: BuiltAccount, name: string, dates: readonly string[]): Promise<void> => {
    for (const date of dates)
      await addDownload(database, account, { source: name, report_date: date, status: 'completed', raw: [] });
  };
  const WEEK = ['2026-11-08', '2026-11-15', '2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19'];
  /** The test run's date and each of its downloads, with `new` for those that do not reuse files of production. */
  async function launched(account: BuiltAccount, text: string, more: Partial<TestInput> = {}): Promise<string[]> {
    expect(await launch(account, text, more)).toMatchObject({ kind: 'launched' });
    const found = await rows(
      account,
      sql<{ text: string }>`
        select f.report_date || ' ' || d.source || ' ' || d.report_date || case when d.raw is null then ' new' else '' end as text
        from flow f join flow_source s on s.flow_id = f.id join download d on d.id = s.download_id
        where f.purpose = 'proof' order by d.source`,
    );
    return found.map((row) => row.text);
  }

  it('the report date of a test run is the newest of which production has files', async () => {
    const account = await publish(alone);
    await has(account, 'days', WEEK);
    expect(await launched(account, alone)).toEqual(['2026-11-19 days 2026-11-19']);
  });

  it('the report date of a test run is the newest of which production has files of every source', async () => {
    const account = await publish(joined);
    await has(account, 'days', WEEK);
    await has(account, 'weeks', ['2026-11-01', '2026-11-08']);
    expect(await launched(account, joined)).toEqual(['2026-11-08 days 2026-11-08', '2026-11-08 weeks 2026-11-08']);
  });

  it('the report date of a test run is the newest that every schedule has, where production has no files of a source', async () => {
    const account = await publish(alone);
    await has(account, 'days', WEEK);
    expect(await launched(account, joined)).toEqual(['2026-11-15 days 2026-11-15', '2026-11-15 weeks 2026-11-15 new']);
  });

  it('the report date of a test run is the newest that every schedule has, where the sources have no date in common', async () => {
    const account = await publish(joined);
    await has(account, 'days', WEEK.slice(1));
    await has(account, 'weeks', ['2026-11-01', '2026-11-08']);
    expect(await launched(account, joined)).toEqual(['2026-11-15 days 2026-11-15', '2026-11-15 weeks 2026-11-15 new']);
  });

  it('the report date of a test run is the newest that every schedule has, with new downloads', async () => {
    const account = await publish(joined);
    await has(account, 'days', WEEK);
    await has(account, 'weeks', ['2026-11-08']);
    const found = await launched(account, joined, { fetchNew: true });
    expect(found).toEqual(['2026-11-15 days 2026-11-15 new', '2026-11-15 weeks 2026-11-15 new']);
  });

  it('waits in the lane of work that a person waits for, with all its units', {
    tags: 'proof:queue-interactive',
  }, async () => {
    const account = await publish(alone);
    await has(account, 'days', WEEK);
    await launched(account, alone);
    const units = await rows(
      account,
      sql`select u.kind, u.interactive, j.lane from unit u left join queue.job j on j.unit_id = u.id
          where u.purpose = 'proof' order by u.kind`,
    );
    expect(units).toEqual([
      { kind: 'download', interactive: true, lane: 'interactive' },
      { kind: 'flow', interactive: true, lane: null },
      { kind: 'upload', interactive: true, lane: null },
    ]);
  });
});

describe('the target of a test run', () => {
  const SOURCE = `
    download ads from {
      type: "http"; url: "http://127.0.0.1/{YYYY-MM-DD}"; format: "csv"; timezone: "UTC"; hour_of_day: 6;
    } using { site: string; clicks: integer; };
    table daily is select site, clicks from ads;`;
  const script = (path: string, test = '', more = ''): string =>
    `${SOURCE} upload daily to { type: "file"; path: "${path}"; ${test === '' ? '' : `test: { path: "${test}"; };`} }; ${more}`;
  const OTHER = 'upload ads as other to { type: "file"; path: "other.csv"; };';
  const published = (): Promise<BuiltAccount> => publish(script('daily/{YYYY-MM-DD}.csv', '', OTHER));
  const refused = (which: string) => ({
    kind: 'refused',
    reason: `The test target of daily is ${which}. Give its test block another path, table or key.`,
  });

  it('the target of a test run may not be the destination of another upload of the draft', async () => {
    const account = await publish(SOURCE);
    const text = script('daily.csv', 'other.csv', OTHER);
    expect(await launch(account, text)).toEqual(refused('the real destination of other'));
  });

  it('the target of a test run may not be the destination of a published upload that the draft no longer has', async () => {
    const text = script('daily.csv', './other.csv');
    expect(await launch(await published(), text)).toEqual(refused('the real destination of other'));
  });

  it('the target of a test run may not be the published destination of an upload that the draft has moved', async () => {
    const text = script('moved.csv', 'daily/{YYYY}-{MM}-{DD}.csv');
    expect(await launch(await published(), text)).toEqual(refused('its real destination'));
  });

  it('the target of a test run may not be a file that the upload itself delivers, for any date', async () => {
    const account = await published();
    for (const date of ['2026-11-19', '2025-01-31'])
      expect(await launch(account, script('daily/{YYYY-MM-DD}.csv', `daily/${date}.csv`))).toEqual(
        refused('its real destination'),
      );
  });

  it('the target of a test run may not be a file of another upload, given by its absolute path', async () => {
    const account = await published();
    const path = `/var/lib/switchboard/exports/${account.accountId}/other.csv`;
    expect(await launch(account, script('daily.csv', path))).toEqual(refused('the real destination of other'));
    expect(await rows(account, sql`select 1 from proof`)).toEqual([]);
  });

  it('the target of a test run may be any other file below the folder of tests', async () => {
    const text = script('daily/{YYYY-MM-DD}.csv', 'tests/{YYYY-MM-DD}.csv', OTHER);
    expect(await launch(await published(), text)).toMatchObject({ kind: 'launched' });
  });
});
