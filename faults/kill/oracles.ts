import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { createLocalStore } from '@switchboard/engine';
import { scratchFiles } from '../scratch-files.ts';
import { type Account, rows, WAREHOUSE } from './account.ts';
import { FILE_SERVERS, type FileServers } from './file-servers.ts';
import { type ProgramSettings, until } from './program.ts';
import { rowsOf } from './source.ts';

/** Figures of an account after its work was done; they add up over accounts. */
export type Figures = Readonly<
  Record<
    // `equal`: tables and files, by report date, that hold exactly what they should; of all those `compared`.
    // `terminal`: events that end a unit in failure.
    'generated' | 'good' | 'dirty' | 'equal' | 'compared' | 'stuck' | 'doubled' | 'failed' | 'terminal' | 'suspensions',
    number
  >
>;

/** Findings about an account after its work was done. */
export type Findings = Figures & {
  /** Uploads whose events say that an earlier attempt had delivered them. */
  readonly already: readonly string[];
  /** Broken promises, in words. */
  readonly problems: readonly string[];
  /** Texts of retries, as often as they were reported. */
  readonly retries: readonly string[];
};

/** Content of a destination and its writers: by table and date the transaction, by file its inode. */
export type Held = ReadonlyMap<string, string>;

const days = async (settings: ProgramSettings, account: Account): Promise<string[]> =>
  (
    await rows<{ day: string }>(
      settings,
      `select distinct report_date::text as day from download where account_id = $1 and source = 'ads'
       and purpose = 'production' order by 1`,
      [account.id],
    )
  ).map(({ day }) => day);

/** The current content of the account's destinations. */
export async function heldOf(settings: ProgramSettings, account: Account, servers: FileServers): Promise<Held> {
  const held = new Map<string, string>();
  const ledger = await rows<{ upload: string; report_date: string; writer: string }>(
    settings,
    `select upload, report_date, xmin::text as writer from ${account.urlName}._switchboard_loads where purpose = 'production'`,
    [],
    WAREHOUSE,
  ).catch(() => []);
  for (const row of ledger) held.set(`${row.upload} ${row.report_date}`, row.writer);
  for (const path of filesOf(settings, account, servers)) held.set(path, String(statSync(path).ino));
  return held;
}

/** Uploads whose result is at its destination while their status does not say so, of an account that delivers each once. */
export async function unreportedOf(
  settings: ProgramSettings,
  account: Account,
  servers: FileServers,
  held: Held,
): Promise<string[]> {
  const open = await rows<{ id: string; name: string; day: string }>(
    settings,
    `select upload.id, upload.name, flow.report_date::text as day from upload join flow on flow.id = upload.flow_id
     where upload.account_id = $1 and upload.purpose = 'production' and upload.status <> 'completed'`,
    [account.id],
  );
  const fileOf = (name: string, day: string): string => join(folderOf(settings, account, servers, name), `${day}.csv`);
  return open.flatMap(({ id, name, day }) => (held.has(`${name} ${day}`) || held.has(fileOf(name, day)) ? [id] : []));
}

const exportsOf = ({ folder }: ProgramSettings, account: Account): string => join(folder, 'exports', account.id);

const isFileServer = (name: string): name is (typeof FILE_SERVERS)[number] =>
  (FILE_SERVERS as readonly string[]).includes(name);

/** Where the files of an upload are: in the program's own folder, or at the server of its name. */
const folderOf = (settings: ProgramSettings, account: Account, servers: FileServers, upload: string): string =>
  isFileServer(upload) ? join(servers[upload].folder, account.urlName) : join(exportsOf(settings, account), upload);

/** Every folder that the account uploads files into, and all below. */
const foldersOf = (settings: ProgramSettings, account: Account, servers: FileServers): string[] =>
  [exportsOf(settings, account), ...FILE_SERVERS.map((name) => folderOf(settings, account, servers, name))].filter(
    (folder) => existsSync(folder),
  );

