import type { Parameters } from '@switchboard/model/plan';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { KeyProperties } from '../../spec.ts';
import { buildContext, impatientContext } from '../../testing/context.ts';
import type { FaultKind } from '../../testing/faults.ts';
import { type GoogleStandIn, startGoogleStandIn } from '../../testing/google/stand-in.ts';
import { serveHttp } from '../../testing/http-server.ts';
import { type Asked, readSource } from '../../testing/read-source.ts';
import { ASKED_ADDRESS, standInContext } from '../../testing/stand-in.ts';
import { source } from './source.ts';
import { createSheetsApi } from './testing/sheets.ts';

const ID = '1aBcDeFgHiJkLmNoPq_RsTuV';
const api = createSheetsApi(ID);
let google: GoogleStandIn;
beforeAll(async () => {
  google = await startGoogleStandIn(api);
  api.sheets.set('Orders', [
    ['Orders of March'],
    ['id', '', ' note ', 'paid', 'price'],
    [
      { value: 1, shown: '1' },
      'left out',
      'a,"b"',
      { value: true, shown: 'TRUE' },
      { value: 1234.5, shown: '$1,234.50' },
    ],
    [],
    [{ value: 2, shown: '2' }, '', '', '', ''],
  ]);
  api.sheets.set('2026-03-04', [['id'], ['4']]);
  api.sheets.set('Empty', []);
});
afterAll(() => google.close());
beforeEach(() => google.plant());

/** Name, address and text of each file. */
const read = (parameters: Parameters, asked: Asked = {}, context = buildContext()): Promise<readonly string[]> =>
  readSource(
    source,
    { name: 'orders', parameters, key: google.tokens.key(), reportDate: '2026-03-04', ...asked },
    context,
  );
const ORDERS = { spreadsheet: ID, range: 'Orders!A1:E', header_row: 2 };

describe('google_sheets source', () => {
  it('reads the rows below the header, without unnamed columns and empty rows', async () => {
    expect(await read(ORDERS)).toEqual([
      'orders-2026-03-04.csv',
      `https://docs.google.com/spreadsheets/d/${ID}`,
      'id,note,paid,price\n1,"a,""b""",true,1234.5\n2,,,\n',
    ]);
    const [, , shown] = await read({ ...ORDERS, values: 'formatted' });
    expect(shown).toContain('1,"a,""b""",TRUE,"$1,234.50"\n');
  });

  it('finds a spreadsheet by its address, and a sheet by the report date', async () => {
    const spreadsheet = `https://docs.google.com/spreadsheets/d/${ID}/edit#gid=0`;
    expect((await read({ spreadsheet, range: '{YYYY-MM-DD}' }))[2]).toBe('id\n4\n');
  });

  it.each<[string, Parameters, string]>([
    ['a spreadsheet that does not exist', { ...ORDERS, spreadsheet: 'x'.repeat(20) }, 'SOURCE_NOT_FOUND'],
    ['a sheet that does not exist', { ...ORDERS, range: 'Nothing' }, 'SOURCE_BAD_REQUEST'],
    ['a range without a header', { ...ORDERS, range: 'Empty' }, 'SOURCE_BAD_REQUEST'],
    ['no spreadsheet', { range: 'Orders' }, 'PARAMETER_INVALID'],
    ['an address of another site', { ...ORDERS, spreadsheet: 'https://evil.example/d/x' }, 'PARAMETER_INVALID'],
    ['a step in the id', { ...ORDERS, spreadsheet: '../../../../v1/secret' }, 'PARAMETER_INVALID'],
    ['values of another kind', { ...ORDERS, values: 'raw' }, 'PARAMETER_INVALID'],
  ])('reports %s', { tags: 'case:missing' }, async (_, parameters, code) => {
    await expect(read(parameters)).rejects.toMatchObject({ code });
  });

  it.each<[string, FaultKind, string]>([
    ['a missing permission', { status: 403, reason: 'PERMISSION_DENIED' }, 'SOURCE_AUTH_FAILED'],
    ['too many requests', { status: 429, reason: 'RESOURCE_EXHAUSTED' }, 'SOURCE_RATE_LIMITED'],
    ['silence', 'hang', 'SOURCE_TIMEOUT'],
    ['a cut connection', 'cut-after', 'SOURCE_UNREACHABLE'],
  ])('reports %s', { tags: ['case:denied', 'case:silent', 'case:cut'] }, async (_, kind, code) => {
    google.plant({ request: /spreadsheets/, times: 9, kind });
    const context = kind === 'hang' ? impatientContext() : buildContext();
    await expect(read(ORDERS, {}, context)).rejects.toMatchObject({ code });
  });
});

it('reports a rejected service account, and a host that is away', {
  tags: ['case:wrong-key', 'case:refused'],
}, async () => {
  const rejected = google.tokens.key({ client_email: 'unknown@acme.example' });
  await expect(read(ORDERS, { key: rejected })).rejects.toMatchObject({ code: 'SOURCE_AUTH_FAILED' });
  const away = google.tokens.key({ token_uri: 'http://127.0.0.1:1/token' });
  await expect(read(ORDERS, { key: away })).rejects.toMatchObject({ code: 'SOURCE_UNREACHABLE' });
});

describe('an account that was connected by OAuth', () => {
  /** Accepts one token, and shows where the request was meant for. */
  const serve = (accepted: string) => {
    const asked: string[] = [];
    const origin = serveHttp((request, response) => {
      asked.push(String(request.headers[ASKED_ADDRESS]));
      const isAccepted = request.headers.authorization === `Bearer ${accepted}`;
      response.statusCode = isAccepted ? 200 : 401;
      response.end(JSON.stringify(isAccepted ? { values: [['id'], ['1']] } : { error: { status: 'UNAUTHENTICATED' } }));
    });
    return { origin, asked };
  };
  const connected = (tokens: string[]): KeyProperties => ({
    name: 'sheets',
    type: 'google_sheets',
    properties: {},
    access: {
      current: async () => tokens[0] ?? '',
      renew: async () => tokens.length > 1 && tokens.shift() !== undefined,
    },
  });

  it('reads with its token, and renews one that is rejected', async () => {
    const { origin, asked } = serve('second');
    const address = await origin;
    const context = standInContext(() => address);
    const parameters = { ...ORDERS, header_row: 1 };
    expect((await read(parameters, { key: connected(['first', 'second']) }, context))[2]).toBe('id\n1\n');
    expect(asked).toHaveLength(2);
    expect(asked[0]).toMatch(/^https:\/\/sheets\.googleapis\.com\/v4\/spreadsheets\//);
  });

  it('an account that was connected by OAuth is a rejected key when no token is accepted', async () => {
    const { origin } = serve('another');
    const address = await origin;
    const context = standInContext(() => address);
    await expect(read(ORDERS, { key: connected(['first']) }, context)).rejects.toMatchObject({
      code: 'SOURCE_AUTH_FAILED',
    });
  });

  it('an account that was connected by OAuth is not used for another API, nor is a key of another form', async () => {
    const key = { ...connected(['first']), type: 'google_analytics' };
    await expect(read(ORDERS, { key })).rejects.toMatchObject({ code: 'KEY_FOR_OTHER_HOST' });
    await expect(read(ORDERS, { key: { ...key, type: 'sftp' } })).rejects.toMatchObject({ code: 'KEY_NOT_SUPPORTED' });
  });
});
