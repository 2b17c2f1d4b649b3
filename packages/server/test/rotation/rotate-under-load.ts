import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../src/db/database.ts';
import { readSettings } from '../../src/env.ts';
import { addKey } from '../../src/identity/keys/add-key.ts';
import { type RotationResult, rotateMasterKey } from '../../src/identity/master-keys/rotate-master-key.ts';
import { createOidcAdapter } from '../../src/identity/oidc-adapter.ts';
import { unseal } from '../../src/identity/seal.ts';
import { loadSigningKeys } from '../../src/identity/signing-keys.ts';
import { createVault } from '../../src/identity/vault.ts';
import { type RunningServer, startServer } from '../../src/main.ts';
import { SILENT_LOG } from '../../src/observe/silent-log.ts';
import { SEALED_COLUMNS } from '../../src/programs/sealed-columns.ts';
import type { MasterKey } from '../../src/settings/master-key.ts';
import { addIntegrationRow } from '../../testing/add-integration.ts';
import { type BuiltAccount, buildAccount, readRows } from '../../testing/build-account.ts';
import { enrolApp } from '../../testing/factors.ts';
import { freePort } from '../../testing/free-port.ts';
import { addPerson, newEmail } from '../../testing/people.ts';
import { publishText } from '../../testing/publish-text.ts';
import { startSourceServer } from '../../testing/source-server.ts';

const PASSWORD = 'canary-of-the-provider';

export type SealedValues = { readonly values: number; readonly opened: number };

/** How many of all sealed values a master key opens. */
export async function tryAll(database: Database, masterKey: MasterKey): Promise<SealedValues> {
  let values = 0;
  let opened = 0;
  for (const { table, column, primaryKey, others, scope, purposeOf } of SEALED_COLUMNS) {
    const { rows } = await database[scope]((tx) =>
      sql<Readonly<Record<string, string | number | null>> & { sealed: Buffer }>`
        select ${sql.join([...primaryKey, ...others].map((name) => sql.ref(name)))}, ${sql.ref(column)} as sealed
        from ${sql.table(table)} where ${sql.ref(column)} is not null`.execute(tx),
    );
    values += rows.length;
    for (const { sealed, ...row } of rows) if (unseal(masterKey, sealed, purposeOf(row)) !== null) opened += 1;
  }
  return { values, opened };
}

type ProgramOptions = {
  readonly settings?: Readonly<Record<string, string>>;
  /** Takes the lines for the person at the terminal. */
  readonly say?: (line: string) => void;
};

/**
 * Starts all roles of the program on a database.
 * @param masterKeys keys, or references to them
 */
export async function startProgram(
  url: string,
  folder: string,
  masterKeys: readonly (Buffer | string)[],
  roles = 'api,worker,scheduler',
  { say = () => {}, ...environment }: ProgramOptions = {},
): Promise<RunningServer> {
  const port = String(await freePort());
  const settings = readSettings({
    DATABASE_URL: url,
    MASTER_KEY: masterKeys.map((key) => (Buffer.isBuffer(key) ? key.toString('base64') : key)).join(','),
    DATA_DIR: folder,
    PORT: port,
    EGRESS_ALLOW: '127.0.0.1',
    ROLES: roles,
    ...environment.settings,
  });
  return startServer(settings, { log: SILENT_LOG, say, consoleFolder: null, demo: null });
}

/** Stores a value of each kind that the master key seals. */
export async function addSealedValues(
  database: Database,
  account: BuiltAccount,
  masterKey: Buffer,
  hosts = 'ads.example',
): Promise<void> {
  const vault = createVault(masterKey);
  await database.withAccount(account.accountId, (tx) =>
    addKey(tx, vault, account.accountId, {
      name: 'ads key',
      type: 'basic',
      properties: { username: 'ann', hosts },
      secrets: { password: PASSWORD },
    }),
  );
  await addIntegrationRow(database, vault, account.accountId, []);
  const email = newEmail();
  const id = await addPerson(database, { email });
  await enrolApp({ database, masterKey }, { id, email }, Date.now());
  await createOidcAdapter(database, masterKey)('Grant').upsert('grant', { accountId: id }, 86_400);
  await loadSigningKeys(database, masterKey, Date.now());
}

