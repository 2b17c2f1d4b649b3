import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { BuiltAccount } from '../../testing/build-account.ts';
import { queryAsSuperuser } from '../../testing/database.ts';
import { addDownload, addEvent, addFlow, addInput, addPart, addUnitOf, addUpload } from '../../testing/fill-account.ts';
import { useAccount } from '../../testing/hooks/use-account.ts';
import { useClient, useGraphqlServer } from '../../testing/hooks/use-server.ts';
import { connect } from '../db/connect.ts';

type Ids = { download: string; part: string; flow: string; upload: string; event: string };

let ids: Ids;
const CANARY = `canary${randomUUID().replaceAll('-', '')}`;
const NEVER: Ids = { download: '', part: '', flow: '', upload: '', event: '' };

const server = useGraphqlServer();
const mine = useAccount(server);
const theirs = useAccount(server);
const me = useClient(server, mine, ['developer']);
const owner = useClient(server, theirs, ['viewer']);

beforeAll(async () => {
  await fill(mine, 'mine');
  ids = await fill(theirs, CANARY);
  for (const kind of Object.keys(NEVER) as (keyof Ids)[]) NEVER[kind] = randomUUID();
});

/** One row of each kind, with the word in every text. */
async function fill(account: BuiltAccount, word: string): Promise<Ids> {
  const { database } = server;
  const texts = { project: `${word}-project`, message: `${word}-message` };
  const download = await addDownload(database, account, {
    ...texts,
    source: `${word}-source`,
    description: `${word}-description`,
    status: 'failed',
    handle: { filename: `${word}-file` },
  });
  const part = await addPart(database, account, download, {
    name: `${word}-table`,
    project: `${word}-project`,
    dirty_key: `${word}-key`,
    new_dirty_key: `${word}-key`,
    sample_key: `${word}-key`,
  });
  const flow = await addFlow(database, account, { message: `${word}-message` });
  const upload = await addUpload(database, account, flow, {
    ...texts,
    name: `${word}-upload`,
    destination: `file · ${word}`,
    status: 'failed',
    result_key: `${word}-key`,
  });
  for (const id of [download, upload])
    await addUnitOf(database, account, id, { kind: id === upload ? 'upload' : 'download' });
  await addInput(database, account, 'flow', flow, part, download);
  await addInput(database, account, 'upload', upload, part, download);
  const event = await addEvent(database, account, {
    ...texts,
    download_id: download,
    flow_id: flow,
    upload_id: upload,
    download_declaration: `${word}-source`,
    upload_declaration: `${word}-upload`,
    comment: `${word}-comment`,
  });
  return { download, part, flow, upload, event };
}

const DOWNLOAD = `id name project description message handle { filename handle } source_tables { name } parts { id name } uploads_hint`;
const UPLOAD = `id name project destination message inputs { ${DOWNLOAD} }`;
const FLOW = `id launched_by { name email } inputs { source_table { name } download_part { name } download { ${DOWNLOAD} } } outputs { ${UPLOAD} } changelist { description }`;
const NODES = { downloads: `nodes { ${DOWNLOAD} }`, uploads: `nodes { ${UPLOAD} }` };

