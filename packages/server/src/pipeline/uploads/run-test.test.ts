import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { type BuiltAccount, buildDraft } from '../../../testing/build-account.ts';
import { usePerson } from '../../../testing/hooks/use-account.ts';
import { useWork } from '../../../testing/hooks/use-server.ts';
import { csvAnswer } from '../../../testing/source-server.ts';
import { launchTest, type TestInput, type TestLaunched } from '../../features/changelists/test-runs/launch-test.ts';
import type { KeptDifference } from '../flows/difference.ts';

const work = useWork();
const person = usePerson(work, 'Dora');
let accounts = 0;

const HEADER = 'day,site,clicks';
const upload = (more = ''): string =>
  `upload daily to { type: "file"; path: "daily/{YYYY-MM-DD}.csv"; format: "csv"; key_columns: ["site"]; ${more} };`;
const COUNTED = 'table daily is select site, sum(clicks) as clicks from kept;';

type Published = {
  readonly account: BuiltAccount;
  readonly name: string;
  readonly script: (query: string, target?: string) => string;
  /** State of production when the account was published. */
  readonly before: string;
};

/** An account that has delivered its newest report date, and how to write its script with another query. */
async function publish(): Promise<Published> {
  accounts += 1;
  const name = `reports${accounts}`;
  work.answers.set(`/${name}`, csvAnswer(HEADER, ['2026-01-01,a,1', '2026-01-01,b,2', '2026-01-01,c,3']));
  const script: Published['script'] = (query, target = '') => `
    download ads from {
      type: "http"; url: "${work.source}/${name}/{YYYY-MM-DD}"; format: "csv"; timezone: "UTC"; lookback_days: 1;
    } using { day: date; site: string not null; clicks: integer; };
    table kept is upsert ads by site, day;
    ${query}
    ${upload(target)}
  `;
  const account = await work.publish(script(COUNTED));
  await work.settled(account);
  return { account, name, script, before: await production(account) };
}

/** A draft of this text; its id. */
async function draft(account: BuiltAccount, text: string, status = 'draft'): Promise<string> {
  const id = await buildDraft(work.database, account, text);
  await work.rows(account, sql`update changelist set status = ${status} where id = ${id}`);
  return id;
}

const launch = (account: BuiltAccount, changelistId: string, more: Partial<TestInput> = {}): Promise<TestLaunched> =>
  work.database.withAccount(account.accountId, (tx) =>
    launchTest(tx, work.roles.queue, {
      accountId: account.accountId,
      changelistId,
      uploads: ['daily'],
      fetchNew: false,
      person,
      now: Date.now(),
      ...more,
    }),
  );
async function run(account: BuiltAccount, changelistId: string, more: Partial<TestInput> = {}): Promise<void> {
  const launched = await launch(account, changelistId, more);
  expect(launched.kind).toBe('launched');
  await work.settled(account);
}

type Tested = {
  status: string;
  destination: string;
  row_count: number | null;
  file_key: string | null;
  difference: KeptDifference | null;
  report_date: string;
  message: string | null;
};
const tested = async (account: BuiltAccount): Promise<Tested> => {
  const rows = await work.rows(
    account,
    sql<Tested>`select status, destination, row_count, file_key, difference, report_date, message from upload where purpose = 'proof'`,
  );
  expect(rows).toHaveLength(1);
  return rows[0] as Tested;
};
/** Everything of production that a test run might touch, as one text. */
async function production(account: BuiltAccount): Promise<string> {
  const parts = await Promise.all([
    work.rows(account, sql`select * from download where purpose = 'production' order by id`),
    work.rows(account, sql`select * from upload where purpose = 'production' order by id`),
    work.rows(account, sql`select * from flow where purpose = 'production' order by id`),
    work.rows(account, sql`select * from event where purpose is distinct from 'proof' order by id`),
    work.rows(account, sql`select * from table_state`),
    work.rows(account, sql`select * from changelist where status = 'running'`),
    work.rows(
      account,
      sql`select name, status, status_reason, last_probe, scheduled_through from download_declaration`,
    ),
    work.rows(account, sql`select * from upload_declaration`),
    work.rows(account, sql`select * from key`),
  ]);
  return JSON.stringify(parts);
}
const sent = (account: BuiltAccount, date: string): string => work.delivered(account, `daily/${date}.csv`);
const linesOf = (text: string): string[] => {
  const [header = '', ...rows] = text.trim().split('\n');
  return [header, ...rows.sort()];
};

