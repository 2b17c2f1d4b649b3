import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { useFolder } from '@switchboard/model/testing/use-folder';
import { createDatabase } from '@switchboard/server/testing';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand } from '../../../test/run-command.ts';

const folder = useFolder('administration');
const SECRET = 'never-to-be-shown-4711';
let drop: () => Promise<void>;
let own: Client;
let env: Record<string, string>;

beforeAll(async () => {
  const made = await createDatabase();
  drop = made.drop;
  env = { DATABASE_URL: made.url, MASTER_KEY: randomBytes(32).toString('base64'), DATA_DIR: folder };
  own = new Client({ connectionString: made.url });
  await own.connect();
});
afterAll(async () => {
  await own.end();
  await drop();
});

const run = (...args: readonly string[]) => runCommand(args, folder, env);
const addPerson = (email: string, globalRole: string | null) =>
  own.query(
    `with p as (insert into person (email, name) values ($1, $1) returning id)
      insert into global_role (person_id, role) select id, $2::text from p where $2::text is not null`,
    [email, globalRole],
  );
const entries = async (kind: string) =>
  (
    await own.query<{ actor: string; address: string; user_agent: string; person: string }>(
      `select e.actor, e.address, e.user_agent, p.email as person from audit_entry e left join person p on p.id = e.person_id
        where e.kind = $1 order by e.created`,
      [kind],
    )
  ).rows;

test('an installation without an administrator, or with several, says who can act', async () => {
  const none = await run('account', 'list');
  expect(none).toMatchObject({ code: 1, out: '' });
  expect(none.err).toContain('This installation has no administrator yet.');
  await addPerson('admin@example.com', 'cs');
  await addPerson('viewer@example.com', null);
  expect(await run('account', 'list')).toEqual({ code: 0, out: '', err: '' });
  await addPerson('second@example.com', 'tester');
  expect((await run('account', 'list')).err).toContain('Name the one who acts with --as EMAIL.');
  expect(await run('account', 'list', '--as', 'Second@example.com')).toMatchObject({ code: 0 });
  expect((await run('account', 'list', '--as', 'viewer@example.com')).code).toBe(1);
  expect((await run('account', 'list', '--as', 'unknown@example.com')).err).toContain('There is no active person');
  await own.query(`update person set status = 'deactivated' where email = 'second@example.com'`);
});

test('accounts are added, listed, exported, deactivated and erased with the rules of the console', async () => {
  expect(await run('account', 'add', 'acme', '--name', 'Acme Ltd')).toMatchObject({ code: 0, err: '' });
  const refused = [
    [['acme', '--name', 'Other'], 'Another account has the url name acme.'],
    [['Acme', '--name', 'Other'], 'A url name has 1 to 63 lowercase letters'],
    [['admin', '--name', 'Other'], 'is reserved'],
    [['other', '--name', 'acme ltd'], 'Another account is named'],
  ] as const;
  for (const [args, reason] of refused) {
    const answer = await run('account', 'add', ...args);
    expect(answer).toMatchObject({ code: 1, out: '' });
    expect(answer.err).toContain(reason);
  }
  expect(await run('account', 'add', 'other')).toMatchObject({ code: 2 });
  const [entry] = await entries('account_created');
  expect(entry).toMatchObject({ actor: 'person', person: 'admin@example.com', address: 'local' });
  expect(entry?.user_agent).toMatch(/^switchboard account add by \S+@\S+$/);
  expect(JSON.parse((await run('account', 'list', '--json')).out)).toEqual({
    url_name: 'acme',
    name: 'Acme Ltd',
    status: 'active',
    users: 0,
  });

  expect((await run('account', 'retention', 'acme', '--keep', 'raw_files=90', '--keep', 'events=ever')).out).toBe(
    'raw files of downloads: 90 days\nloaded rows of downloads: as the installation\n' +
      'results of uploads: as the installation\nsamples and rejected rows: as the installation\nevents: for ever\n' +
      'runs that newer ones replaced, and tests: as the installation\narchived runs: as the installation\n',
  );
  expect(await run('account', 'retention', 'acme', '--keep', 'raw_files=installation', '--json')).toMatchObject({
    out: '{"events":null}\n',
  });
  for (const keep of ['raw=90', 'raw_files=29', 'units=89', 'raw_files=', 'raw_files=9e9'])
    expect(await run('account', 'retention', 'acme', '--keep', keep)).toMatchObject({ code: 2, out: '' });
  expect(await entries('data_retention_changed')).toHaveLength(2);
});

test('limits of an account are shown and changed, with an entry that has the values before and after', async () => {
  const limits = (...more: readonly string[]) => run('account', 'limits', 'acme', ...more);
  const initial = 'weight: 1\nunits at once: 32 (default)\nunits at once of a key: 4 (default)\n';
  expect(await limits()).toEqual({ code: 0, out: initial, err: '' });
  expect((await limits('--weight', '3', '--running', '16', '--key-running', '2')).out).toBe(
    'weight: 3\nunits at once: 16\nunits at once of a key: 2\n',
  );
  expect(JSON.parse((await limits('--running', 'default', '--json')).out)).toEqual({
    weight: 3,
    running: 32,
    is_default_running: true,
    key_running: 2,
    is_default_key_running: false,
  });
  expect((await limits('--weight', '101')).err).toContain('from 1 to 100, got 101');
  for (const wrong of ['default', '-1', '1.5', ''])
    expect(await limits(`--weight=${wrong}`)).toMatchObject({ code: 2, out: '' });
  expect((await run('account', 'limits', 'unknown')).err).toContain('There is no active account unknown');
  const { rows } = await own.query(
    `select e.before, e.after from audit_entry e join account a on a.id = e.account_id
      where e.kind = 'account_changed' and a.url_name = 'acme' order by e.sequence`,
  );
  expect(rows).toEqual([
    {
      before: { queue_weight: 1, running_limit: null, key_running_limit: null },
      after: { queue_weight: 3, running_limit: 16, key_running_limit: 2 },
    },
    { before: { running_limit: 16 }, after: { running_limit: null } },
  ]);
});