/** Every field and argument that selects rows by id, name or search. */
const QUESTIONS: readonly [string, (of: Ids, word: string) => string][] = [
  ['download', (of) => `{ download(id: "${of.download}") { ${DOWNLOAD} } }`],
  ['upload', (of) => `{ upload(id: "${of.upload}") { ${UPLOAD} } }`],
  ['flow', (of) => `{ flow(id: "${of.flow}") { ${FLOW} } }`],
  ['flow_downloads', (of) => `{ flow_downloads(id: "${of.flow}") { ${NODES.downloads} } }`],
  ['downloads by upload', (of) => `{ downloads(upload_id: "${of.upload}") { ${NODES.downloads} } }`],
  ['downloads by import', (_, word) => `{ downloads(import_name: "${word}-source") { ${NODES.downloads} } }`],
  [
    'downloads by names',
    (_, word) => `{ downloads(names: ["${word}-source", "${word}-table"]) { ${NODES.downloads} } }`,
  ],
  ['downloads by bundle', (_, word) => `{ downloads(bundleNames: ["${word}-source"]) { ${NODES.downloads} } }`],
  ['downloads by project', (_, word) => `{ downloads(projects: ["${word}-project"]) { ${NODES.downloads} } }`],
  ['downloads by search', (_, word) => `{ downloads(search: "${word}") { ${NODES.downloads} } }`],
  ['downloads by id', (of) => `{ downloads(search: "${of.download}") { ${NODES.downloads} } }`],
  ['uploads by download', (of) => `{ uploads(download_id: "${of.download}") { ${NODES.uploads} } }`],
  ['uploads by part', (of) => `{ uploads(download_part_id: "${of.part}") { ${NODES.uploads} } }`],
  ['uploads by flow', (of) => `{ uploads(flow_id: "${of.flow}") { ${NODES.uploads} } }`],
  ['uploads by name', (_, word) => `{ uploads(names: ["${word}-upload"]) { ${NODES.uploads} } }`],
  ['uploads by project', (_, word) => `{ uploads(projects: ["${word}-project"]) { ${NODES.uploads} } }`],
  ['uploads by destination', (_, word) => `{ uploads(destination: ["file · ${word}"]) { ${NODES.uploads} } }`],
  [
    'uploads by destination and download',
    (of, word) => `{ uploads(destination: ["file · ${word}"], download_id: "${of.download}") { ${NODES.uploads} } }`,
  ],
  ['uploads by search', (_, word) => `{ uploads(search: "${word}") { ${NODES.uploads} } }`],
  ['events by download', (of) => `{ events(download_id: "${of.download}") { nodes { message } } }`],
  ['events by upload', (of) => `{ events(upload_id: "${of.upload}") { nodes { message } } }`],
  ['events by flow', (of) => `{ events(flow_id: "${of.flow}") { nodes { message } } }`],
  [
    'events by name',
    (_, word) => `{ events(downloadName: ["${word}-source"], uploadName: ["${word}-upload"]) { nodes { message } } }`,
  ],
  ['events by project', (_, word) => `{ events(project: ["${word}-project"]) { nodes { message } } }`],
  ['events by search', (_, word) => `{ events(search: "${word}") { nodes { message } } }`],
  ...(['download', 'upload'] as const).flatMap((noun) =>
    ['abandoned', 'queued'].map((status): [string, (of: Ids) => string] => [
      `saving an ${status} ${noun}`,
      (of) =>
        `mutation { save_${noun}(id: "${of[noun]}", status: "${status}") { __typename ... on NotFoundError { message } } }`,
    ]),
  ),
  [
    'aborting a download',
    (of) => `mutation { abort_download(id: "${of.download}") { __typename ... on NotFoundError { message } } }`,
  ],
  [
    'abandoning an upload',
    (of) => `mutation { abandon_upload(id: "${of.upload}") { __typename ... on NotFoundError { message } } }`,
  ],
  [
    'commenting on an event',
    (of) => `mutation { save_event(id: "${of.event}", comment: "x") { __typename ... on NotFoundError { message } } }`,
  ],
];

/** Returns the content of the other account as one string. */
async function contents(): Promise<string> {
  const tables = [
    'download',
    'download_part',
    'flow',
    'upload',
    'event',
    'unit',
    'changelist',
    'upload_input',
    'flow_input',
  ];
  const ofTables = tables.map((table) => `select '${table} ' || t::text as text from ${table} t where account_id = $1`);
  const rows = await queryAsSuperuser<{ text: string }>(
    server.databaseUrl,
    `${ofTables.join(' union all ')} order by 1`,
    [theirs.accountId],
  );
  return rows.map(({ text }) => text).join('\n');
}