describe('a test run with existing downloads', { timeout: 120_000 }, () => {
  it('loads production’s files under the draft’s schema, keeps its result and changes nothing else', {
    tags: 'proof:test-run-existing-downloads',
  }, async () => {
    const { account, name, script, before } = await publish();
    const [date = ''] = (await work.rows(account, sql<{ report_date: string }>`select report_date from upload`)).map(
      (row) => row.report_date,
    );
    const file = { text: readFileSync(sent(account, date), 'utf8'), at: statSync(sent(account, date)).mtimeMs };
    // The source is gone: it must not be called.
    work.answers.delete(`/${name}`);
    const id = await draft(
      account,
      script("table daily is select site, sum(clicks) * 2 as clicks, 'x' as mark from kept where site <> 'c';").replace(
        'clicks: integer',
        'clicks: decimal(10, 2)',
      ),
    );
    await run(account, id);
    const result = await tested(account);
    expect(result).toMatchObject({
      status: 'completed',
      destination: 'test result · daily',
      row_count: 2,
      report_date: date,
    });
    const stored = gunzipSync(
      readFileSync(join(work.folder, 'files', ...(result.file_key?.split(';')[0] ?? '').split('/'))),
    ).toString();
    expect(linesOf(stored)).toEqual(['site,clicks,mark', 'a,2.00,x', 'b,4.00,x']);
    expect(result.difference).toMatchObject({
      kind: 'compared',
      keys: ['site'],
      rowsBefore: 3,
      rowsAfter: 2,
      added: { rows: 0 },
      removed: { rows: 1, sample: [['c', '3']] },
      changed: { rows: 2 },
      columnsAdded: [{ name: 'mark', type: 'string' }],
      columnsChanged: [{ name: 'clicks', rows: 2 }],
    });
    expect(await production(account)).toBe(before);
    expect({ text: readFileSync(sent(account, date), 'utf8'), at: statSync(sent(account, date)).mtimeMs }).toEqual(
      file,
    );
    const flows = await work.rows(
      account,
      sql`select status, archived, changelist_id from flow where purpose = 'proof'`,
    );
    expect(flows).toEqual([{ status: 'STOPPED', archived: false, changelist_id: id }]);
    const events = await work.rows(
      account,
      sql<{ message: string }>`select message from event where purpose = 'proof' order by created, id`,
    );
    expect(events.map((event) => event.message)).toEqual([
      'Dora launched a test run of daily with existing downloads.',
      'ads: downloaded 3 rows.',
      'daily: the test result of 2 rows is ready to view.',
    ]);
  });

  it('differs from production as the delivered file and the result do', async () => {
    const name = 'differences';
    const rows = Array.from({ length: 600 }, (_, index) => `2026-01-01,s${index},${index}`);
    work.answers.set(`/${name}`, csvAnswer(HEADER, rows));
    const script = (query: string): string => `
      download ads from {
        type: "http"; url: "${work.source}/${name}/{YYYY-MM-DD}"; format: "csv"; timezone: "UTC"; lookback_days: 1;
      } using { day: date; site: string not null; clicks: integer; };
      table daily is select site, ${query};
      ${upload()}`;
    const account = await work.publish(script('clicks from ads where clicks >= 40'));
    await work.settled(account);
    await run(
      account,
      await draft(account, script('clicks > 300 ? clicks * 2 : clicks as clicks from ads where clicks < 500')),
    );
    const { difference, file_key: key, report_date: date } = await tested(account);
    const result = gunzipSync(
      readFileSync(join(work.folder, 'files', ...(key?.split(';')[0] ?? '').split('/'))),
    ).toString();
    const byKey = (text: string) =>
      new Map(
        linesOf(text)
          .slice(1)
          .map((line) => line.split(',') as [string, string]),
      );
    const [before, after] = [byKey(readFileSync(sent(account, date), 'utf8')), byKey(result)];
    const added = [...after].filter(([site]) => !before.has(site));
    const removed = [...before].filter(([site]) => !after.has(site));
    const changed = [...after].filter(([site, clicks]) => before.has(site) && before.get(site) !== clicks);
    expect([added.length, removed.length, changed.length]).toEqual([40, 100, 199]);
    if (difference?.kind !== 'compared') throw new Error(JSON.stringify(difference));
    expect(difference).toMatchObject({
      rowsBefore: before.size,
      rowsAfter: after.size,
      added: { rows: added.length },
      removed: { rows: removed.length },
      changed: { rows: changed.length },
      columnsChanged: [{ name: 'clicks', rows: changed.length }],
    });
    const { added: shownAdded, removed: shownRemoved, changed: shownChanged } = difference;
    expect([shownAdded.sample.length, shownRemoved.sample.length, shownChanged.sample.length]).toEqual([40, 80, 80]);
    expect(
      shownAdded.sample.every(([site = '', clicks]) => after.get(site ?? '') === clicks && !before.has(site ?? '')),
    ).toBe(true);
    expect(
      shownRemoved.sample.every(([site = '', clicks]) => before.get(site ?? '') === clicks && !after.has(site ?? '')),
    ).toBe(true);
    for (const { before: was, after: is, columns } of shownChanged.sample)
      expect([was[1], is[1], columns]).toEqual([before.get(was[0] ?? ''), after.get(is[0] ?? ''), ['clicks']]);
  });

  it('delivers to the declaration’s target for tests, and to no other', {
    tags: 'proof:test-run-target',
  }, async () => {
    const { account, script, before } = await publish();
    const id = await draft(account, script(COUNTED, 'test: { path: "tests/{YYYY-MM-DD}.csv"; };'));
    await run(account, id);
    const { report_date: date, ...result } = await tested(account);
    expect(result).toMatchObject({ status: 'completed', destination: `file · tests/${date}.csv`, file_key: null });
    const trial = linesOf(readFileSync(work.delivered(account, `tests/${date}.csv`), 'utf8'));
    expect(trial).toEqual(linesOf(readFileSync(sent(account, date), 'utf8')));
    expect(result.difference).toMatchObject({
      rowsBefore: 3,
      rowsAfter: 3,
      added: { rows: 0 },
      removed: { rows: 0 },
      changed: { rows: 0 },
    });
    expect(await production(account)).toBe(before);
  });

  it('shows a result without rows', async () => {
    const { account, script, before } = await publish();
    await run(
      account,
      await draft(account, script("table daily is select site, sum(clicks) as clicks from kept where site = 'none';")),
    );
    const result = await tested(account);
    expect(result).toMatchObject({ status: 'completed', row_count: 0, file_key: null });
    expect(result.difference).toMatchObject({ rowsAfter: 0, removed: { rows: 3 } });
    expect(await production(account)).toBe(before);
  }, 120_000);

  it('fails by itself when every row is dirty', {
    tags: 'proof:test-run-all-dirty',
  }, async () => {
    const { account, script, before } = await publish();
    const id = await draft(account, script(COUNTED).replace('site: string not null', 'site: date not null'));
    expect((await launch(account, id)).kind).toBe('launched');
    await work.rows(
      account,
      sql`update script_text t set text = 'nonsense' from changelist_file f where f.changelist_id = ${id} and f.sha256 = t.sha256`,
    );
    await work.settled(account);
    expect(await tested(account)).toMatchObject({ status: 'failed', difference: null });
    const flows = await work.rows(
      account,
      sql<{ status: string; message: string }>`select status, message from flow where purpose = 'proof'`,
    );
    expect(flows[0]?.status).toBe('FATAL');
    expect(flows[0]?.message).toContain('Processing failed; all rows are dirty.');
    expect(await production(account)).toBe(before);
  });
});