const filesOf = (settings: ProgramSettings, account: Account, servers: FileServers): string[] =>
  foldersOf(settings, account, servers).flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.csv'))
      .map((entry) => join(entry.parentPath, entry.name)),
  );

type Judged = { readonly compared: number; readonly problems: readonly string[] };

/** Compares every row of the warehouse's table, of each file, and of the kept rows, with what the source generated. */
async function judgeDestinations(
  settings: ProgramSettings,
  account: Account,
  servers: FileServers,
  dates: readonly string[],
): Promise<Judged> {
  const problems: string[] = [];
  let compared = 0;
  const judge = (name: string, found: readonly string[], expected: readonly string[]): void => {
    compared += 1;
    if (found.toSorted().join('\n') === expected.toSorted().join('\n')) return;
    problems.push(`${name}: ${found.length} rows that are not the ${expected.length} expected`);
  };
  const table = await rows<{ day: string; line: string }>(
    settings,
    `select day::text as day, concat_ws(',', day, id, site, clicks) as line from ${account.urlName}.daily`,
    [],
    WAREHOUSE,
  );
  for (const day of dates) {
    const good = rowsOf(day).filter((row) => !row.dirty);
    judge(
      `daily ${day}`,
      table.filter((row) => row.day === day).map((row) => row.line),
      good.map(({ id, site, clicks }) => `${day},${id},${site},${clicks}`),
    );
    const sums = new Map<string, number>();
    for (const { site, clicks } of good) sums.set(site, (sums.get(site) ?? 0) + clicks);
    for (const upload of ['sites', ...FILE_SERVERS]) {
      const path = join(folderOf(settings, account, servers, upload), `${day}.csv`);
      const lines = existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n').slice(1) : [];
      judge(
        `${upload} ${day}`,
        lines,
        [...sums].map(([site, clicks]) => `${day},${site},${clicks}`),
      );
    }
  }
  if (table.some((row) => !dates.includes(row.day))) problems.push('daily: rows of a date that was not requested');
  judge('kept rows', await keptRows(settings, account), expectedKept(dates));
  return { compared, problems };
}

async function keptRows(settings: ProgramSettings, account: Account): Promise<string[]> {
  const [state] = await rows<{ state_key: string }>(
    settings,
    `select state_key from table_state where account_id = $1 and table_name = 'kept'`,
    [account.id],
  );
  if (!state) return [];
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const [key = ''] = state.state_key.split(';');
  const path = join(settings.folder, 'files', ...key.split('/')).replaceAll("'", "''");
  const read = await connection.runAndReadAll(
    `select concat_ws(',', day, id, site, clicks) as line from read_parquet('${path}')`,
  );
  connection.closeSync();
  return read.getRows().map(([line]) => String(line));
}

/** The good rows of each date: a number may occur on several, and all are kept, since any of the dates can be loaded again. */
function expectedKept(dates: readonly string[]): string[] {
  return dates.flatMap((day) =>
    rowsOf(day).flatMap(({ id, site, clicks, dirty }) => (dirty ? [] : [`${day},${id},${site},${clicks}`])),
  );
}

type SeenEvent = {
  readonly message: string;
  readonly code: string | null;
  readonly severity: string;
  readonly will_retry: boolean | null;
  readonly unit: string | null;
};

