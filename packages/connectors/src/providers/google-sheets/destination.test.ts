import { text } from 'node:stream/consumers';
import type { Fault } from '@switchboard/model/faults';
import type { Column } from '@switchboard/model/schema';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildContext } from '../../testing/context.ts';
import { buildContent } from '../../testing/delivery.ts';
import { testOtherDates, testRefusedParameters } from '../../testing/destination-promises.ts';
import type { FaultKind } from '../../testing/faults.ts';
import { type GoogleStandIn, startGoogleStandIn } from '../../testing/google/stand-in.ts';
import { countAsked, useDeliveries } from '../../testing/use-deliveries.ts';
import { destination } from './destination.ts';
import { source } from './source.ts';
import { createSpreadsheetApi } from './testing/spreadsheet-api.ts';

const ID = '1aBcDeFgHiJkLmNoPq_RsTuV';
const DATE = '2026-03-04';
const spreadsheet = createSpreadsheetApi(ID);
let google: GoogleStandIn;
let places = 0;
let sheet = '';

beforeAll(async () => {
  google = await startGoogleStandIn(spreadsheet);
});
afterAll(async () => {
  await google.close();
});
beforeEach(() => {
  places += 1;
  sheet = `It's ${places}`;
  google.plant();
  Object.assign(spreadsheet.control, { maxCells: 10_000_000, beforeBatch: async () => undefined });
});

const { folder, content, monday, tuesday, deliver } = useDeliveries(destination, () => ({
  parameters: { spreadsheet: ID, sheet },
  key: google.tokens.key(),
  stallTimeoutMs: 500,
}));
/** The cells of the sheet, without empty rows at its end. */
const held = () => spreadsheet.values(sheet)?.filter((row) => row.some((value) => value !== null));
const stages = () => spreadsheet.grids().filter(({ title }) => title.includes('_stage_'));
const isCommit = (requests: readonly object[]): boolean => requests.some((request) => 'copyPaste' in request);
const asked = countAsked(() => google);
const BATCH = /^POST \S+:batchUpdate$/;
const HEADER = ['site', 'clicks', 'revenue', 'report_date'];
const MONDAY = [
  ['a', 1, 2.5, DATE],
  ['b', 2, null, DATE],
];

