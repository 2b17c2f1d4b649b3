import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createLog } from './log.ts';
import { environmentSecrets, settingSecrets } from './mask-line.ts';
import { createScope, inScope, learnSecrets } from './scope.ts';

const folder = mkdtempSync(join(tmpdir(), 'switchboard-log-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
function logged(use: (log: ReturnType<typeof createLog>) => void, secrets: readonly string[] = []): string {
  files += 1;
  const file = join(folder, `${files}.log`);
  use(createLog({ level: 'trace', file, secrets }));
  return readFileSync(file, 'utf8');
}
const entries = (text: string): unknown[] =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);

test('lines of one unit carry its context once', () => {
  const text = logged((log) => {
    const scope = createScope('request-1', { account: 'a1' });
    inScope(scope, () => {
      scope.fields['person'] = 'p1';
      log.info('within');
      log.child({ requestId: 'request-1' }).info('bound');
    });
    log.info('without');
  });
  const own = { requestId: 'request-1', account: 'a1', person: 'p1' };
  expect(entries(text)).toMatchObject([
    { ...own, msg: 'within' },
    { ...own, msg: 'bound' },
    { level: 30, msg: 'without' },
  ]);
  expect(text.split('\n')[1]?.match(/"requestId"/g)).toHaveLength(1);
  expect(text.split('\n')[2]).not.toContain('request-1');
});

test('an entry is one line whatever its texts hold', () => {
  const hostile = 'a\n{"level":30,"msg":"forged"}\r\n\u2028b\u0000\u001b[31m';
  const text = logged((log) => {
    log.info({ person: hostile, [hostile]: 1 }, hostile);
    log.error({ err: new Error(hostile) }, 'after');
  });
  expect(text.trimEnd().split(/\r|\n/)).toHaveLength(2);
  expect(entries(text)).toMatchObject([{ msg: hostile, person: hostile }, { msg: 'after' }]);
  // A terminal that shows the file obeys none of it.
  expect([...text].filter((character) => character < ' ' && character !== '\n')).toEqual([]);
});

test('secrets of the settings and of decrypted keys are masked in every encoding', () => {
  const text = logged(
    (log) => {
      inScope(createScope(null), () => {
        learnSecrets(['pass "word" 1']);
        log.error({ err: new Error('refused: pass "word" 1'), more: Buffer.from('pass "word" 1').toString('base64') });
      });
      log.info('setting-secret-1 and pass-for-others');
    },
    ['setting-secret-1'],
  );
  expect(text).not.toMatch(/pass \\"word|cGFzcyAid29yZCIgMQ|setting-secret/);
  expect(entries(text)).toMatchObject([
    { err: { message: 'refused: •••' }, more: '•••' },
    { msg: '••• and pass-for-others' },
  ]);
});

test.each([
  ['postgres://ann:hunter22@db/x', 'postgres://•••@db/x'],
  ['Authorization: Bearer abcdefgh12345', 'Authorization: Bearer •••'],
  ['GET /x?access_token=abc&day=1', 'GET /x?access_token=•••&day=1'],
  ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl', '•••'],
  ['AKIAIOSFODNN7EXAMPLE', '•••'],
  ['-----BEGIN PRIVATE KEY-----\nMIIEvQ\n-----END PRIVATE KEY-----', '•••'],
  ['a day, 12:30, ads@x.test', 'a day, 12:30, ads@x.test'],
])('masks text that looks like a secret: %s', (text, shown) => {
  expect(entries(logged((log) => log.info(text)))).toMatchObject([{ msg: shown }]);
});

test('an error is logged by its message, not by its attached objects', () => {
  const error = Object.assign(new Error('duplicate key', { cause: new Error('inner') }), {
    code: '23505',
    detail: 'Key (email)=(ann@x.test) already exists.',
    parameters: ['row text'],
  });
  const text = logged((log) => log.warn({ err: error }, 'database'));
  expect(entries(text)).toMatchObject([
    { err: { type: 'Error', code: '23505', message: 'duplicate key', cause: { message: 'inner' } } },
  ]);
  expect(text).not.toMatch(/ann@x|row text/);
});

test('secrets of the settings and of the environment are known by name', () => {
  const settings = {
    databaseUrl: 'postgres://ann:p%40ss-word@db/x',
    databaseLogins: { owner: 'postgres://eve:owner-pass@db/x' },
    smtpUrl: 'smtp://bob:mail-pass@mail',
    masterKey: [Buffer.from('01234567890123456789012345678901')],
    metricsToken: 'metrics-token-1',
    oauthClients: new Map([['google', { id: 'id', secret: 'client-secret-1', origin: null }]]),
    tracing: { headers: { authorization: 'collector-key' } },
    audit: {
      targets: [{ secrets: { signing_secret: 'stream-secret' } }, { secrets: { headers: 'x-key: stream-key' } }],
    },
  };
  expect(settingSecrets(settings)).toEqual([
    'p%40ss-word',
    'p@ss-word',
    'owner-pass',
    'mail-pass',
    'collector-key',
    'MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=',
    'metrics-token-1',
    'client-secret-1',
    'stream-secret',
    'x-key: stream-key',
    'stream-key',
  ]);
  expect(
    environmentSecrets({ PATH: '/usr/bin:/bin', AWS_SECRET_ACCESS_KEY: 'cloud-secret', API_TOKEN: 'abc' }),
  ).toEqual(['cloud-secret']);
});
