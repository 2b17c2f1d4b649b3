import { sql } from 'kysely';
import type { Database, Tx } from '../../db/database.ts';
import { type ImportedVersion, importVersion, setOrigin } from '../../features/changelists/import-version.ts';
import { runningChangelist, type ScriptFile } from '../../features/changelists/stored-changelist.ts';

export type DemoDrafts = {
  readonly database: Database;
  readonly accountId: string;
  /** Url name of the account, by which its people are found. */
  readonly urlName: string;
  /** The published script. */
  readonly files: readonly ScriptFile[];
  /** Epoch milliseconds. */
  readonly now: number;
};

const DAY = 86_400_000;
/** Files of the published script that its first and its second version had. */
const FIRST = 2;
const SECOND = 5;

const CHANNELS: ScriptFile = {
  path: 'finance/channels.sbs',
  text: `// Revenue of each channel, without the days.
table revenue_by_channel is select channel, sum(revenue) as revenue from revenue_daily order by channel;

upload revenue_by_channel to { type: "file"; path: "revenue_by_channel/{YYYY-MM-DD}.csv"; format: "csv"; };
`,
};

const COUPONS: ScriptFile = {
  path: 'shop/coupons.sbs',
  text: `// Not finished: the column is called coupon, and the key does not exist yet.
table coupons is select site, cupon, count() as orders from orders;

upload coupons to { type: "postgres"; key: "shop_warehouse"; schema: "acme"; table: "coupons"; mode: "replace_date"; };
`,
};

/**
 * Gives an account of the demo a history of its script, and drafts: a clean one, one that needs a merge, one with errors and an
 * archived one. An account that has other versions than the published one stays as it is.
 */
export async function prepareDrafts({ database, accountId, urlName, files, now }: DemoDrafts): Promise<void> {
  const people = await peopleOf(database, urlName);
  await database.withAccount(accountId, async (tx) => {
    const running = (await runningChangelist(tx, accountId))?.id ?? null;
    if (running === null || (await hasOthers(tx, accountId, running))) return;
    const add = ({ by, daysAgo, ...version }: NewVersion): Promise<string> =>
      importVersion(tx, {
        ...version,
        accountId,
        personId: people.get(by) ?? null,
        created: new Date(now - daysAgo * DAY),
      });
    const first = await add({
      description: 'Display ads and campaigns',
      files: files.slice(0, FIRST),
      by: 'developer',
      daysAgo: 34,
      status: 'replaced',
      from: null,
    });
    const second = await add({
      description: 'Video, costs and orders',
      files: files.slice(0, SECOND),
      by: 'cs',
      daysAgo: 12,
      status: 'replaced',
      from: first,
    });
    const publisher = people.get('developer') ?? null;
    await setOrigin(tx, { accountId, changelistId: running }, { from: second, personId: publisher });
    await add({
      description: 'Hourly sessions, an experiment',
      files: files.slice(0, SECOND),
      by: 'tester',
      daysAgo: 9,
      status: 'archived',
      from: second,
    });
    await add({
      description: 'Costs in euros',
      files: files.slice(0, SECOND),
      by: 'cs',
      daysAgo: 5,
      status: 'draft',
      from: second,
    });
    await add({
      description: 'Coupons by site',
      files: [...files, COUPONS],
      by: 'tester',
      daysAgo: 2,
      status: 'draft',
      from: running,
    });
    await add({
      description: 'Revenue by channel',
      files: [...files, CHANNELS],
      by: 'developer',
      daysAgo: 1,
      status: 'draft',
      from: running,
    });
  });
}

type NewVersion = Pick<ImportedVersion, 'description' | 'files' | 'status' | 'from'> & {
  /** The role of the person who made it. */
  readonly by: string;
  readonly daysAgo: number;
};

async function hasOthers(tx: Tx, accountId: string, running: string): Promise<boolean> {
  const found = await sql`select from changelist where account_id = ${accountId} and id <> ${running} limit 1`.execute(
    tx,
  );
  return found.rows.length > 0;
}

/** The ids of the account's people by their role. */
async function peopleOf(database: Database, urlName: string): Promise<ReadonlyMap<string, string>> {
  const found = await database.withIdentity((tx) =>
    sql<{ role: string; id: string }>`
      select m.role, m.person_id as id from membership m join account a on a.id = m.account_id where a.url_name = ${urlName}
    `.execute(tx),
  );
  return new Map(found.rows.map(({ role, id }) => [role, id]));
}
