import { nextDeadline } from '@switchboard/model/schedule/deadline';
import { addDays, DAY_MS } from '@switchboard/model/schedule/schedule';
import { sql } from 'kysely';
import type { Database } from '../src/db/database.ts';
import { watchDeadlines } from '../src/pipeline/deadlines/deadlines.ts';
import { forecastUploads } from '../src/pipeline/deadlines/forecast-deliveries.ts';
import { queueSummaries } from '../src/pipeline/summaries/queue-summaries.ts';
import { addDelivery } from './add-deliveries.ts';
import { type BuiltAccount, buildAccount, readRows } from './build-account.ts';
import { buildSource, buildUpload } from './build-plan.ts';
import { localInstants } from './local-instants.ts';
import { setSummary } from './summaries.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** An account whose data is due at `due`, whose upload has the deadline, and which has its summary at `summary`, all local. */
type Place = {
  readonly timezone: string;
  readonly due: string;
  readonly deadline: string;
  readonly summary: string;
  /** Median of the minutes that a delivery takes. */
  readonly minutes: number;
};

/**
 * Places of the south and the north, with offsets of half and quarter hours, and with times that clock changes skip or
 * repeat.
 */
export const PLACES: readonly Place[] = [
  { timezone: 'UTC', due: '04:00', deadline: '06:00', summary: '08:00', minutes: 90 },
  { timezone: 'Europe/Paris', due: '00:00', deadline: '02:30', summary: '02:30', minutes: 120 },
  { timezone: 'Europe/London', due: '00:00', deadline: '01:30', summary: '01:15', minutes: 60 },
  { timezone: 'America/New_York', due: '01:00', deadline: '03:00', summary: '02:00', minutes: 100 },
  { timezone: 'America/Los_Angeles', due: '06:00', deadline: '09:00', summary: '02:45', minutes: 160 },
  { timezone: 'America/St_Johns', due: '03:00', deadline: '05:00', summary: '00:01', minutes: 100 },
  { timezone: 'America/Santiago', due: '00:00', deadline: '04:00', summary: '23:30', minutes: 200 },
  { timezone: 'Australia/Lord_Howe', due: '00:00', deadline: '02:15', summary: '02:15', minutes: 110 },
  { timezone: 'Pacific/Auckland', due: '02:00', deadline: '05:00', summary: '02:30', minutes: 150 },
  { timezone: 'Pacific/Chatham', due: '03:00', deadline: '06:00', summary: '03:00', minutes: 170 },
  { timezone: 'Asia/Kathmandu', due: '05:00', deadline: '07:00', summary: '07:05', minutes: 110 },
  { timezone: 'Africa/Cairo', due: '00:00', deadline: '02:00', summary: '00:30', minutes: 100 },
];

/** Pseudo-random numbers from 0 to 1, the same for the same seed. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Simulated run of a report date. */
type Run = { readonly reportDate: string; readonly due: number; readonly delivered: number; readonly deadline: number };

type Simulated = BuiltAccount & { readonly place: Place; readonly runs: readonly Run[] };

export type SimulatedResult = {
  readonly timezone: string;
  /** Summaries, as `day address`, in the order in which they were written. */
  readonly mails: readonly string[];
  readonly expectedMails: readonly string[];
  readonly late: readonly string[];
  readonly expectedLate: readonly string[];
};

export type Simulation = {
  readonly results: readonly SimulatedResult[];
  /** Minutes between the forecast and the delivery, 15 minutes after the data was due. */
  readonly errors: readonly number[];
  /** The same of a forecast that knows the true median of each account. */
  readonly idealErrors: readonly number[];
};

export type SimulationOptions = {
  readonly database: Database;
  /** yyyy-MM-dd */
  readonly first: string;
  readonly days: number;
  readonly random: () => number;
  /** Days, from the first, at whose start the programs stop for some hours. */
  readonly outages: readonly { readonly day: number; readonly hours: number }[];
};

/** About the median, seldom twice as long, and now and then a whole day. */
function drawDelay({ minutes }: Place, random: () => number): number {
  if (random() < 0.02) return (18 + 12 * random()) * HOUR;
  const spread = (random() + random() + random()) / 1.5 - 1;
  return Math.round(minutes * (1 + spread * 0.5)) * MINUTE + Math.round(random() * 59) * 1_000;
}

async function build({ database, first, days, random }: SimulationOptions, place: Place): Promise<Simulated> {
  const { timezone } = place;
  const hour = Number(place.due.slice(0, 2));
  const source = buildSource('ads', {
    schedule: { timezone, hours: [hour], reportDateOffset: 1, repullDays: [], lookbackDays: 7 },
  });
  const account = await buildAccount(database, { sources: [source], uploads: [buildUpload('daily')] });
  const deadline = { time: place.deadline, timezone };
  const deadlines = localInstants(addDays(first, -1), days + 4, deadline);
  const runs = localInstants(first, days, { time: place.due, timezone }).map(({ day, at }) => ({
    reportDate: addDays(day, -1),
    due: at,
    delivered: at + drawDelay(place, random),
    deadline: deadlines.find((each) => each.at > at)?.at ?? Number.POSITIVE_INFINITY,
  }));
  // Published just before the first data is due: what was due earlier is never late.
  const start = (runs[0]?.due ?? 0) - MINUTE;
  await readRows(
    database,
    account,
    sql`insert into upload_declaration (account_id, name, project, connector, destination, deadline_time, deadline_timezone,
        deadline_through, next_deadline)
      values (${account.accountId}, 'daily', 'ads', 'file', 'x', ${deadline.time}, ${timezone}, ${new Date(start)},
        ${new Date(nextDeadline(deadline, start))})`,
  );
  await setSummary(database, account, { time: place.summary, timezone });
  return { ...account, place, runs };
}

