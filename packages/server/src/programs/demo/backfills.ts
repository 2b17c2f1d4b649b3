import type { DateRange } from '@switchboard/model/backfill';
import { addDays } from '@switchboard/model/schedule/schedule';
import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import { launchBackfill } from '../../features/backfills/launch-backfill.ts';
import { recordEvent } from '../../journal/record-event.ts';
import { markCancelled } from '../../pipeline/backfills/cancel-backfill.ts';

type DemoBackfill = {
  readonly title: string;
  readonly description: string;
  readonly uploadNames: readonly string[];
  /** Report dates, in days before today. */
  readonly days: readonly [from: number, to: number];
  readonly isCancelled?: true;
};

/** One backfill for each outcome: cancelled, failed runs, dirty rows, completed, in progress. */
const BACKFILLS: readonly DemoBackfill[] = [
  {
    title: 'Campaign costs of last week',
    description: 'Cancelled: the network corrects these reports tomorrow.',
    uploadNames: ['campaign_spend'],
    days: [7, 4],
    isCancelled: true,
  },
  {
    title: 'Newsletter clicks and others',
    description: 'The provider has withdrawn the newest report, so that one run fails.',
    uploadNames: ['newsletter_clicks', 'newsletter_by_site'],
    days: [2, 1],
  },
  {
    title: 'video_impressions',
    description: 'A few rows of the report are dirty.',
    uploadNames: ['video_impressions'],
    days: [2, 1],
  },
  { title: 'orders after the refund fix', description: '', uploadNames: ['orders'], days: [3, 2] },
  {
    title: 'TV spots with the new goals',
    description: 'The newest report is overdue: its run waits for it.',
    uploadNames: ['tv_spots'],
    days: [2, 1],
  },
];

/** Launches the backfills of the demo in an account that has none. */
export async function prepareBackfills(
  database: Database,
  { accountId, email, now }: { readonly accountId: string; readonly email: string; readonly now: number },
): Promise<void> {
  const launched = await database.withAccount(accountId, (tx) => sql`select from backfill limit 1`.execute(tx));
  if (launched.rows.length > 0) return;
  const person = await database.withIdentity((tx) =>
    tx.selectFrom('person').select(['id', 'name']).where('email', '=', email).executeTakeFirstOrThrow(),
  );
  const today = new Date(now).toISOString().slice(0, 10);
  for (const { days, isCancelled, ...request } of BACKFILLS) {
    const range: DateRange = { start: addDays(today, -days[0]), end: addDays(today, -days[1]) };
    const outcome = await launchBackfill(database, { ...request, ...range, accountId, person, today });
    if (outcome.kind === 'launched' && isCancelled)
      await cancel(database, accountId, outcome.id, person, request.title);
  }
}

/** Cancels a backfill of which nothing has started. */
async function cancel(
  database: Database,
  accountId: string,
  id: string,
  person: { readonly id: string; readonly name: string },
  title: string,
): Promise<void> {
  await database.withAccount(accountId, async (tx) => {
    await markCancelled(tx, { accountId, backfillId: id }, person.id);
    await recordEvent(tx, {
      accountId,
      backfillId: id,
      purpose: 'backfill',
      severity: 'info',
      code: 'BACKFILL_CANCELLED',
      parameters: { person: person.name, title, stopped: 0 },
    });
  });
}