describe('what belongs to another account', () => {
  test.each(QUESTIONS)('%s answers as for ids that do not exist, and changes nothing', async (_, question) => {
    const before = await contents();
    const foreign = await me.ask(question(ids, CANARY));
    const never = await me.ask(question(NEVER, `canary${randomUUID().replaceAll('-', '')}`));
    expect(foreign.errors).toEqual([]);
    expect(foreign).toEqual(never);
    expect(JSON.stringify(foreign)).not.toContain(CANARY);
    expect(await contents()).toBe(before);
    expect(server.woken).toEqual([]);
  });

  test.each(QUESTIONS.slice(0, 25))('%s answers its owner', async (_, question) => {
    expect(JSON.stringify(await owner.data(question(ids, CANARY)))).toContain(CANARY);
  });

  test('no list contains any of it', async () => {
    const text = `{ downloads { ${NODES.downloads} } uploads { ${NODES.uploads} } events { nodes { message comment } }
      filter_options { projects download_names bundle_names upload_names destinations } meV2 { accounts { urlName name } } }`;
    const answer = await me.ask(text);
    expect(answer.errors).toEqual([]);
    expect(JSON.stringify(answer.data)).toContain('mine-source');
    expect(JSON.stringify(answer)).not.toContain(CANARY);
    expect(JSON.stringify(answer)).not.toContain(theirs.urlName);
  });

  test.each(['', '/file', 'x'])('invalid ids answer alike: %j', async (id) => {
    const answer = await me.ask(`{ download(id: "${id}") { id } upload(id: "${id}") { id } flow(id: "${id}") { id } }`);
    expect(answer.data).toEqual({ download: null, upload: null, flow: null });
    expect(answer.errors).toEqual([]);
  });

  test.each([
    (of: Ids) => `files/${of.part}_dirtyrows.csv.gz`,
    (of: Ids) => `files/${of.part}_new_dirtyrows.json.gz`,
    (of: Ids) => `files/${of.part}_first_10_rows`,
    (of: Ids) => `uploads/${of.upload}/file`,
  ])('files by %s', async (path) => {
    const get = async (account: string, of: Ids) => {
      const answer = await fetch(`${server.url}/api/${account}/${path(of)}`, {
        headers: { authorization: `Bearer ${me.token}`, 'request-id': 'request-12345' },
      });
      return `${answer.status} ${await answer.text()}`;
    };
    expect(await get(mine.urlName, ids)).toBe(await get(mine.urlName, NEVER));
    expect(await get(mine.urlName, ids)).toMatch(/^404 /);
    expect(await get(theirs.urlName, ids)).toBe(await get('nothing', ids));
    expect(await get(theirs.urlName, ids)).toMatch(/^403 /);
  });
});

describe("SQL of the application's role", () => {
  const tables = [
    'download',
    'download_part',
    'flow',
    'flow_input',
    'upload',
    'upload_input',
    'event',
    'unit',
    'changelist',
    'download_declaration',
  ];

  /** How many rows the role reads when no account is set. */
  async function withoutAccount(text: string): Promise<number | null> {
    const admin = await connect(server.databaseUrl);
    await admin.query('begin; set local role switchboard_app');
    const { rowCount } = await admin.query(text);
    await admin.end();
    return rowCount;
  }

  test.each(tables)('%s shows and changes no row of another account, and none without an account', async (table) => {
    const seen = await mine.rows(sql`select from ${sql.table(table)} where account_id = ${theirs.accountId}`);
    expect(seen).toEqual([]);
    const changed = await mine.inAccount((tx) =>
      sql`delete from ${sql.table(table)} where account_id = ${theirs.accountId}`.execute(tx),
    );
    expect(changed.numAffectedRows).toBe(0n);
    const moved = mine.rows(sql`update ${sql.table(table)} set account_id = ${theirs.accountId}`);
    if (table === 'download_declaration') await moved;
    else await expect(moved).rejects.toThrow(/row-level security|foreign key/);
    expect(await withoutAccount(`select from ${table}`)).toBe(0);
  });

  test('the search functions read the own account only, and other roles may not call them', async () => {
    const pattern = '%canary%';
    const found = await mine.rows(
      sql`select id from search_download(${pattern}, ${pattern}) union all select id from search_upload(${pattern}, ${pattern})
        union all select id from search_event(${pattern}, ${pattern})`,
    );
    expect(found).toEqual([]);
    expect(await theirs.rows(sql`select search_download(${pattern}, ${pattern})`)).toHaveLength(1);
    await expect(
      server.database.withIdentity((tx) => sql`select search_download(${pattern}, ${pattern})`.execute(tx)),
    ).rejects.toThrow('permission denied');
    expect(await withoutAccount(`select search_download('%canary%', '%canary%')`)).toBe(0);
  });
});
