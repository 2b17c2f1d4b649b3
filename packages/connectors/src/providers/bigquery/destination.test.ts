import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { testOtherDates, testOvertaken, testRefusedParameters } from '../../testing/destination-promises.ts';
import type { FaultKind } from '../../testing/faults.ts';
import { type GoogleStandIn, startGoogleStandIn } from '../../testing/google/stand-in.ts';
import { countAsked, useDeliveries } from '../../testing/use-deliveries.ts';
import { destination } from './destination.ts';
import { createBigQueryApi } from './testing/bigquery.ts';

let database: TestDatabase;
let bigquery: ReturnType<typeof createBigQueryApi>;
let google: GoogleStandIn;
let places = 0;
let table = '';

beforeAll(async () => {
  database = await createTestDatabase();
  bigquery = createBigQueryApi(database.url);
  await bigquery.createDataset('marts');
  google = await startGoogleStandIn(bigquery);
});
afterAll(async () => {
  await google.close();
  await bigquery.close();
  await database.close();
});
beforeEach(() => {
  places += 1;
  table = `spend_${places}`;
  google.plant();
  Object.assign(bigquery.control, { polls: 0, beforeScript: async () => undefined });
});

const { folder, content, monday, tuesday, deliver } = useDeliveries(destination, () => ({
  parameters: { dataset: 'marts', table },
  key: google.tokens.key(),
  stallTimeoutMs: 10_000,
}));
const held = () => bigquery.rows(`select site, clicks from marts."${table}" order by site`);
const stages = (): readonly string[] => bigquery.tables().filter((name) => name.includes('_stage_'));
const asked = countAsked(() => google);