/**
 * Lets the days of accounts pass: data is due, is delivered, deadlines and summaries come. Deadlines and summaries are watched at
 * each of these instants, except in outages. What is expected is computed apart from the product.
 */
export async function simulateDays(options: SimulationOptions): Promise<Simulation> {
  const { database, first, days, outages } = options;
  const accounts: Simulated[] = [];
  for (const place of PLACES) accounts.push(await build(options, place));
  const start = Date.parse(`${first}T00:00:00Z`);
  const isDown = (at: number): boolean =>
    outages.some(({ day, hours }) => at >= start + day * DAY_MS && at < start + day * DAY_MS + hours * HOUR);
  const summaries = accounts.map(({ place }) =>
    localInstants(addDays(first, 1), days + 3, { time: place.summary, timezone: place.timezone }),
  );
  const happenings = new Map<number, (() => Promise<void>)[]>();
  const at = (instant: number, happen: (() => Promise<void>) | null): void => {
    const known = happenings.get(instant) ?? [];
    happenings.set(instant, happen === null ? known : [...known, happen]);
  };
  const errors: number[] = [];
  const idealErrors: number[] = [];
  for (const [index, account] of accounts.entries()) {
    for (const each of (summaries[index] ?? []).slice(0, days - 1)) at(each.at, null);
    for (const run of account.runs) addRun(database, account, run, { at, errors, idealErrors });
  }
  // Plans the first summaries.
  await queueSummaries(database, start - DAY_MS / 2);
  const instants = [...happenings.keys()].toSorted((a, b) => a - b);
  const watched: number[] = [];
  const sent: SentMail[] = [];
  for (const instant of instants) {
    for (const happen of happenings.get(instant) ?? []) await happen();
    if (isDown(instant)) continue;
    watched.push(instant);
    await watchAll(database, instant);
    if ((await queueSummaries(database, instant)) > 0) sent.push(...(await mailsWrittenAt(database, instant)));
  }
  const firstWatched = (instant: number): number => watched.find((each) => each >= instant) ?? Number.POSITIVE_INFINITY;
  const results: SimulatedResult[] = [];
  for (const [index, account] of accounts.entries()) {
    const lasts = new Map((summaries[index] ?? []).map(({ day, at: due }) => [firstWatched(due), day]));
    const { place, runs } = account;
    results.push({
      timezone: place.timezone,
      mails: sent
        .filter(({ accountId, day }) => accountId === account.accountId && day > first)
        .map(({ day, address }) => `${day} ${address}`),
      expectedMails: [...lasts].flatMap(([seen, day]) =>
        seen === Number.POSITIVE_INFINITY ? [] : [`${day} ops@test.test`],
      ),
      // The data of later dates is never delivered.
      late: (await lateDates(database, account)).filter((date) => date <= (runs.at(-1)?.reportDate ?? '')),
      expectedLate: runs
        .filter(({ delivered, deadline }) => delivered > firstWatched(deadline) && firstWatched(deadline) < Infinity)
        .map(({ reportDate }) => reportDate),
    });
  }
  return { results, errors, idealErrors };
}

type Recording = {
  readonly at: (instant: number, happen: (() => Promise<void>) | null) => void;
  readonly errors: number[];
  readonly idealErrors: number[];
};

function addRun(database: Database, account: Simulated, run: Run, { at, errors, idealErrors }: Recording): void {
  const { reportDate, due, delivered, deadline } = run;
  let id = '';
  at(due, async () => {
    id = await addDelivery(database, account, { name: 'daily', reportDate, due, finished: null });
  });
  at(deadline, null);
  at(due + 15 * MINUTE, async () => {
    const now = due + 15 * MINUTE;
    const forecasts = await database.withAccount(account.accountId, (tx) =>
      forecastUploads(tx, account.accountId, [id], now),
    );
    const expected = forecasts.get(id)?.expected;
    if (expected == null) return;
    errors.push(Math.abs(expected - delivered) / MINUTE);
    idealErrors.push(Math.abs(due + account.place.minutes * MINUTE - delivered) / MINUTE);
  });
  at(delivered, async () => {
    await readRows(
      database,
      account,
      sql`update upload set status = 'completed', finished = ${new Date(delivered)} where id = ${id}`,
    );
  });
}

type SentMail = { readonly accountId: string; readonly day: string; readonly address: string };

async function mailsWrittenAt(database: Database, instant: number): Promise<readonly SentMail[]> {
  const { rows } = await database.withIdentity((tx) =>
    sql<SentMail>`
      select s.account_id as "accountId", m.day::text as day, m.address from mail m
      join daily_summary s on s.account_id = m.summary_account_id and s.day = m.day where s.through = ${new Date(instant)}
    `.execute(tx),
  );
  return rows;
}

/** Checks every deadline that has passed: one round checks one of each upload. */
async function watchAll(database: Database, now: number): Promise<void> {
  for (;;) {
    await watchDeadlines(database, now);
    const left = await database.withSystem((tx) =>
      sql`select from upload_declaration where next_deadline <= ${new Date(now)} limit 1`.execute(tx),
    );
    if (left.rows.length === 0) return;
  }
}

async function lateDates(database: Database, account: BuiltAccount): Promise<string[]> {
  const rows = await readRows(
    database,
    account,
    sql<{ date: string }>`select report_date::text as date from late_upload order by 1`,
  );
  return rows.map(({ date }) => date);
}