describe('a test run with new downloads', { timeout: 120_000 }, () => {
  it('downloads from the sources again', {
    tags: 'proof:test-run-new-downloads',
  }, async () => {
    const { account, name, script, before } = await publish();
    work.answers.set(`/${name}`, csvAnswer(HEADER, ['2026-01-01,new,9']));
    // The date that is loaded again takes back what production kept of it, and production stays as it is.
    await run(account, await draft(account, script(COUNTED)), { fetchNew: true });
    expect((await tested(account)).difference).toMatchObject({
      added: { rows: 1, sample: [['new', '9']] },
      removed: { rows: 3 },
    });
    expect(await production(account)).toBe(before);
  });

  it('fails by itself when a source does', { tags: 'proof:test-run-source-failure' }, async () => {
    const { account, name, script, before } = await publish();
    work.answers.delete(`/${name}`);
    await run(account, await draft(account, script(COUNTED)), { fetchNew: true });
    expect((await tested(account)).message).toMatch(
      /^Nothing was processed, because the download ads for .* failed\..*404/,
    );
    expect(await production(account)).toBe(before);
  });

  it('downloads what production never downloaded', async () => {
    const { account, name } = await publish();
    work.answers.set(`/${name}-fresh`, csvAnswer(HEADER, ['2026-01-01,f,1']));
    const text = `
      download fresh from {
        type: "http"; url: "${work.source}/${name}-fresh/{YYYY-MM-DD}"; format: "csv"; timezone: "UTC"; lookback_days: 1;
      } using { day: date; site: string not null; clicks: integer; };
      upload fresh to { type: "file"; path: "fresh/{YYYY-MM-DD}.csv"; format: "csv"; };`;
    await run(account, await draft(account, text), { uploads: ['fresh'] });
    expect(await tested(account)).toMatchObject({ status: 'completed', row_count: 1, difference: null });
    expect(existsSync(work.delivered(account, 'fresh'))).toBe(false);
  }, 120_000);
});