describe('bigquery destination', () => {
  it('loads rows into a stage and puts them in place by one transaction', async () => {
    bigquery.control.polls = 2;
    expect(await deliver(monday)).toEqual({
      rows: 2,
      bytes: monday.bytes,
      destination: `bigquery · marts.${table}`,
      alreadyDelivered: false,
    });
    expect(await held()).toEqual([
      ['a', '1'],
      ['b', '2'],
    ]);
    expect([asked(/^POST \S*upload/), asked(/^POST \/bigquery\S+\/jobs$/), stages()]).toEqual([1, 1, []]);
  });

  it('runs the transaction once when the answer to its request is lost', async () => {
    google.plant({ request: /^POST \/bigquery\S+\/jobs$/, kind: 'cut-after' });
    expect(await deliver(monday, { mode: 'append' })).toMatchObject({ alreadyDelivered: false });
    expect([await held(), asked(/^POST \/bigquery\S+\/jobs$/)]).toEqual([
      [
        ['a', '1'],
        ['b', '2'],
      ],
      2,
    ]);
  });

  it('settles by its ledger a transaction whose end was never seen', async () => {
    google.plant({ request: /^GET \S+\/jobs\/\S+_commit_1/, times: 4, kind: { status: 503, reason: 'backendError' } });
    expect(await deliver(monday, { mode: 'append' })).toMatchObject({ alreadyDelivered: false });
    expect(await held()).toHaveLength(2);
  });

  it.each<[string, FaultKind]>([
    ['the data of the load are cut', 'cut-before'],
    ['the answer to them is lost', 'cut-after'],
    ['they are answered with 503', { status: 503, reason: 'backendError' }],
  ])('loads once when %s', { tags: 'case:cut' }, async (_, kind) => {
    google.plant({ request: /^PUT/, kind });
    await deliver(monday);
    expect(await held()).toHaveLength(2);
  });

  it.each([
    // Before it, the table of the ledger is created unless it is there.
    ['the table of its stage', /^POST \S+\/tables$/, 1],
    ['its upload', /^POST \/upload/, 0],
  ])('leaves nothing when it is cancelled while the server creates %s', async (_, request, skip) => {
    await deliver(monday);
    google.plant({ request, skip, kind: 'late' });
    const abort = new AbortController();
    const cancelled = deliver(tuesday, { fence: 2, signal: abort.signal });
    await expect.poll(() => asked(request)).toBe(skip + 1);
    abort.abort(new Error('cancelled by a person'));
    google.releaseLate();
    await expect(cancelled).rejects.toThrow('cancelled by a person');
    await expect.poll(google.serving).toBe(0);
    expect([stages(), bigquery.uploads.unfinished(), await held()]).toEqual([
      [],
      [],
      [
        ['a', '1'],
        ['b', '2'],
      ],
    ]);
  });

  it('tries the transaction again when another delivery to the table cancelled it', async () => {
    let others = 0;
    bigquery.control.beforeScript = async () => {
      others += 1;
      if (others > 1) return;
      await deliver(tuesday, { reportDate: '2026-03-05', name: 'other' });
    };
    await deliver(monday);
    expect(await held()).toHaveLength(3);
    const together = ['2026-03-06', '2026-03-07', '2026-03-08', '2026-03-09'];
    await Promise.all(together.map((reportDate) => deliver(tuesday, { reportDate })));
    expect(await held()).toHaveLength(7);
  });

  testOvertaken({
    deliver,
    results: [[monday, tuesday]],
    held: async () => [await held(), stages()],
    expected: () => [[['c', '3']], []],
  });

  it('fills columns of the types that the table has', async () => {
    await bigquery.makeTable('marts', table, [
      { name: 'Site', type: 'STRING' },
      { name: 'clicks', type: 'NUMERIC' },
      { name: 'revenue', type: 'STRING' },
      { name: 'day', type: 'TIMESTAMP' },
      { name: 'other', type: 'STRING', mode: 'REPEATED' },
    ]);
    await deliver(monday, { parameters: { dataset: 'marts', table, date_column: 'day' } });
    await deliver(monday, { parameters: { dataset: 'marts', table, date_column: 'day' }, fence: 2 });
    expect(
      await bigquery.rows(`select "Site", clicks, revenue, day::date::text from marts."${table}" order by 1`),
    ).toEqual([
      ['a', '1', '2.5', '2026-03-04'],
      ['b', '2', null, '2026-03-04'],
    ]);
  });

  testOtherDates({
    deliver,
    folder,
    left: stages,
    rows: () => bigquery.rows(`select site from marts."${table}"`),
    message: 'rows hold another date than 2026-03-04',
  });

  describe('the mode upsert', () => {
    const parameters = (...keys: readonly string[]) => ({ dataset: 'marts', table, key_columns: keys });
    const rows = () => bigquery.rows(`select site, clicks, revenue from marts."${table}" order by site, clicks`);

    it('overwrites the rows of the same keys and adds the others, once', async () => {
      const fields = ['SITE', 'clicks', 'revenue', 'note'].map((name) => ({
        name,
        type: name === 'clicks' ? 'INT64' : 'STRING',
      }));
      await bigquery.makeTable('marts', table, fields);
      await bigquery.rows(`insert into marts."${table}" values ('a', 1, 'old', 'kept'), ('a', 2, 'old', 'kept')`);
      const upsert = { mode: 'upsert', parameters: parameters('site', 'clicks') } as const;
      await deliver(content('a,2,new', 'b,2,'), upsert);
      expect(await deliver(content('a,2,new', 'b,2,'), { ...upsert, attempt: 2 })).toMatchObject({
        alreadyDelivered: true,
      });
      expect(await bigquery.rows(`select "SITE", clicks, revenue, note from marts."${table}" order by 1, 2`)).toEqual([
        ['a', '1', 'old', 'kept'],
        ['a', '2', 'new', 'kept'],
        ['b', '2', null, null],
      ]);
    });

    it('takes rows that are nothing but keys', async () => {
      const keys = { mode: 'upsert', parameters: parameters('site', 'clicks', 'revenue') } as const;
      await deliver(content('a,1,1'), keys);
      await deliver(content('a,1,1', 'b,1,1'), { ...keys, fence: 2 });
      expect((await rows()).map(([site]) => site)).toEqual(['a', 'b']);
    });

    it.each([
      ['a key that occurs twice', ['a,1,1', 'b,2,1', 'a,1,2'], /does not identify rows: \(a, 1\) occurs 2 times/],
      ['a key that is the same number twice', ['a,1,1', 'a,01,2'], /\(a, 0?1\) occurs 2 times/],
      ['a key that is empty', ['a,1,1', ',2,1'], /is empty in the row \(null, 2\)/],
    ])('refuses %s', async (_, lines, message) => {
      await deliver(content('z,9,9'), { mode: 'upsert', parameters: parameters('site', 'clicks') });
      const failed = deliver(content(...lines), { mode: 'upsert', parameters: parameters('site', 'clicks'), fence: 2 });
      await expect(failed).rejects.toMatchObject({ code: 'PARAMETER_INVALID', class: 'permanent' });
      await expect(failed).rejects.toThrow(message);
      expect([await rows(), stages()]).toEqual([[['z', '9', '9.000000']], []]);
    });

    it('refuses a table that has a key of the result twice', async () => {
      await deliver(content('a,1,1', 'a,2,1', 'b,3,1', 'b,4,1'), { mode: 'append', name: 'other' });
      const bySite = { mode: 'upsert', parameters: parameters('site') } as const;
      await expect(deliver(content('a,5,1', 'c,1,1'), bySite)).rejects.toMatchObject({
        code: 'DESTINATION_SCHEMA',
        message: expect.stringContaining('several of its rows have one key') as unknown,
      });
      expect([(await rows()).length, stages()]).toEqual([4, []]);
    });
  });

  it.each<[string, RegExp, FaultKind, string, string]>([
    ['a used-up quota', /upload/, { status: 403, reason: 'quotaExceeded' }, 'DESTINATION_FULL', 'transient'],
    [
      'a missing permission',
      /tables/,
      { status: 403, reason: 'accessDenied' },
      'DESTINATION_AUTH_FAILED',
      'authentication',
    ],
    ['too many requests', /queries/, { status: 403, reason: 'rateLimitExceeded' }, 'DESTINATION_BUSY', 'transient'],
    [
      'a request it does not understand',
      /jobs/,
      { status: 400, reason: 'invalid' },
      'DESTINATION_REFUSED',
      'permanent',
    ],
    ['silence', /datasets/, 'hang', 'DESTINATION_UNREACHABLE', 'transient'],
  ])(
    'reports %s, and leaves no stage',
    { tags: ['case:full', 'case:denied', 'case:silent'] },
    async (_, request, kind, code, errorClass) => {
      google.plant({ request, times: 9, kind });
      const limit = kind === 'hang' ? { stallTimeoutMs: 300 } : {};
      await expect(deliver(monday, limit)).rejects.toMatchObject({ code, class: errorClass });
      expect(stages()).toEqual([]);
    },
  );

  it('reports a dataset that does not exist, a table that it may not create, and columns that do not fit', {
    tags: ['case:missing', 'case:refused'],
  }, async () => {
    await expect(deliver(monday, { parameters: { dataset: 'nowhere', table } })).rejects.toMatchObject({
      code: 'DESTINATION_REFUSED',
      message: expect.stringContaining('the dataset nowhere does not exist') as unknown,
    });
    const parameters = { dataset: 'marts', table, create: false };
    await expect(deliver(monday, { parameters })).rejects.toMatchObject({ code: 'DESTINATION_SCHEMA' });
    await bigquery.makeTable('marts', table, [
      { name: 'site', type: 'STRING', mode: 'REPEATED' },
      { name: 'clicks', type: 'INT64' },
    ]);
    await expect(deliver(monday, { parameters })).rejects.toMatchObject({
      code: 'DESTINATION_SCHEMA',
      message: expect.stringContaining('no column revenue, report_date. To add: ALTER TABLE') as unknown,
    });
    const away = google.tokens.key({ token_uri: 'http://127.0.0.1:1/token' });
    await expect(deliver(monday, { key: away })).rejects.toMatchObject({ code: 'DESTINATION_UNREACHABLE' });
  });

  testRefusedParameters(
    [
      [{ dataset: 'marts' }, {}],
      [{ dataset: 'a`b', table: 'x' }, {}],
      [{ dataset: 'marts', table: 'x`; DROP TABLE y' }, {}],
      [{ dataset: 'marts', table: 'x', project: 'a/b' }, {}],
      [{ dataset: 'marts', table: 'x', date_column: 'a`b' }, {}],
      [{ dataset: 'marts', table: 'x' }, { reportDate: null }],
      [{ dataset: 'marts', table: 'x' }, { mode: 'upsert' }],
      [{ dataset: 'marts', table: 'x', key_columns: 'other' }, { mode: 'upsert' }],
      [
        { dataset: 'marts', table: 'x' },
        { columns: [{ name: 'a`b', type: { kind: 'string' }, nullable: true }] },
        'DESTINATION_SCHEMA',
      ],
      [
        { dataset: 'marts', table: 'x' },
        { columns: ['Site', 'site'].map((name) => ({ name, type: { kind: 'string' }, nullable: true })) },
        'DESTINATION_SCHEMA',
      ],
    ],
    { deliver, monday, asked: () => google.asked() },
  );
});
