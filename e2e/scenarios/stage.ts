import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { OVERLOADED } from '../held-source.ts';
import { createAccount } from '../people/empty-account.ts';
import { queryProduct, readProductDatabase } from '../product-database.ts';
import { ask, makeDraft } from '../script-editor.ts';

/** The account in which everything goes wrong that does not in the demo. */
export const STAGE = { urlName: 'ten-scenarios', name: 'Ten scenarios' };

const DAY_MS = 86_400_000;
const HOUR_AGO = Date.now() / 1000 - 3600;
const LOGIN = 'stage_warehouse';
const PASSWORD = 'stage-warehouse-1';
/** One page of memory: the delivered file does not fit. */
const TINY_DISK = ['-t', 'tmpfs', '-o', 'size=4k', 'tmpfs'];
const ROWS = Array.from({ length: 2_000 }, (_, row) => `site-${row},${row * 7919}\n`).join('');

const download = (name: string, columns: string, from = `type: "file"; path: "${name}-{YYYY-MM-DD}.csv"`): string =>
  `download ${name} from { ${from}; format: "csv"; lookback_days: 3; } using { ${columns} };\n`;
const toFile = (name: string): string =>
  `upload ${name} to { type: "file"; path: "${name}/{YYYY-MM-DD}.csv"; format: "csv"; };\n`;

const COLUMNS = 'site: string; visits: integer;';

const scriptOf = (source: string): Readonly<Record<string, string>> => ({
  'destination.sbs': `${download('ledger', COLUMNS)}upload ledger to { type: "postgres"; key: "stage"; schema: "stage"; table: "ledger"; mode: "replace_date"; };\n`,
  'script.sbs': `${download('channels', `${COLUMNS} channel: string;`)}${toFile('channels')}`,
  'disk.sbs': `${download('visits', COLUMNS)}${toFile('visits')}`,
  'outage.sbs': `${download('auctions', COLUMNS, `type: "http"; url: "http://${source}/${OVERLOADED}/{YYYY-MM-DD}"`)}${toFile('auctions')}`,
  'late.sbs': `${download('spots', COLUMNS)}upload spots to { type: "file"; path: "spots/{YYYY-MM-DD}.csv"; format: "csv"; deadline: "01:00"; timezone: "UTC"; };\n`,
  'restated.sbs': `${download('billing', COLUMNS)}${toFile('billing')}`,
  'hops.sbs': `${download('prices', 'site: string; price: integer not null;')}table by_site is select site, sum(price) as price from prices;
table margin is select site, price from by_site;
${toFile('margin')}`,
});

/**
 * Writes the reports of the dates that a lookback of three days may request: before the hour at which the schedule is due, the first
 * is four days back. A file that changed in the last minute may still be written, and would be downloaded later.
 */
function writeReports(folder: string, name: string, text: string): void {
  for (const back of [0, 1, 2, 3, 4]) {
    const date = new Date(Date.now() - back * DAY_MS).toISOString().slice(0, 10);
    const file = join(folder, `${name}-${date}.csv`);
    writeFileSync(file, text);
    utimesSync(file, HOUR_AGO, HOUR_AGO);
  }
}

/** Whether this process may mount a disk. */
export function mayMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-mount-'));
  const isMounted = spawnSync('mount', [...TINY_DISK, folder]).status === 0;
  if (isMounted) execFileSync('umount', [folder]);
  rmSync(folder, { recursive: true });
  return isMounted;
}

/** Makes the table of the destination, with other columns than the upload has. */
async function makeChangedTable(dataDir: string): Promise<void> {
  await queryProduct(dataDir, `create role ${LOGIN} login password '${PASSWORD}'`, []);
  await queryProduct(dataDir, `grant connect, create on database warehouse to ${LOGIN}`, []);
  await queryProduct(dataDir, `create schema stage authorization ${LOGIN}`, [], 'warehouse');
  await queryProduct(dataDir, 'create table stage.ledger (site text, clicks bigint)', [], 'warehouse');
  await queryProduct(dataDir, `alter table stage.ledger owner to ${LOGIN}`, [], 'warehouse');
}

/** Makes the account, its reports, its destination and a full disk below its folder of deliveries. */
export async function buildStage(dataDir: string, hasFullDisk: boolean): Promise<() => void> {
  const id = await createAccount(dataDir, STAGE);
  const imports = join(dataDir, 'imports', id);
  mkdirSync(imports, { recursive: true });
  for (const name of ['ledger', 'channels', 'visits', 'billing']) writeReports(imports, name, `site,visits\n${ROWS}`);
  writeReports(imports, 'prices', 'site,price\na,?\nb,?\n');
  await makeChangedTable(dataDir);
  const full = join(dataDir, 'exports', id, 'visits');
  mkdirSync(full, { recursive: true });
  if (hasFullDisk) execFileSync('mount', [...TINY_DISK, full]);
  return () => {
    if (hasFullDisk) execFileSync('umount', ['-l', full]);
  };
}

/** Publishes the script of the account, as the person who is signed in. */
export async function publishStage(page: Page, dataDir: string, source: string): Promise<void> {
  const properties = JSON.stringify({
    dialect: 'postgresql',
    host: '127.0.0.1',
    port: readProductDatabase(dataDir).port,
    user: LOGIN,
    db_name: 'warehouse',
    password: PASSWORD,
  }).replaceAll(/"(\w+)":/g, '$1:');
  await ask(
    page,
    STAGE,
    `mutation { save_credential(name: "stage", credential_type: "sql", properties: ${properties}, validate: false) { __typename } }`,
  );
  await makeDraft(page, STAGE, 'Stage', scriptOf(source), 'publish');
  // As the scheduler records it once the deadline has passed.
  await queryProduct(
    dataDir,
    `insert into late_upload (account_id, upload_name, report_date, deadline)
     select id, 'spots', current_date - 1, now() from account where url_name = $1`,
    [STAGE.urlName],
  );
}
