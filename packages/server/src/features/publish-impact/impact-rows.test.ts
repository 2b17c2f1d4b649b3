import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLocalStore, type Difference, type Executor } from '@switchboard/engine';
import { createTestExecutor } from '@switchboard/engine/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BuiltAccount, buildDraft } from '../../../testing/build-account.ts';
import { usePerson } from '../../../testing/hooks/use-account.ts';
import { useWork } from '../../../testing/hooks/use-server.ts';
import { csvAnswer } from '../../../testing/source-server.ts';
import type { KeptDifference } from '../../pipeline/flows/difference.ts';
import { launchTest } from '../changelists/test-runs/launch-test.ts';
import { createScriptCompiler } from '../previews/draft-plan.ts';
import type { PreviewParts } from '../previews/preview-table.ts';
import { createSandbox } from '../previews/sandbox.ts';
import { type ImpactOutcome, impactRows } from './impact-rows.ts';

const work = useWork();
const person = usePerson(work, 'Dora');
const SCRIPT = `download ads from { type: "http"; url: "SOURCE"; format: "csv"; timezone: "UTC"; lookback_days: 1; }
  using { day: date; site: string not null; clicks: integer; };
table latest is upsert ads by site;
table daily is select site, clicks, day from ads where clicks >= 40;
upload daily to { type: "file"; path: "daily/{YYYY-MM-DD}.csv"; format: "csv"; key_columns: ["site"]; };
upload latest to { type: "file"; path: "latest/{YYYY-MM-DD}.csv"; format: "csv"; key_columns: ["site"]; };`;

let executor: Executor;
let parts: PreviewParts;
let account: BuiltAccount;
const script = (text: string): string => text.replaceAll('SOURCE', `${work.source}/ads/{YYYY-MM-DD}`);

beforeAll(async () => {
  executor = createTestExecutor();
  const sandbox = createSandbox({
    store: createLocalStore(work.storeFolder),
    startExecutor: () => executor,
    scratchFolder: join(work.folder, 'previews'),
    now: Date.now,
  });
  parts = { database: work.database, sandbox, compile: createScriptCompiler() };
  const rows = Array.from({ length: 600 }, (_, index) => `2026-01-01,site ${index},${index}`);
  work.answers.set('/ads', csvAnswer('day,site,clicks', rows));
  account = await work.publish(script(SCRIPT));
  await work.settled(account);
}, 120_000);
afterAll(() => executor.stop());

const impact = (changelistId: string, upload: string): Promise<ImpactOutcome> =>
  impactRows(parts, {
    accountId: account.accountId,
    changelistId,
    version: null,
    files: [],
    personId: person.id,
    upload,
    signal: new AbortController().signal,
  });

/** The difference that a full test run of the draft with production's files finds. */
async function tested(changelistId: string, upload: string): Promise<KeptDifference | null | undefined> {
  const launched = await work.database.withAccount(account.accountId, (tx) =>
    launchTest(tx, work.roles.queue, {
      accountId: account.accountId,
      changelistId,
      uploads: [upload],
      fetchNew: false,
      person,
      now: Date.now(),
    }),
  );
  expect(launched.kind).toBe('launched');
  await work.settled(account);
  const [row] = await work.rows(
    account,
    sql<{ difference: KeptDifference | null }>`
      select u.difference from upload u join flow f on f.account_id = u.account_id and f.id = u.flow_id
      where u.purpose = 'proof' and u.name = ${upload} and f.changelist_id = ${changelistId}
    `,
  );
  return row?.difference;
}

const kept = (difference: Difference, uploadId: string): KeptDifference => ({
  kind: 'compared',
  uploadId,
  ...difference,
});

describe('the rows that publishing a draft would change', () => {
  it.each([
    [
      'a query and its columns',
      'daily',
      SCRIPT.replace(
        'select site, clicks, day from ads where clicks >= 40',
        "select site, clicks > 300 ? clicks * 2 : clicks as clicks, 'x' as mark from ads where clicks < 500",
      ),
    ],
    ['how a download is loaded', 'daily', SCRIPT.replace('clicks: integer', 'clicks: decimal(10, 2)')],
    ['a table that keeps its rows', 'latest', SCRIPT.replace('upsert ads by site;', 'upsert ads by site, day;')],
    [
      'the key, so that whole rows are compared',
      'daily',
      SCRIPT.replace('key_columns: ["site"]; };\nupload latest', '};\nupload latest').replace(
        'clicks >= 40',
        'clicks >= 41',
      ),
    ],
  ])('the rows that publishing a draft would change are those of a full test run: %s', async (_title, upload, text) => {
    const draft = await buildDraft(work.database, account, script(text));
    const files = readdirSync(work.storeFolder, { recursive: true }).length;
    const found = await impact(draft, upload);
    expect(readdirSync(work.storeFolder, { recursive: true })).toHaveLength(files);
    expect(found).toMatchObject({ kind: 'compared', upload });
    if (found.kind !== 'compared') return;
    expect(kept(found.difference, found.uploadId)).toEqual(await tested(draft, upload));
  });

  it('the rows that publishing a draft would change are those by which the delivered file differs from the rows that the source has sent', async () => {
    const text = SCRIPT.replace(
      'clicks, day from ads where clicks >= 40',
      'clicks > 300 ? clicks * 2 : clicks as clicks, day from ads where clicks < 500',
    );
    const found = await impact(await buildDraft(work.database, account, script(text)), 'daily');
    if (found.kind !== 'compared') throw new Error(JSON.stringify(found));
    const [, ...lines] = readFileSync(work.delivered(account, `daily/${found.reportDate}.csv`), 'utf8')
      .trim()
      .split('\n');
    const before = new Map(
      lines.map((line) => line.split(',') as [string, string, string]).map(([site, clicks]) => [site, clicks]),
    );
    const after = new Map(
      Array.from({ length: 500 }, (_, index) => [`site ${index}`, String(index > 300 ? index * 2 : index)]),
    );
    const changed = [...after].filter(([site, clicks]) => before.has(site) && before.get(site) !== clicks);
    const { difference } = found;
    expect(difference).toMatchObject({
      rowsBefore: before.size,
      rowsAfter: after.size,
      added: { rows: [...after.keys()].filter((site) => !before.has(site)).length },
      removed: { rows: [...before.keys()].filter((site) => !after.has(site)).length },
      changed: { rows: changed.length },
      columnsChanged: [{ name: 'clicks', rows: changed.length }],
    });
    expect(difference.changed.sample.length).toBeGreaterThan(50);
    for (const row of difference.changed.sample) {
      const [site = ''] = row.after;
      expect([row.before[1], row.after[1], row.columns]).toEqual([
        before.get(String(site)),
        after.get(String(site)),
        ['clicks'],
      ]);
    }
  });

  it('the rows that publishing a draft would change are unknown for an upload that was never delivered, does not exist or fails, and the reason is given', async () => {
    const more = '\nupload ads to { type: "file"; path: "ads/{YYYY-MM-DD}.csv"; format: "csv"; };';
    const draft = await buildDraft(
      work.database,
      account,
      script(SCRIPT.replace('clicks, day', '9223372036854775807 + clicks as clicks, day') + more),
    );
    expect(await impact(draft, 'ads')).toMatchObject({ reason: 'not_delivered' });
    expect(await impact(draft, 'other')).toMatchObject({
      reason: 'no_upload',
      message: 'The draft has no upload other.',
    });
    expect(await impact(draft, 'daily')).toMatchObject({ reason: 'query', table: 'daily', path: 'a.sbs', line: 4 });
    expect(await impact(account.accountId, 'daily')).toEqual({ kind: 'not_found' });
  });
});