describe('google_sheets destination', () => {
  it('writes rows into a hidden sheet and puts them in place by one request', async () => {
    const seen: unknown[] = [];
    const fault: Fault = async (point) => {
      if (point === 'before-commit')
        seen.push(
          held(),
          stages().map(({ hidden }) => hidden),
        );
    };
    expect(await deliver(monday, { fault })).toEqual({
      rows: 2,
      bytes: monday.bytes,
      destination: `google_sheets · ${sheet}`,
      alreadyDelivered: false,
    });
    expect(seen).toEqual([undefined, [true]]);
    expect([held(), stages(), asked(BATCH)]).toEqual([[HEADER, ...MONDAY], [], 2]);
    expect(
      spreadsheet
        .grids()
        .filter(({ hidden }) => hidden)
        .map(({ title }) => title),
    ).toContain(`_switchboard_ledger_${spreadsheet.grids().find(({ title }) => title === sheet)?.id ?? 0}`);
  });

  it('never writes a formula, and says in numbers only what a sheet keeps', async () => {
    const columns: readonly Column[] = (
      ['string', 'integer', 'integer', 'decimal', 'float', 'date', 'boolean'] as const
    ).map((kind, index) => ({
      name: `c${index}`,
      type: kind === 'decimal' ? { kind, precision: 38, scale: 4 } : { kind },
      nullable: true,
    }));
    const content = buildContent(folder, 'c0,c1,c2,c3,c4,c5,c6', [
      `=1+1,999999999999999,1000000000000001,1.5000,0.30000000000000004,${DATE},true`,
      `'007,-1,-9223372036854775808,999999999999.9999,nan,0001-01-01,false`,
      '"",0,,0.0000,-1.5e-300,,',
    ]);
    await deliver(content, { columns, mode: 'truncate' });
    expect(held()?.slice(1)).toEqual([
      ['=1+1', 999999999999999, '1000000000000001', 1.5, 0.30000000000000004, DATE, true],
      ["'007", -1, '-9223372036854775808', '999999999999.9999', 'nan', '0001-01-01', false],
      [null, 0, null, 0, -1.5e-300, null, null],
    ]);
    const key = google.tokens.key();
    const range = `'${sheet.replaceAll("'", "''")}'`;
    const request = { name: 'back', parameters: { spreadsheet: ID, range }, key, reportDate: null, state: null };
    const answer = await source.fetch(request, buildContext());
    if (answer.kind !== 'files') throw new Error('expected files');
    const files: string[] = [];
    for await (const { body } of answer.files) files.push(await text(body));
    expect(files).toEqual([
      [
        'c0,c1,c2,c3,c4,c5,c6',
        `=1+1,999999999999999,1000000000000001,1.5,0.30000000000000004,${DATE},true`,
        `'007,-1,-9223372036854775808,999999999999.9999,nan,0001-01-01,false`,
        ',0,,0,-1.5e-300,,',
        '',
      ].join('\n'),
    ]);
  });

  describe('a commit whose answer is lost', () => {
    it.each<[string, FaultKind, number]>([
      ['is applied once', 'cut-after', 1],
      ['is sent again after a 503', { status: 503, reason: 'UNAVAILABLE' }, 2],
      ['is settled by the ledger', 'hang', 1],
    ])('the commit %s', { tags: ['case:cut', 'case:silent'] }, async (_, kind, times) => {
      // The first batchUpdate creates the stage.
      google.plant({ request: BATCH, skip: 1, times, kind });
      if (kind === 'hang') {
        await expect(deliver(monday)).rejects.toMatchObject({ code: 'DESTINATION_UNREACHABLE', class: 'transient' });
        expect([held(), stages()]).toEqual([undefined, []]);
      }
      expect(await deliver(monday, { attempt: 2 })).toMatchObject({ alreadyDelivered: false });
      expect([held(), stages()]).toEqual([[HEADER, ...MONDAY], []]);
    });
  });

  it.each<[string, FaultKind]>([
    ['the request is cut', 'cut-before'],
    ['the answer is lost', 'cut-after'],
    ['it is answered with 500', { status: 500, reason: 'INTERNAL' }],
  ])('stages once when %s', { tags: 'case:cut' }, async (_, kind) => {
    google.plant({ request: BATCH, kind }, { request: /^PUT/, kind });
    await deliver(monday);
    expect([held(), stages()]).toEqual([[HEADER, ...MONDAY], []]);
  });

  it('waits for the quota of the next minute while it stages', async () => {
    const pauses: number[] = [];
    // As often as one request is tried at once.
    google.plant({ request: /^PUT/, times: 4, kind: { status: 429, reason: 'RESOURCE_EXHAUSTED' } });
    await deliver(monday, { pause: async (ms) => void pauses.push(ms) });
    expect([pauses.length, pauses.at(-1), held()]).toEqual([4, 1000, [HEADER, ...MONDAY]]);
  });

  describe('an older attempt whose commit arrives after a newer one', () => {
    const overtake = (newer: () => Promise<unknown>): void => {
      let isOvertaken = false;
      spreadsheet.control.beforeBatch = async (requests) => {
        if (isOvertaken || !isCommit(requests)) return;
        isOvertaken = true;
        await newer();
      };
    };

    it.each(['on a sheet that exists', 'on one that both create'])('an older attempt is refused %s', async (where) => {
      if (where === 'on a sheet that exists') await deliver(monday);
      overtake(() => deliver(tuesday, { fence: 3, unitId: 'u3' }));
      await expect(deliver(monday, { fence: 2 })).rejects.toMatchObject({ code: 'DESTINATION_SUPERSEDED' });
      expect([held(), stages()]).toEqual([[HEADER, ['c', 3, 1, DATE]], []]);
    });

    it('finds its rows again when the other one was of another date', async () => {
      await deliver(monday);
      overtake(() => deliver(tuesday, { reportDate: '2026-03-03', unitId: 'u3' }));
      await deliver(monday, { fence: 2 });
      expect(held()).toEqual([HEADER, ['c', 3, 1, '2026-03-03'], ...MONDAY]);
      const dates = ['2026-03-06', '2026-03-07', '2026-03-08', '2026-03-09'];
      await Promise.all(dates.map((reportDate) => deliver(tuesday, { reportDate, unitId: reportDate })));
      expect(held()).toHaveLength(8);
    });

    it('an older attempt is refused when its requests arrive once more', async () => {
      await deliver(monday);
      const commits: (readonly object[])[] = [];
      spreadsheet.control.beforeBatch = async (requests) => {
        if (isCommit(requests)) commits.push(requests);
      };
      await deliver(tuesday, { fence: 2 });
      await deliver(monday, { fence: 3 });
      spreadsheet.control.beforeBatch = async () => undefined;
      const url = new URL(`${google.origin}/v4/spreadsheets/${ID}:batchUpdate`);
      for (const requests of [...commits]) {
        const body = Buffer.from(JSON.stringify({ requests }));
        expect(await spreadsheet.serve({ method: 'POST', url, headers: {}, body })).toMatchObject({ status: 400 });
      }
      expect([commits.length, held()]).toEqual([2, [HEADER, ...MONDAY]]);
    });
  });

  it('fills a sheet as people have laid it out', async () => {
    // 2026-03-04 is day 46085 of a sheet. People have added two formulas, one of them for rows to come.
    const twice = { formula: '=B2*2' };
    spreadsheet.edit(sheet, [
      ['note', 'revenue', 'twice', 'day', ' site ', 'clicks'],
      ['old', 1, twice, 46085, 'x', 1],
      ['kept', 2, twice, 46086.5, 'y', 2],
      ['old', 3, twice, `${DATE} 10:00:00`, 'z', 3],
      [null, null, null, null, 'Total', 6],
      [null, null, twice, null, null, null],
    ]);
    const address = `https://docs.google.com/spreadsheets/d/${ID}/edit#gid=0`;
    await deliver(monday, { parameters: { spreadsheet: address, sheet, date_column: 'day' } });
    expect(held()).toEqual([
      ['note', 'revenue', 'twice', 'day', ' site ', 'clicks'],
      ['kept', 2, twice, 46086.5, 'y', 2],
      [null, null, null, null, 'Total', 6],
      [null, 2.5, twice, DATE, 'a', 1],
      [null, null, null, DATE, 'b', 2],
    ]);
    await deliver(tuesday, { mode: 'truncate', parameters: { spreadsheet: ID, sheet }, fence: 2 });
    expect(held()?.slice(1)).toEqual([
      ['kept', 1, twice, 46086.5, 'c', 3],
      [null, null, twice, DATE, null, null],
      [null, null, null, DATE, null, null],
    ]);
  });

  it('takes an empty sheet, and makes room for rows and columns', async () => {
    spreadsheet.edit(sheet, [], { rows: 2, columns: 2 });
    await deliver(monday);
    await deliver(tuesday, { reportDate: '2026-03-05' });
    expect(held()).toEqual([HEADER, ...MONDAY, ['c', 3, 1, '2026-03-05']]);
  });

  it('removes what crashed attempts left, at once or after a day', async () => {
    const crash: Fault = async (point) => {
      if (point === 'before-commit')
        google.plant({ request: BATCH, times: 9, kind: { status: 403, reason: 'PERMISSION_DENIED' } });
    };
    await expect(deliver(monday, { fault: crash })).rejects.toMatchObject({ code: 'DESTINATION_AUTH_FAILED' });
    google.plant();
    await expect(deliver(monday, { fault: crash, unitId: 'u2' })).rejects.toMatchObject({
      code: 'DESTINATION_AUTH_FAILED',
    });
    google.plant();
    expect(stages()).toHaveLength(2);
    await deliver(monday, { attempt: 2 });
    expect(stages()).toHaveLength(1);
    await deliver(tuesday, { fence: 2, unitId: 'u3', now: () => Date.UTC(2026, 2, 6, 7) });
    expect(stages()).toEqual([]);
  });
});

