import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createLocalStore, type Executor } from '@switchboard/engine';
import { createTestExecutor } from '@switchboard/engine/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BuiltAccount, buildAccount, buildDraft } from '../../../testing/build-account.ts';
import { usePerson } from '../../../testing/hooks/use-account.ts';
import { useWork } from '../../../testing/hooks/use-server.ts';
import { csvAnswer } from '../../../testing/source-server.ts';
import { createScriptCompiler } from './draft-plan.ts';
import { type PreviewOutcome, type PreviewParts, type PreviewRequest, previewScriptTable } from './preview-table.ts';
import { createSandbox } from './sandbox.ts';

const work = useWork();
const person = usePerson(work, 'Dora');
const HEADER = 'day,site,clicks';
const ROWS = Array.from({ length: 600 }, (_, index) => ({ site: `site ${index % 250}`, clicks: index }));
const DOWNLOAD =
  'download ads from { type: "http"; url: "SOURCE"; format: "csv"; timezone: "UTC"; lookback_days: 1; } using';
const COLUMNS = '{ day: date; site: string not null; clicks: integer; }';
const SCRIPT = `${DOWNLOAD} ${COLUMNS};
table kept is select site, clicks from ads where clicks >= 100;
table daily is select site, sum(clicks) as clicks from kept;
upload daily to { type: "file"; path: "daily/{YYYY-MM-DD}.csv"; format: "csv"; };`;

let executor: Executor;
let parts: PreviewParts;
let account: BuiltAccount;
let draft = '';
let date = '';

const script = (text: string): string => text.replaceAll('SOURCE', `${work.source}/ads/{YYYY-MM-DD}`);

beforeAll(async () => {
  executor = createTestExecutor();
  const store = createLocalStore(work.storeFolder);
  const sandbox = createSandbox({
    store,
    startExecutor: () => executor,
    scratchFolder: join(work.folder, 'previews'),
    now: Date.now,
  });
  parts = { database: work.database, sandbox, compile: createScriptCompiler() };
  const lines = ROWS.map(({ site, clicks }) => `2026-01-01,${site},${clicks}`);
  work.answers.set('/ads', csvAnswer(HEADER, lines.toSpliced(2, 0, '2026-01-01,broken,many')));
  account = await work.publish(script(SCRIPT));
  await work.settled(account);
  const [download] = await work.rows(account, sql<{ date: string }>`select report_date::text as date from download`);
  date = download?.date ?? '';
  draft = await buildDraft(work.database, account, script(SCRIPT));
}, 120_000);
afterAll(() => executor.stop());

/** Previews a table of the draft with this text in the editor, which is not saved. */
const preview = (text: string | null, table: string, more: Partial<PreviewRequest> = {}): Promise<PreviewOutcome> =>
  previewScriptTable(parts, {
    accountId: account.accountId,
    changelistId: draft,
    version: text === null ? null : 1,
    files: text === null ? [] : [{ path: 'a.sbs', text: script(text) }],
    personId: person.id,
    table,
    signal: new AbortController().signal,
    ...more,
  });

/** Sums the clicks of each site from the rows that the source has sent, in the total order of a delivery. */
function sums(from: number, factor: number): string[][] {
  const clicks = new Map<string, number>();
  for (const row of ROWS)
    if (row.clicks >= from) clicks.set(row.site, (clicks.get(row.site) ?? 0) + row.clicks * factor);
  return [...clicks]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .slice(0, 200)
    .map(([site, sum]) => [site, String(sum)]);
}

/** Everything that a preview might change, as one text. */
async function world(): Promise<string> {
  const tables = ['download', 'download_part', 'flow', 'upload', 'event', 'unit', 'table_state', 'changelist', 'proof'];
  const rows = await Promise.all(
    tables.map((table) => work.rows(account, sql`select * from ${sql.table(table)} order by 1, 2`)),
  );
  const files = readdirSync(join(work.folder), { recursive: true }).map(String);
  // A worker removes its scratch files after the unit is done.
  return JSON.stringify([rows, files.filter((file) => !/^(?:previews|scratch)/.test(file)).sort()]);
}