export type LoadedRotation = {
  readonly oldKey: Buffer;
  readonly newKey: Buffer;
  readonly result: RotationResult;
  readonly openedBefore: SealedValues;
  /** Units that had not ended when the rotation began, and when it had ended. */
  readonly openAtStart: number;
  readonly openAtEnd: number;
  /** Units by how they ended. */
  readonly outcomes: readonly string[];
  readonly requests: { readonly withKey: number; readonly all: number };
};

/** How the units of so many report dates end when nothing fails: a download, a flow and an upload each. */
export const outcomesOf = (days: number): readonly string[] =>
  Array.from({ length: days }, () => [
    'STOPPED after 0 retries',
    'completed after 0 retries',
    'completed after 0 retries',
  ])
    .flat()
    .toSorted();

/** Rotates the master key while a program works on the units of so many report dates, three a date, each with a key. */
export async function rotateUnderLoad(
  { database, url }: { readonly database: Database; readonly url: string },
  folder: string,
  days: number,
): Promise<LoadedRotation> {
  const [oldKey, newKey] = [randomBytes(32), randomBytes(32)];
  const account = await buildAccount(database);
  const working = Promise.withResolvers<void>();
  const rotated = Promise.withResolvers<void>();
  const requests = { withKey: 0, all: 0 };
  const expected = `Basic ${Buffer.from(`ann:${PASSWORD}`).toString('base64')}`;
  const provider = await startSourceServer((request, response) => {
    requests.all += 1;
    if (request.headers.authorization === expected) requests.withKey += 1;
    if (requests.all === 2) working.resolve();
    // The second half of the reports is there after the rotation.
    void (requests.all > days / 2 ? rotated.promise : Promise.resolve()).then(() =>
      response.writeHead(200, { 'content-type': 'text/csv' }).end('site,clicks\na,1\n'),
    );
  });
  try {
    await addSealedValues(database, account, oldKey, new URL(provider.url).host);
    await publishText(
      database,
      account,
      `download ads from {
         type: "http"; key: "ads key"; url: "${provider.url}/{YYYY-MM-DD}"; format: "csv"; timezone: "UTC"; lookback_days: ${days};
       } using { site: string; clicks: integer; };
       table sums is select site, sum(clicks) as clicks from ads;
       upload sums to { type: "file"; path: "sums/{YYYY-MM-DD}.csv"; format: "csv"; };`,
      Date.now(),
    );
    const openedBefore = await tryAll(database, oldKey);
    const server = await startProgram(url, folder, [newKey, oldKey]);
    try {
      await working.promise;
      const openAtStart = await countOpen(database, account);
      const result = await rotateMasterKey(database, SEALED_COLUMNS, [newKey, oldKey]);
      const openAtEnd = await countOpen(database, account);
      rotated.resolve();
      const outcomes = await untilDone(database, account, 3 * days);
      return { oldKey, newKey, result, openedBefore, openAtStart, openAtEnd, outcomes, requests };
    } finally {
      await server.stop();
    }
  } finally {
    rotated.resolve();
    await provider.stop();
  }
}

async function countOpen(database: Database, account: BuiltAccount): Promise<number> {
  const [row] = await readRows(
    database,
    account,
    sql<{ n: number }>`select count(*) as n from unit where state <> 'done'`,
  );
  return row?.n ?? 0;
}

async function untilDone(database: Database, account: BuiltAccount, units: number): Promise<readonly string[]> {
  // allow-clock -- the limit of a wait for a condition, which only a failure reaches
  const deadline = performance.now() + 150_000 + units * 1_000;
  for (;;) {
    const rows = await readRows(
      database,
      account,
      sql<{ outcome: string }>`
        select coalesce(d.status, u.status, f.status) || ' after ' || n.retry_count || ' retries' as outcome from unit n
        left join download d on d.account_id = n.account_id and d.id = n.id
        left join flow f on f.account_id = n.account_id and f.id = n.id
        left join upload u on u.account_id = n.account_id and u.id = n.id
        where n.state = 'done'`,
    );
    if (rows.length >= units) return rows.map(({ outcome }) => outcome).toSorted();
    // allow-clock -- as above
    if (performance.now() > deadline) throw new Error(`Of ${units} units, ${rows.length} have ended.`);
    // allow-clock -- the interval of polls for the condition; units have no event that tests could await
    await new Promise((done) => setTimeout(done, 100));
  }
}
