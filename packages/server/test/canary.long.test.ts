import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { CONNECTORS, type KeyProperties } from '@switchboard/connectors';
import type { KeyField, KeyType } from '@switchboard/model/key-types/key-type';
import { KEY_TYPES } from '@switchboard/model/key-types/key-types';
import { useFolder } from '@switchboard/model/testing/use-folder';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '../src/db/connect.ts';
import { publishScript } from '../src/features/changelists/publish/publish.ts';
import { addKey } from '../src/identity/keys/add-key.ts';
import { createVault } from '../src/identity/vault.ts';
import type { RunningServer } from '../src/main.ts';
import { freePort } from '../testing/free-port.ts';
import { ask } from '../testing/graphql-server.ts';
import { useAccount } from '../testing/hooks/use-account.ts';
import { useDatabase } from '../testing/hooks/use-database.ts';
import { useStarted } from '../testing/hooks/use-started.ts';
import { createHttpBrowser, signInByForm } from '../testing/http-browser.ts';
import { keyToStore } from '../testing/key-to-store.ts';
import { startOtlpReceiver } from '../testing/otlp-receiver.ts';
import { addPerson } from '../testing/people.ts';
import { startSourceServer } from '../testing/source-server.ts';
import { startTracedServer } from '../testing/start-traced-server.ts';

// Works for minutes: a download, and where possible an upload, with a key of every type, each of which fails.
const LIMIT_MS = 600_000;

const CANARY = 'canary91c4b7';
const PEM_LINE = Buffer.from(`${CANARY} in a private key`.repeat(3)).toString('base64');
/** The canary as it is, in base64 at each offset, and the line of a PEM. The name has no letter that URLs write in another way. */
const FORMS = [CANARY, PEM_LINE, ...[0, 1, 2].map(base64At)];

/**
 * Returns the base64 text of the canary behind the given number of other bytes, without the characters that depend on
 * its neighbours.
 */
function base64At(offset: number): string {
  const encoded = Buffer.from('x'.repeat(offset) + CANARY).toString('base64');
  return encoded.slice(offset === 0 ? 0 : offset + 1, Math.floor(((offset + CANARY.length) * 4) / 3) - 1);
}

const used = useDatabase();
const account = useAccount(used);
const folder = useFolder('canary');
const receiver = useStarted(startOtlpReceiver);
const received: string[] = [];
/** A careless provider: it refuses with everything that it was sent. */
const provider = useStarted(() =>
  startSourceServer((request, response) => {
    void text(request).then((body) => {
      if (request.url?.startsWith('/good')) return response.end('id,note\n1,a\n');
      const sent = JSON.stringify([request.url, request.headers, body]);
      received.push(sent);
      return response.writeHead(404, { 'x-echo': encodeURIComponent(sent).slice(0, 2000) }).end(sent);
    });
  }),
);
const closed = useStarted(async () => ({ port: await freePort(), stop: async () => undefined }));

const nameOf = ({ name }: KeyType): string => `k_${name.replaceAll(/\W/g, '_')}`;

function enteredFor(field: KeyField): string | number | boolean {
  if (field.secret === true)
    return field.kind === 'lines'
      ? `-----BEGIN PRIVATE KEY-----\n${PEM_LINE}\n-----END PRIVATE KEY-----\n`
      : `${CANARY}${field.name}`;
  if (field.kind === 'choice') return field.choices[0]?.value ?? '';
  if (field.name === 'port') return closed.port;
  if (field.name === 'endpoint') return `http://127.0.0.1:${closed.port}`;
  return '127.0.0.1';
}

/** Uploads have keys of their own: one that a download had rejected would hold them. */
const uploadKeyOf = (type: KeyType): string => `${nameOf(type)}_of_uploads`;

const keyOf = (type: KeyType, name: string): KeyProperties => ({
  name,
  type: type.name,
  properties: Object.fromEntries(
    type.fields
      .filter(({ secret, required }) => secret === true || required === true)
      .concat(type.fields.filter(({ name }) => name === 'port' || name === 'endpoint'))
      .map((field) => [field.name, enteredFor(field)]),
  ),
});

/** Declaration of the place that each connector with keys reads or writes. */
const PLACES: Readonly<Record<string, string>> = {
  http: 'url: "{provider}/{name}/{YYYY-MM-DD}"; format: "csv";',
  sftp: 'path: "{name}/{YYYY-MM-DD}.csv";',
  ftp: 'path: "{name}/{YYYY-MM-DD}.csv";',
  azure_blob: 'path: "az://container-of-canaries/{name}/{YYYY-MM-DD}.csv";',
  s3: 'path: "s3://bucket-of-canaries/{name}/{YYYY-MM-DD}.csv";',
  postgres: 'table: "{name}";',
  mysql: 'table: "{name}";',
  mssql: 'table: "{name}";',
  redshift: 'table: "{name}";',
  snowflake: 'table: "{name}";',
  clickhouse: 'table: "{name}";',
};
/** Further options of an upload. */
const STAGING: Readonly<Record<string, string>> = { redshift: 'staging: "s3://bucket-of-canaries/loads";' };
const SQL = new Set(['postgres', 'mysql', 'mssql', 'redshift', 'snowflake', 'clickhouse']);
const TIMES = 'timezone: "UTC"; hour_of_day: 0; lookback_days: 1;';