describe('google_sheets destination: refusals', () => {
  const nothingShown = (): void => {
    expect([held(), stages()]).toEqual([undefined, []]);
  };

  it.each<[string, RegExp, FaultKind, string, string]>([
    [
      'a spreadsheet that is not shared',
      /^GET/,
      { status: 403, reason: 'PERMISSION_DENIED' },
      'DESTINATION_AUTH_FAILED',
      'authentication',
    ],
    [
      'a right to read only',
      BATCH,
      { status: 403, reason: 'PERMISSION_DENIED' },
      'DESTINATION_AUTH_FAILED',
      'authentication',
    ],
    ['too many requests', /^GET/, { status: 429, reason: 'RESOURCE_EXHAUSTED' }, 'DESTINATION_BUSY', 'transient'],
    ['a server that fails', /^PUT/, { status: 500, reason: 'INTERNAL' }, 'DESTINATION_BUSY', 'transient'],
    [
      'a request it does not understand',
      /^PUT/,
      { status: 400, reason: 'INVALID_ARGUMENT' },
      'DESTINATION_REFUSED',
      'permanent',
    ],
    ['silence', /^GET/, 'hang', 'DESTINATION_UNREACHABLE', 'transient'],
    ['a connection that is cut', /^PUT/, 'cut-before', 'DESTINATION_UNREACHABLE', 'transient'],
  ])(
    'reports %s, and leaves no stage',
    { tags: ['case:denied', 'case:silent', 'case:cut'] },
    async (_, request, kind, code, errorClass) => {
      google.plant({ request, times: 9, kind });
      await expect(deliver(monday)).rejects.toMatchObject({ code, class: errorClass });
      nothingShown();
    },
  );

  it('reports a spreadsheet that does not exist, a sheet that it may not create, and a host that is away', {
    tags: ['case:missing', 'case:refused'],
  }, async () => {
    await expect(deliver(monday, { parameters: { spreadsheet: 'x'.repeat(20), sheet } })).rejects.toMatchObject({
      code: 'DESTINATION_REFUSED',
      message: expect.stringContaining(`the spreadsheet ${'x'.repeat(20)} does not exist`) as unknown,
    });
    await expect(deliver(monday, { parameters: { spreadsheet: ID, sheet, create: false } })).rejects.toMatchObject({
      code: 'DESTINATION_SCHEMA',
    });
    const away = google.tokens.key({ token_uri: 'http://127.0.0.1:1/token' });
    await expect(deliver(monday, { key: away })).rejects.toMatchObject({ code: 'DESTINATION_UNREACHABLE' });
    nothingShown();
  });

  it('reports rows that exceed the limits of a spreadsheet or a cell', { tags: 'case:full' }, async () => {
    spreadsheet.edit('Big', [], { rows: 5_000_000, columns: 2 });
    await expect(deliver(monday)).rejects.toMatchObject({
      code: 'DESTINATION_SCHEMA',
      message: expect.stringMatching(/would have 100\d+ cells .* Google Sheets takes 10000000/) as unknown,
    });
    spreadsheet.remove('Big');
    const long = content('a,1,1', `${'x'.repeat(50_001)},1,1`);
    await expect(deliver(long)).rejects.toMatchObject({
      code: 'DESTINATION_SCHEMA',
      message: expect.stringContaining('column site has 50001 characters in row 2, and a cell takes 50000') as unknown,
    });
    // Somebody else has filled the spreadsheet meanwhile.
    spreadsheet.control.maxCells = 100;
    await expect(deliver(monday)).rejects.toMatchObject({ code: 'DESTINATION_REFUSED' });
    nothingShown();
  });

  it.each<[string, (string | null)[][], string]>([
    ['lacks a column', [['site', 'clicks', 'report_date']], 'does not name revenue'],
    ['names a column twice', [['site', ...HEADER]], 'several columns are named site'],
    ['has rows without names', [[], ['a']], 'its first row holds no names of columns'],
  ])('reports a sheet that %s', async (_, cells, reason) => {
    spreadsheet.edit(sheet, cells);
    await expect(deliver(monday)).rejects.toMatchObject({
      code: 'DESTINATION_SCHEMA',
      message: expect.stringContaining(reason) as unknown,
    });
    expect([spreadsheet.values(sheet), stages()]).toEqual([cells, []]);
  });

  it('reports a date whose rows stand in too many places', async () => {
    const rows = Array.from({ length: 2002 }, (_, row) => ['a', 1, 1, row % 2 === 0 ? DATE : '2026-03-05']);
    spreadsheet.edit(sheet, [HEADER, ...rows], { rows: 3000 });
    await expect(deliver(monday)).rejects.toThrow(/stand in 1001 separate places; sort the sheet by date/);
    expect(held()).toHaveLength(2003);
  });

  testOtherDates({
    deliver,
    folder,
    left: () => [...(held() ?? []), ...stages()],
    rows: () => held()?.slice(1),
  });

  testRefusedParameters(
    [
      [{ spreadsheet: ID }, {}],
      [{ sheet: 'x' }, {}],
      [{ spreadsheet: '../../../../v1/secret', sheet: 'x' }, {}],
      [{ spreadsheet: ID, sheet: '_switchboard_x' }, {}],
      [{ spreadsheet: ID, sheet: 'x'.repeat(101) }, {}],
      [{ spreadsheet: ID, sheet: 'x', date_column: '' }, {}],
      [{ spreadsheet: ID, sheet: 'x' }, { reportDate: null }],
      [{ spreadsheet: ID, sheet: 'x' }, { mode: 'append' }],
      [{ spreadsheet: ID, sheet: 'x' }, { mode: 'upsert' }],
      [
        { spreadsheet: ID, sheet: 'x' },
        { columns: [{ name: ' a', type: { kind: 'string' }, nullable: true }] },
        'DESTINATION_SCHEMA',
      ],
      [
        { spreadsheet: ID, sheet: 'x' },
        { key: { name: 'connected', type: 'google_sheets', properties: {} } },
        'KEY_NOT_SUPPORTED',
      ],
    ],
    { deliver, monday, asked: () => google.asked() },
  );
});