test('people are invited by mail, listed, exported and erased', async () => {
  const invite = (...more: readonly string[]) =>
    run('person', 'invite', 'ada@example.com', '--name', 'Ada', '--account', 'acme', ...more);
  expect((await invite()).err).toContain('at least one role');
  expect((await invite('--role', 'emperor')).code).toBe(1);
  expect(await invite('--role', 'developer')).toMatchObject({ code: 0, err: '' });
  expect((await invite('--role', 'developer')).err).toContain('ada@example.com has been invited');
  const { rows: mails } = await own.query(`select from mail where invitation_id is not null`);
  expect(mails).toHaveLength(1);
  const bad = await run('person', 'invite', 'ada', '--name', 'Ada', '--account', 'acme', '--role', 'viewer');
  expect(bad).toMatchObject({ code: 1, out: '' });

  await own.query(`insert into membership (account_id, person_id, role)
    select a.id, p.id, 'viewer' from account a, person p where p.email = 'viewer@example.com'`);
  expect((await run('person', 'list', '--account', 'acme')).out).toBe(
    'viewer@example.com\tviewer@example.com\tactive\tacme: viewer\n',
  );
  expect((await run('person', 'list')).out).toContain('admin@example.com\tadmin@example.com\tactive\teverywhere: cs\n');
  const data = JSON.parse((await run('person', 'export', 'viewer@example.com')).out) as { person: { email: string } };
  expect(data.person.email).toBe('viewer@example.com');
  expect((await run('person', 'erase', 'viewer@example.com', '--confirm', 'viewer')).code).toBe(1);
  expect(await run('person', 'erase', 'viewer@example.com', '--confirm', 'viewer@example.com')).toMatchObject({
    code: 0,
    out: 'The person is erased.\n',
  });
  expect((await run('person', 'export', 'viewer@example.com')).err).toContain('There is no person');
  expect(await entries('user_erased')).toMatchObject([{ person: 'admin@example.com', address: 'local' }]);
});

test('keys are added from a file or standard input, tried, and never shown', async () => {
  const type = ['--type', 'api_token'];
  const properties = JSON.stringify({ hosts: 'reports.example', api_token: SECRET });
  const add = (input: string, ...args: readonly string[]) =>
    runCommand(['key', 'add', 'acme', ...args], folder, env, input);
  const outputs = [await add(properties, 'reports', ...type)];
  expect(outputs[0]).toMatchObject({ code: 0, err: '' });
  writeFileSync(join(folder, 'key.json'), properties);
  outputs.push(await add('', 'filed', ...type, '--from', 'key.json'));
  expect(outputs.at(-1)?.code).toBe(0);
  outputs.push(await add(properties, 'reports', ...type));
  expect(outputs.at(-1)).toMatchObject({ code: 1, out: '' });
  for (const wrong of [`{"api_token": "${SECRET}"`, `["${SECRET}"]`, `{"api_token": ["${SECRET}"]}`]) {
    outputs.push(await add(wrong, 'wrong', ...type));
    expect(outputs.at(-1)).toMatchObject({ code: 2, out: '' });
  }
  outputs.push(await add('{}', 'empty', ...type));
  expect(outputs.at(-1)?.code).toBe(1);
  outputs.push(await add(properties, 'unknown', '--type', 'no-such-type'));
  expect(outputs.at(-1)?.code).toBe(1);
  outputs.push(await run('key', 'list', 'acme'));
  expect(outputs.at(-1)?.out).toBe('filed\tapi_token\tactive\nreports\tapi_token\tactive\n');
  outputs.push(await run('key', 'check', 'acme', 'reports'));
  expect(outputs.at(-1)).toMatchObject({ code: 0, err: '' });
  expect((await run('key', 'check', 'acme', 'none')).err).toContain('There is no key none.');
  expect((await run('key', 'list', 'globex')).err).toContain('There is no active account globex.');
  for (const { out, err } of outputs) expect(out + err).not.toContain(SECRET);
  expect((await entries('key_created')).map(({ person }) => person)).toEqual([
    'admin@example.com',
    'admin@example.com',
  ]);
});

test('an account is exported, deactivated and erased', async () => {
  const exported = await run('account', 'export', 'acme');
  const kinds = exported.out
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as { kind: string }).kind);
  expect(kinds).toContain('key');
  expect(exported.out).not.toContain(SECRET);
  expect((await run('account', 'export', 'globex')).err).toContain('There is no account globex.');
  expect((await run('account', 'erase', 'acme', '--confirm', 'acme')).err).toContain('There is no deactivated account');
  expect(await run('account', 'deactivate', 'acme')).toMatchObject({ code: 0, err: '' });
  expect((await run('account', 'export', 'acme')).code).toBe(0);
  expect((await run('account', 'erase', 'acme', '--confirm', 'Acme')).err).toContain('The confirmation must be');
  expect(await run('account', 'erase', 'acme', '--confirm', 'acme')).toMatchObject({ code: 0, err: '' });
  expect((await run('account', 'list')).out).toBe('acme\tAcme Ltd\tbeing erased\t0\n');
});