/** One declaration for each type of key and connector that takes it. */
function scriptOf(): string {
  const placeOf = (connector: string, name: string): string | null =>
    PLACES[connector]?.replaceAll('{name}', name).replace('{provider}', provider.url) ?? null;
  const using = 'using { id: integer; note: string; };';
  const declarations = CONNECTORS.flatMap(({ spec, source, destination }) =>
    KEY_TYPES.filter(({ name }) => spec.keyTypes.includes(name)).flatMap((type) => {
      const name = `${spec.name}_${nameOf(type)}`;
      const place = placeOf(spec.name, name);
      if (place === null) return [];
      const form = spec.name === 'http' || SQL.has(spec.name) ? '' : 'format: "csv";';
      const at = (key: string): string => `type: "${spec.name}"; key: "${key}"; ${place}`;
      return [
        ...(source ? [`download ${name} from { ${at(nameOf(type))} ${form} ${TIMES} } ${using}`] : []),
        ...(destination
          ? [`upload good_rows as to_${name} to { ${at(uploadKeyOf(type))} ${STAGING[spec.name] ?? ''} };`]
          : []),
      ];
    }),
  );
  return `download good from { type: "http"; url: "${provider.url}/good/{YYYY-MM-DD}"; format: "csv"; ${TIMES} } ${using}
    table good_rows is select id, note from good;
    ${declarations.join('\n')}`;
}

let server: RunningServer;
let url: string;
let declared = { downloads: 0, uploads: 0 };
beforeAll(async () => {
  const masterKey = randomBytes(32);
  const script = scriptOf();
  declared = {
    downloads: script.match(/^\s*download /gm)?.length ?? 0,
    uploads: script.match(/^\s*upload /gm)?.length ?? 0,
  };
  const messages = await account.inAccount(async (tx) => {
    for (const type of KEY_TYPES)
      for (const name of [nameOf(type), uploadKeyOf(type)])
        await addKey(tx, createVault(masterKey), account.accountId, keyToStore(keyOf(type, name)));
    const files = [{ path: 'canary.sbs', text: script }];
    const input = { accountId: account.accountId, description: 'Test', files, personId: null, now: Date.now() };
    return (await publishScript(tx, input)).messages;
  });
  expect(messages.filter((message) => message.type === 'error')).toEqual([]);
  const collectorUrl = receiver.url;
  ({ server, url } = await startTracedServer({ databaseUrl: used.url, masterKey, folder, collectorUrl }));
}, LIMIT_MS);
afterAll(() => server.stop());

/** Units that have not been tried yet. */
const untried = async (): Promise<number> => {
  const [row] = await account.rows(sql<{ count: number }>`
    select count(*)::int as count from unit u where state <> 'done' and retry_count = 0 and blocked_kind is null`);
  return row?.count ?? -1;
};

/** Every column of every table as text, by table, except what the vault has sealed. */
async function tables(): Promise<ReadonlyMap<string, string>> {
  const client = await connect(used.url);
  try {
    const names = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema')`,
    );
    const texts = new Map<string, string>();
    for (const { name } of names.rows) {
      const { rows } = await client.query<{ text: string }>(
        `select (to_jsonb(t) - array['secrets', 'wrapped_key'])::text as text from ${name} t`,
      );
      texts.set(name, rows.map(({ text: row }) => row).join('\n'));
    }
    return texts;
  } finally {
    await client.end();
  }
}

const files = (): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path, readFileSync(path, 'latin1')]),
  );

test('no secret of a key of any type is anywhere after a full run', {
  tags: 'proof:run-canary',
  timeout: LIMIT_MS,
}, async () => {
  expect(declared.downloads).toBeGreaterThan(KEY_TYPES.length * 0.9);
  expect(declared.uploads).toBeGreaterThan(3);
  const events = async (): Promise<number> =>
    (
      await account.rows(sql<{ count: number }>`
        select count(distinct coalesce(upload_declaration, download_declaration))::int as count from event
        where severity <> 'info' and coalesce(upload_declaration, download_declaration) is not null`)
    )[0]?.count ?? 0;
  await expect
    .poll(events, { timeout: LIMIT_MS - 60_000, interval: 500 })
    .toBe(declared.downloads - 1 + declared.uploads);
  expect(await untried()).toBe(0);

  await addPerson(used.database, {
    email: 'olivia@test.test',
    roles: { [account.accountId]: ['developer', 'operator'] },
  });
  const { access_token: token } = await signInByForm(createHttpBrowser(url), url, 'olivia@test.test');
  const answers: string[] = [];
  for (const question of QUESTIONS) {
    const answer = await ask({ url }, { token, account: account.urlName }, question);
    expect(answer.errors).toEqual([]);
    answers.push(JSON.stringify(answer));
  }
  const sent = received.join('\n');
  expect(sent).toContain(CANARY);
  expect(FORMS.filter((form) => form !== CANARY && sent.includes(form))).not.toEqual([]);

  const places = new Map([
    ['answers', answers.join('\n')],
    ['traces', receiver.bodies.join('\n')],
    ...(await tables()),
    ...files(),
  ]);
  expect(places.get('public.event')?.length).toBeGreaterThan(10_000);
  expect(places.get('traces')).toContain('download attempt');
  expect(places.get(join(folder, 'switchboard.log'))).toContain('unit ended');
  for (const [place, content] of places)
    for (const form of FORMS) expect(content.includes(form), `${form} in ${place}`).toBe(false);
});

const QUESTIONS = [
  '{ credentials(first: 1000) { nodes { name credential_type properties properties_exist } } }',
  '{ downloads(first: 1000) { nodes { name message } } }',
  '{ uploads(first: 1000) { nodes { name message } } }',
  '{ events(first: 1000) { nodes { code message } } }',
];