describe('the preview of a table', () => {
  it('the preview of a table is what the text in the editor makes of the newest report date, and has no effects', async () => {
    const before = await world();
    const shown = await preview(
      SCRIPT.replace('clicks >= 100', 'clicks >= 300').replace('sum(clicks)', 'sum(clicks * 2)'),
      'daily',
    );
    expect(shown).toMatchObject({
      kind: 'preview',
      table: 'daily',
      isSource: false,
      reportDate: date,
      columns: [
        { name: 'site', type: 'string' },
        { name: 'clicks', type: 'integer' },
      ],
      total: 250,
      dirtyTotal: 1,
      inputs: [{ name: 'ads', isReloaded: false }],
    });
    expect(shown.kind === 'preview' && shown.rows).toEqual(sums(300, 2));
    expect(await world()).toBe(before);
    expect(readdirSync(join(work.folder, 'previews'))).toEqual([]);
  });

  it('the preview of a table is of the saved text without changes, and of tables that nothing reads', async () => {
    const shown = await preview(null, 'daily');
    expect(shown.kind === 'preview' && shown.rows).toEqual(sums(100, 1));
    const added = `${SCRIPT}\ntable top is select site, clicks from ads order by clicks desc limit 2;`;
    expect(await preview(added, 'top')).toMatchObject({
      rows: [
        ['site 99', '599'],
        ['site 98', '598'],
      ],
      total: 2,
    });
  });

  it('loads the files again where the draft declares their download differently', async () => {
    const text = SCRIPT.replace('clicks: integer', 'clicks: decimal(10, 2)');
    const shown = await preview(text, 'daily');
    expect(shown).toMatchObject({ dirtyTotal: null, inputs: [{ name: 'ads', isReloaded: true }] });
    expect(shown.kind === 'preview' && shown.rows.slice(0, 3)).toEqual(
      sums(100, 1)
        .slice(0, 3)
        .map(([site, clicks]) => [site, `${clicks}.00`]),
    );
    expect(readdirSync(join(work.folder, 'previews'))).toEqual([]);
  });

  it('the preview of a table of a download has the rows of its file in order, and its dirty rows between them', async () => {
    const shown = await preview(null, 'ads');
    expect(shown).toMatchObject({
      isSource: true,
      total: 600,
      dirtyTotal: 1,
      dirty: [{ before: 2, line: 4, column: 'clicks', raw: '2026-01-01,broken,many' }],
    });
    const expected = ROWS.slice(0, 199).map(({ site, clicks }) => ['2026-01-01', site, String(clicks)]);
    expect(shown.kind === 'preview' && shown.rows).toEqual(expected);
    const lenient = await preview(
      SCRIPT.replace('clicks: integer', 'clicks: string')
        .replaceAll('clicks >= 100', 'site is not null')
        .replace('sum(clicks)', 'count(clicks)'),
      'ads',
    );
    expect(lenient).toMatchObject({ dirty: [], inputs: [{ isReloaded: true }], total: null });
    expect(lenient.kind === 'preview' && lenient.rows[2]).toEqual(['2026-01-01', 'broken', 'many']);
  });
});

describe('a preview without rows', () => {
  it('a preview without rows says why when the script does not compile', async () => {
    const shown = await preview(SCRIPT.replace('sum(clicks)', 'sum(clocks)'), 'daily');
    expect(shown).toMatchObject({ kind: 'errors' });
    expect(shown.kind === 'errors' && shown.messages.find(({ type }) => type === 'error')).toMatchObject({
      path: 'a.sbs',
      line: 3,
    });
  });

  it('a preview without rows says why when the table or the changelist does not exist, or the draft was saved since', async () => {
    expect(await preview(null, 'dayly')).toMatchObject({
      kind: 'failed',
      reason: 'no_table',
      message: 'The draft has no table dayly.',
    });
    expect(await preview(null, 'daily', { changelistId: account.accountId })).toEqual({ kind: 'not_found' });
    expect(await preview(SCRIPT, 'daily', { version: 7 })).toMatchObject({ kind: 'stale' });
    expect(await preview(null, 'daily', { files: [{ path: '$x', text: '' }] })).toMatchObject({
      kind: 'invalid',
      message: 'File name cannot start with $',
    });
    const other = await buildAccount(work.database);
    expect(await preview(null, 'daily', { accountId: other.accountId })).toEqual({ kind: 'not_found' });
  });

  it('a preview without rows says why when no download has finished yet', async () => {
    const costs =
      'download costs from { type: "http"; url: "SOURCE"; format: "csv"; timezone: "UTC"; } using { site: string; };';
    const text = `${SCRIPT}\n${costs}\ntable both is select site from costs;\nupload both to { type: "file"; path: "both/{YYYY-MM-DD}.csv"; format: "csv"; };`;
    expect(await preview(text, 'both')).toMatchObject({
      reason: 'no_download',
      message: expect.stringMatching(/^No download of costs has finished yet\./) as unknown,
    });
  });

  it('a preview without rows says why when its query fails: which table, which column, which row, and where it is declared', async () => {
    const text = SCRIPT.replace(
      'select site, clicks from ads',
      'select site, 9223372036854775807 + clicks as clicks from ads',
    );
    expect(await preview(text, 'daily')).toMatchObject({
      kind: 'failed',
      reason: 'query',
      table: 'kept',
      path: 'a.sbs',
      line: 2,
      message: expect.stringMatching(/column clicks.*row/i) as unknown,
    });
  });

  it('a preview without rows says why when the person leaves', async () => {
    const leaving = new AbortController();
    const shown = preview(null, 'daily', { signal: leaving.signal });
    leaving.abort();
    expect(await shown).toMatchObject({ kind: 'failed', reason: 'cancelled' });
    expect(readdirSync(join(work.folder, 'previews'))).toEqual([]);
  });
});
