import { randomBytes } from 'node:crypto';
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addKey } from '@switchboard/server/add-key';
import { createDraft } from '@switchboard/server/changelists';
import { connect } from '@switchboard/server/connect';
import { type Database, openDatabase } from '@switchboard/server/database';
import { loadOwnMasterKey } from '@switchboard/server/master-key';
import { publishScript } from '@switchboard/server/publish';
import { createVault } from '@switchboard/server/vault';
import { sql } from 'kysely';
import { FILE_SERVERS, type FileServers } from './file-servers.ts';
import type { Work } from './points.ts';
import { databaseUrl, type ProgramSettings } from './program.ts';
import { reportOf } from './source.ts';

/** Servers behind the accounts' keys and addresses. */
export type Surroundings = { readonly sourceUrl: string; readonly servers: FileServers };

export type Account = Awaited<ReturnType<typeof createAccount>>;

export const WAREHOUSE = 'warehouse';
/** Report dates of an account, and of each source of one whose requests are refused. */
const DAYS = 5;
const REFUSED_DAYS = 3;
export const REFUSED_SOURCES = 8;
const DAY = 86_400_000;

const COLUMNS = `using { day: date; id: integer not null; site: string not null; clicks: integer not null; };`;
const TIMES = `timezone: "UTC"; hour_of_day: 0; lookback_days: ${DAYS};`;

/** Tables and uploads behind a download named `ads`: to a table, to files here and at servers, and one that keeps its rows from run to run. */
const uploadsOf = (schema: string): string => `
  table daily is select day, id, site, clicks from ads where clicks >= 0;
  table sites is select day, site, sum(clicks) as clicks from ads;
  table kept is upsert ads by id order by day desc;
  upload daily to { type: "postgres"; key: "warehouse"; schema: "${schema}"; table: "daily"; mode: "replace_date"; };
  upload sites to { type: "file"; path: "sites/{YYYY-MM-DD}.csv"; format: "csv"; };
  upload kept to { type: "file"; path: "kept/{YYYY-MM-DD}.csv"; format: "csv"; };
  ${FILE_SERVERS.map((type) => `upload sites as ${type} to { type: "${type}"; key: "${type}"; path: "${schema}/{YYYY-MM-DD}.csv"; };`).join('\n  ')}`;

function scriptOf(work: Work, schema: string, sourceUrl: string): string {
  if (work === 'refusals')
    return Array.from(
      { length: REFUSED_SOURCES },
      (_, index) => `
        download gone${index} from { type: "http"; url: "${sourceUrl}/gone/{YYYY-MM-DD}"; format: "csv"; timezone: "UTC";
          hour_of_day: 0; lookback_days: ${REFUSED_DAYS}; } ${COLUMNS}
        upload gone${index} to { type: "file"; path: "gone${index}/{YYYY-MM-DD}.csv"; };`,
    ).join('');
  const from =
    work === 'files'
      ? `{ type: "file"; path: "in"; pattern: "*.csv"; datetime_pattern: "YYYYMMDD"; format: "csv"; ${TIMES} }`
      : `{ type: "http"; url: "${sourceUrl}/ads/{YYYY-MM-DD}.csv.gz"; format: "csv"; ${TIMES} }`;
  return `download ads from ${from} ${COLUMNS} ${uploadsOf(schema)}`;
}

/** Opens the program's database for a moment; it may be stopped and started again in between. */
export async function withDatabase<T>(settings: ProgramSettings, use: (database: Database) => Promise<T>): Promise<T> {
  const database = openDatabase({ url: databaseUrl(settings), connections: 2, onError: () => {} });
  try {
    return await use(database);
  } finally {
    await database.close();
  }
}

/** Rows of a query of the program's database, or of its warehouse, seen by a superuser. */
export async function rows<T extends object>(
  settings: ProgramSettings,
  text: string,
  values: readonly unknown[] = [],
  name?: string,
): Promise<T[]> {
  const client = await connect(databaseUrl(settings, name));
  try {
    return (await client.query<T>(text, [...values])).rows;
  } finally {
    await client.end();
  }
}

/**
 * A new account with its key to the warehouse and its running script, and for test runs a draft; its work begins with the
 * program's next probe.
 */
export async function createAccount(settings: ProgramSettings, work: Work, { sourceUrl, servers }: Surroundings) {
  const urlName = `a${randomBytes(5).toString('hex')}`;
  const password = `canary-${randomBytes(12).toString('hex')}`;
  const { port } = new URL(databaseUrl(settings));
  await rows(settings, `create role ${urlName} login password '${password}'`);
  await rows(settings, `grant connect, create on database ${WAREHOUSE} to ${urlName}`);
  const text = scriptOf(work, urlName, sourceUrl);
  return withDatabase(settings, async (database) => {
    const id = await database.withSystem(async (tx) => {
      const made = await sql<{ id: string }>`
        insert into account (url_name, name) values (${urlName}, ${urlName}) returning id
      `.execute(tx);
      return made.rows[0]?.id ?? '';
    });
    if (work === 'files') writeFiles(settings, id);
    const draftId = await database.withAccount(id, async (tx) => {
      const vault = createVault(loadOwnMasterKey(settings.folder));
      for (const type of FILE_SERVERS) {
        const { password, ...properties } = servers[type].key.properties;
        await addKey(tx, vault, id, { name: type, type, properties, secrets: { password: String(password) } });
      }
      await addKey(tx, vault, id, {
        name: 'warehouse',
        type: 'sql',
        properties: { dialect: 'postgresql', host: '127.0.0.1', port: Number(port), user: urlName, db_name: WAREHOUSE },
        secrets: { password },
      });
      const files = [{ path: 'a.sbs', text }];
      const input = { accountId: id, description: work, files, personId: null, now: Date.now() };
      const published = await publishScript(tx, input);
      if (published.kind === 'errors') throw new Error(JSON.stringify(published.messages));
      if (work !== 'test') return null;
      const draft = await createDraft(tx, { accountId: id, description: 'Draft', files, personId: null });
      return draft.changelistId;
    });
    return { id, urlName, work, draftId };
  });
}

/** Reports that have lain there for long, for every date that is probed. */
function writeFiles(settings: ProgramSettings, accountId: string): void {
  const folder = join(settings.folder, 'imports', accountId, 'in');
  mkdirSync(folder, { recursive: true });
  for (let back = 0; back <= DAYS + 1; back += 1) {
    const day = new Date(Date.now() - back * DAY).toISOString().slice(0, 10);
    const path = join(folder, `ads-${day.replaceAll('-', '')}.csv`);
    writeFileSync(path, reportOf(day));
    utimesSync(path, Date.now() / 1000, (Date.now() - DAY) / 1000);
  }
}