describe('a test that is refused', () => {
  let published: Promise<Published> | undefined;
  const one = (): Promise<Published> => (published ??= publish());

  it.each([
    ['without uploads', { uploads: [] }, 'Choose at least one upload.'],
    ['of an unknown upload', { uploads: ['daily', 'nothing'] }, 'The draft has no upload nothing.'],
  ] as const)('refuses a test %s', { tags: 'proof:test-run-invalid-request' }, async (_, more, reason) => {
    const { account, script } = await one();
    expect(await launch(account, await draft(account, script(COUNTED)), more)).toEqual({ kind: 'refused', reason });
  });

  it('a test never uploads to the real destination', { tags: 'proof:test-run-real-destination' }, async () => {
    const { account, script } = await one();
    const id = await draft(account, script(COUNTED, 'test: { format: "csv"; };'));
    expect(await launch(account, id)).toMatchObject({
      kind: 'refused',
      reason: 'The test target of daily is its real destination. Give its test block another path, table or key.',
    });
  });

  it.each([
    ['replaced', 'Cannot act on previously published changelist'],
    ['archived', 'You cannot edit published or archived drafts'],
  ])('a draft cannot be tested once it is %s', { tags: 'proof:test-run-closed-draft' }, async (status, reason) => {
    const { account, script } = await one();
    expect(await launch(account, await draft(account, script(COUNTED), status))).toEqual({ kind: 'refused', reason });
  });

  it('a draft with errors cannot be tested, and the errors are returned', {
    tags: 'proof:test-run-compile-errors',
  }, async () => {
    const { account } = await one();
    const outcome = await launch(account, await draft(account, 'table x is select nothing from nowhere;'));
    if (outcome.kind !== 'errors') throw new Error(outcome.kind);
    expect(outcome.messages.some((message) => message.type === 'error' && message.path === 'a.sbs')).toBe(true);
  });

  it('a draft of another account cannot be tested', async () => {
    const { account, script } = await one();
    const other = await publish();
    const id = await draft(account, script(COUNTED));
    expect(await launch(other.account, id)).toEqual({ kind: 'not_found' });
    expect(await work.rows(account, sql`select 1 from proof`)).toEqual([]);
  });
});

it('reports no unexpected error', () => {
  expect(work.problems).toEqual([]);
});