/** Patterns that must never occur in a text for people. */
const UNFIT = /\n\s*at |node:internal|\.ts:\d+|\bundefined\b|\[object |\{\w+\}|canary/;

/** Examines everything that an account's work has left. It must be over. */
export async function examine(settings: ProgramSettings, account: Account, servers: FileServers): Promise<Findings> {
  const [counts] = await rows<Record<'records' | 'dirty' | 'stuck' | 'doubled', string>>(
    settings,
    `select
      (select coalesce(sum(row_count), 0) from download where account_id = $1 and purpose = 'production') as records,
      (select coalesce(sum(dirty_row_count), 0) from download where account_id = $1 and purpose = 'production') as dirty,
      (select count(*) from unit where account_id = $1 and state <> 'done') as stuck,
      (select count(*) from (
        select 1 from download where account_id = $1 group by source, report_date, purpose, trigger having count(*) > 1
        union all select 1 from flow where account_id = $1 group by report_date, purpose, backfill_id, proof_id having count(*) > 1
        union all select 1 from upload where account_id = $1 group by flow_id, name having count(*) > 1
        union all select 1 from event where account_id = $1 and upload_id is not null
          and (message like '%: uploaded %' or message like '%: the test result %') group by upload_id having count(*) > 1
      ) twice) as doubled`,
    [account.id],
  );
  const events = await rows<SeenEvent>(
    settings,
    `select message, code, severity, will_retry, coalesce(upload_id, flow_id, download_id) as unit from event where account_id = $1`,
    [account.id],
  );
  const failed = await rows<{ id: string }>(
    settings,
    `select id from download where account_id = $1 and status = 'failed' union all
     select id from flow where account_id = $1 and status in ('FATAL', 'ERROR') union all
     select id from upload where account_id = $1 and status = 'failed'`,
    [account.id],
  );
  const refused = account.work === 'refusals';
  const dates = await days(settings, account);
  const generated = refused ? 0 : dates.flatMap(rowsOf).length;
  const records = Number(counts?.records);
  const dirty = Number(counts?.dirty);
  const judged = refused ? { compared: 0, problems: [] } : await judgeDestinations(settings, account, servers, dates);
  const terminal = events.filter(({ will_retry, code }) => will_retry === false && code !== 'DECLARATION_SUSPENDED');
  const problems = [
    ...judged.problems,
    ...(records === generated ? [] : [`${records} records of ${generated} generated`]),
    ...(dirty === dates.flatMap(rowsOf).filter((row) => row.dirty).length ? [] : [`${dirty} dirty rows`]),
    ...failed.flatMap(({ id }) => {
      const own = terminal.filter(({ unit }) => unit === id);
      return own.length === 1 ? [] : [`${own.length} terminal events of a unit that failed`];
    }),
    ...terminal
      .filter(({ code }) => !refused || code !== 'SOURCE_NOT_FOUND')
      .map(({ message }) => `failed permanently: ${message}`),
    ...events.filter(({ message }) => UNFIT.test(message)).map(({ message }) => `not fit to be shown: ${message}`),
    ...(await leftovers(settings, account, servers)),
  ];
  return {
    generated,
    good: records - dirty,
    dirty,
    equal: judged.compared - judged.problems.length,
    compared: judged.compared,
    stuck: Number(counts?.stuck),
    doubled: Number(counts?.doubled),
    failed: failed.length,
    terminal: terminal.length,
    suspensions: events.filter(({ code }) => code === 'DECLARATION_SUSPENDED').length,
    already: events.flatMap(({ message, unit }) =>
      message.includes('delivered already by an earlier attempt') ? [unit ?? ''] : [],
    ),
    problems,
    retries: events.filter(({ will_retry }) => will_retry === true).map(({ message }) => message),
  };
}

/** O5: temporary files of attempts that are left after the sweep of the store that runs a day later. */
async function leftovers(settings: ProgramSettings, account: Account, servers: FileServers): Promise<string[]> {
  const { folder } = settings;
  await createLocalStore(join(folder, 'files')).sweep(24 * 3_600_000, Date.now() + 25 * 3_600_000);
  const parts = foldersOf(settings, account, servers).flatMap((base) =>
    readdirSync(base, { recursive: true, encoding: 'utf8' }),
  );
  const list = (path: string): string[] => (existsSync(path) ? readdirSync(path) : []);
  const left = (): string[] => [
    ...scratchFiles(folder),
    ...list(join(folder, 'files', 'tmp')),
    ...parts.filter((path) => /\.(?:part|lock)$/.test(path)),
  ];
  // The last attempt may still be taking its folder away.
  return until('the scratch folder', 10_000, async () => (left().length === 0 ? [] : null)).catch(() =>
    left().map((path) => `left behind: ${path}`),
  );
}
