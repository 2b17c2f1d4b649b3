import { sql } from 'kysely';
import type { Database, Tx } from '../../db/database.ts';
import { createDraft, runningChangelist, type ScriptFile } from '../../features/changelists/stored-changelist.ts';
import { launchTest } from '../../features/changelists/test-runs/launch-test.ts';
import { filesOfChangelist } from '../../pipeline/state/stored-script.ts';
import type { Queue } from '../../queue/queue.ts';
import { repeat } from '../../queue/repeat.ts';
import { personOf } from './people.ts';

type DemoDraft = {
  readonly description: string;
  readonly path: string;
  /** Changes the file of the demo's published script, and leaves any other text as it is. */
  readonly edit: (text: string) => string;
  readonly uploads: readonly string[];
  readonly fetchNew: boolean;
  /** The source and the upload whose newest report date must be delivered first, so that results can be compared. */
  readonly compared?: { readonly source: string; readonly upload: string };
};

const replaced = (text: string, from: string, to: string): string => text.replace(from, () => to);

const DISPLAY_QUERY =
  'select ad_units.*, sites.name as site_name, sites.vertical from ad_units left join sites on ad_units.site == sites.site;';

/** The oldest first: a run that differs from production, one that does not, one that fails and one that waits for its source. */
export const DEMO_DRAFTS: readonly DemoDraft[] = [
  {
    description: 'TV spots by goal',
    path: 'marketing/tv.sbs',
    edit: (text) => `${replaced(text, '// The newest report is overdue', '// By goal. The newest report is overdue')}
table tv_goals is select date, goal, sum(reach) as reach, sum(cost) as cost from tv_spots order by date, goal;

upload tv_goals to { type: "file"; path: "tv_goals/{YYYY-MM-DD}.csv"; format: "csv"; };
`,
    uploads: ['tv_goals', 'tv_spots'],
    fetchNew: true,
  },
  {
    description: 'Newsletter: add the click rate',
    path: 'marketing/newsletter.sbs',
    edit: (text) =>
      replaced(
        text,
        'sum(clicks) as clicks from',
        'sum(clicks) as clicks, sum(sent) > 0 ? sum(clicks) / sum(sent) : null as click_rate from',
      ),
    uploads: ['newsletter_by_site'],
    fetchNew: true,
  },
  {
    description: 'Orders: name the team that owns them',
    path: 'shop/orders.sbs',
    edit: (text) => replaced(text, '// The provider', '// Owned by the shop team. The provider'),
    uploads: ['orders'],
    fetchNew: false,
    compared: { source: 'orders', upload: 'orders' },
  },
  {
    description: 'Display: revenue in cents, without connected TV',
    path: 'ads/display.sbs',
    edit: (text) =>
      replaced(
        replaced(
          text,
          DISPLAY_QUERY,
          `select ad_units.date, ad_units.site, ad_units.ad_unit_id, ad_units.ad_unit, ad_units.device, ad_units.impressions,
  ad_units.clicks, round(ad_units.revenue, 2) as revenue, sites.name as site_name, sites.vertical,
  ad_units.impressions > 0 ? ad_units.clicks / ad_units.impressions : null as click_rate
from ad_units left join sites on ad_units.site == sites.site
where ad_units.device != "ctv";`,
        ),
        'mode: "replace_date";',
        'mode: "replace_date"; key_columns: ["site", "ad_unit_id", "device"];',
      ),
    uploads: ['display'],
    fetchNew: false,
    compared: { source: 'ad_units', upload: 'display' },
  },
];

const INTERVAL = 2_000;
const DONE = 3600_000;

type Input = {
  readonly database: Database;
  readonly queue: Queue;
  readonly accountId: string;
  /** Launches the test runs. */
  readonly email: string;
  readonly onError: (error: unknown) => void;
  /** Epoch milliseconds. */
  readonly now: () => number;
};

/** Adds the drafts of the demo that are not there, each with a test run, as soon as production has delivered what it is compared with. */
export function startDemoTests(input: Input): { stop(): Promise<void> } {
  let left = DEMO_DRAFTS;
  return repeat(
    () => (left.length > 0 ? INTERVAL : DONE),
    async () => {
      left = await testDrafts(input, left);
    },
    input.onError,
  );
}

/** @returns the drafts that wait for production */
export async function testDrafts(
  input: Omit<Input, 'onError'>,
  drafts: readonly DemoDraft[],
): Promise<readonly DemoDraft[]> {
  const waiting: DemoDraft[] = [];
  for (const draft of drafts) if (!(await testDraft(input, draft))) waiting.push(draft);
  return waiting;
}

/** @returns false when production has not delivered yet */
function testDraft(
  { database, queue, accountId, email, now }: Omit<Input, 'onError'>,
  draft: DemoDraft,
): Promise<boolean> {
  return database.withAccount(accountId, async (tx) => {
    const { description } = draft;
    const known = await sql`
      select 1 from changelist where account_id = ${accountId} and description = ${description} limit 1
    `.execute(tx);
    if (known.rows.length > 0) return true;
    if (!(await isDelivered(tx, accountId, draft))) return false;
    const files = await editedFiles(tx, accountId, draft);
    const person = await personOf(tx, email);
    if (files === null || person === null) return true;
    const { changelistId } = await createDraft(tx, { accountId, description, files, personId: person.id });
    const launched = await launchTest(tx, queue, {
      accountId,
      changelistId,
      uploads: draft.uploads,
      fetchNew: draft.fetchNew,
      person,
      now: now(),
    });
    if (launched.kind !== 'launched')
      throw new Error(`The demo’s draft ${description} cannot be tested: ${JSON.stringify(launched)}`);
    return true;
  });
}

async function isDelivered(tx: Tx, accountId: string, { compared }: DemoDraft): Promise<boolean> {
  if (compared === undefined) return true;
  const found = await sql<{ is_delivered: boolean | null }>`
    select (
      select max(report_date) from upload
      where account_id = ${accountId} and name = ${compared.upload} and purpose = 'production' and status = 'completed'
    ) >= (
      select max(report_date) from download
      where account_id = ${accountId} and source = ${compared.source} and purpose = 'production' and status <> 'cancelled'
    ) as is_delivered
  `.execute(tx);
  return found.rows[0]?.is_delivered ?? false;
}

/** The files of the published script with those of the draft; null when a person has published another file. */
async function editedFiles(tx: Tx, accountId: string, { path, edit }: DemoDraft): Promise<ScriptFile[] | null> {
  const running = (await runningChangelist(tx, accountId))?.id ?? null;
  const files = running === null ? [] : await filesOfChangelist(tx, accountId, running);
  const text = files.find((file) => file.path === path)?.text;
  const edited = text === undefined ? undefined : edit(text);
  if (edited === undefined || edited === text) return null;
  return files.map((file) => (file.path === path ? { path, text: edited } : file));
}
