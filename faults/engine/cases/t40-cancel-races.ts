import { readFileSync } from 'node:fs';
import { ATTEMPT_POINTS, type FaultPoint } from '@switchboard/model/faults';
import { sql } from 'kysely';
import {
  type DeliveriesUnderTest,
  type DeliveringAccount,
  REPORT_DATE,
  startDeliveries,
} from '../deliveries-under-test.ts';
import { faultRow } from '../fault-row.ts';
import type { FaultRow, FaultTest } from '../fault-test.ts';
import { until } from '../until.ts';
import { reachedWithin } from './t40-stuck-work.ts';

export const t40CancelRaces: FaultTest = {
  id: 'T40',
  title: 'abandoning and cancelling at every phase',
  run,
};

/** Races in all, over all kinds. FAULT_LOOPS=375-500 runs some of them. */
const [FROM = 0, TO = 500] = (process.env['FAULT_LOOPS'] ?? '0-500').split('-').map(Number);
/** Accounts that race at the same time. */
const LANES = 6;
/** Longest random wait, in milliseconds: somewhat longer than such a pipeline takes. */
const LONGEST = 2_500;

const DESTINATIONS = ['table', 'file', 'object'] as const;
type Destination = (typeof DESTINATIONS)[number];
const KINDS = ['download', ...DESTINATIONS, 'backfill'] as const;
type Kind = (typeof KINDS)[number];

/** Where each kind is pressed: at a point that its work reaches, or (null) after a random time. */
const DOWNLOAD: readonly FaultPoint[] = ATTEMPT_POINTS.slice(0, ATTEMPT_POINTS.indexOf('mid-process'));
const FLOW: readonly FaultPoint[] = ['after-claim', 'mid-process', 'mid-query', 'after-process'];
const UPLOAD: readonly FaultPoint[] = ['after-claim', 'mid-upload', 'before-commit', 'after-delivery'];
type Moment = { readonly kind: 'download' | 'flow' | 'upload'; readonly point: FaultPoint } | null;

const momentsOf = (kind: Kind): readonly Moment[] => {
  const of = (unit: 'download' | 'flow' | 'upload', points: readonly FaultPoint[]): Moment[] =>
    points.map((point) => ({ kind: unit, point }));
  const uploads = of('upload', UPLOAD);
  if (kind === 'download') return [...of('download', DOWNLOAD), ...of('flow', FLOW.slice(0, 1)), null, null];
  if (kind === 'backfill') return [...of('download', DOWNLOAD), ...of('flow', FLOW), ...uploads, null, null, null];
  return [...of('download', DOWNLOAD.slice(0, 1)), ...of('flow', FLOW), ...uploads, ...uploads, null, null, null];
};

type Race = {
  readonly kind: Kind;
  readonly answer: string;
  /** Broken promises, in words. */
  readonly broken: readonly string[];
  readonly seconds: number;
};

type Lane = { readonly account: DeliveringAccount; readonly folder: string; readonly table: string };

async function run(): Promise<readonly FaultRow[]> {
  const test = await startDeliveries();
  try {
    const lanes = await Promise.all(Array.from({ length: LANES }, (_, index) => openLane(test, index)));
    const races: Race[] = [];
    let next = FROM;
    await Promise.all(
      lanes.map(async (lane) => {
        while (next < TO) {
          const number = next;
          next += 1;
          races.push(await race(test, lane, number));
        }
      }),
    );
    const rows = KINDS.map((kind) =>
      judge(
        kind,
        races.filter((one) => one.kind === kind),
      ),
    );
    const problems = test.work.problems.map(String);
    return [
      ...rows,
      faultRow(
        'errors that were not expected',
        { errors: 0 },
        { errors: problems.length, first: problems[0] ?? 'none' },
      ),
      ...(await reachedWithin(test)),
    ];
  } finally {
    await test.stop();
  }
}

function judge(kind: Kind, races: readonly Race[]): FaultRow {
  const count = (answer: string): number => races.filter((one) => one.answer === answer).length;
  const broken = races.flatMap((one) => one.broken);
  return faultRow(
    `${races.length} times, ${kind}`,
    { broken: 0, undecided: 0 },
    {
      'won by the cancel': count('ok'),
      'too late': count('finished'),
      undecided: count('undecided'),
      other:
        races
          .filter((one) => !['ok', 'finished', 'undecided'].includes(one.answer))
          .map((one) => one.answer)
          .join() || 'none',
      broken: broken.length,
      'longest answer in s': Math.max(0, ...races.map((one) => one.seconds)).toFixed(2),
      first: broken[0] ?? 'none',
    },
  );
}

async function openLane(test: DeliveriesUnderTest, index: number): Promise<Lane> {
  const folder = `lane-${index}`;
  const table = `lane_${index}`;
  const account = await test.open(
    `
    upload ads as table to { type: "postgres"; key: "warehouse"; table: "${table}"; };
    upload ads as file to { type: "file"; path: "${folder}/{YYYY-MM-DD}.csv"; };
    upload ads as object to { type: "s3"; key: "store"; path: "s3://${test.bucket.name}/${folder}/{YYYY-MM-DD}.csv"; };`,
    [test.warehouseKey(), test.bucketKey()],
  );
  await account.deliver(['0,race -1']);
  return { account, folder, table };
}

/** The number of the race whose rows a destination holds. */
async function held(test: DeliveriesUnderTest, lane: Lane, destination: Destination): Promise<number> {
  const text = await contentOf(test, lane, destination);
  return Number(/race (-?\d+)/.exec(text)?.[1] ?? Number.NaN);
}

async function contentOf(
  test: DeliveriesUnderTest,
  { account, folder, table }: Lane,
  destination: Destination,
): Promise<string> {
  if (destination === 'table') return String((await test.warehouse.rows(`select site from ${table}`))[0]);
  if (destination === 'object') return (await test.bucket.text(`${folder}/${REPORT_DATE}.csv`)) ?? '';
  return readFileSync(test.work.delivered(account.account, `${folder}/${REPORT_DATE}.csv`), 'utf8');
}

const pause = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));

async function race(test: DeliveriesUnderTest, lane: Lane, number: number): Promise<Race> {
  const { account } = lane;
  const kind = KINDS[number % KINDS.length] ?? 'backfill';
  const moments = momentsOf(kind);
  const moment = moments[Math.floor(number / KINDS.length) % moments.length] ?? null;
  // Half of the attempts pause until the request is answered, the others continue after a short delay or at once.
  const still = Math.floor(number / (KINDS.length * moments.length)) % 2 === 0;
  let press: () => void = () => undefined;
  const pressed = new Promise<void>((resolve) => {
    press = resolve;
  });
  let pressing: Promise<unknown> = Promise.resolve();
  account.at(async (point, attempt) => {
    if (moment === null || point !== moment.point || attempt.kind !== moment.kind) return;
    if (moment.kind === 'upload' && kind !== 'backfill' && (await nameOf(test, account, attempt.unit)) !== kind) return;
    account.at(async () => undefined);
    press();
    if (still) await pressing.catch(() => undefined);
    else await pause(Math.random() < 0.5 ? 0 : Math.random() * 15);
  });
  const id = await account.launch([`${number},race ${number}`]);
  if (moment === null) void pause(Math.random() * LONGEST).then(press);
  const over = account
    .ended(id)
    .catch(() => undefined)
    .then(press);
  await pressed;
  const started = performance.now();
  const asking = cancel(test, account, kind, id);
  pressing = asking;
  const answer = await asking.catch((error: unknown) => `failed: ${String(error)}`);
  const seconds = (performance.now() - started) / 1000;
  // The content of the destination when the person sees the answer.
  const before = await stateOf(test, lane);
  await over;
  await account.ended(id);
  const after = await stateOf(test, lane);
  return { kind, answer, seconds, broken: await problemsOf(test, lane, { kind, number, id, answer, before, after }) };
}

type State = Readonly<Record<Destination, number>>;
async function stateOf(test: DeliveriesUnderTest, lane: Lane): Promise<State> {
  const [table, file, object] = await Promise.all(DESTINATIONS.map((one) => held(test, lane, one)));
  return { table: table ?? Number.NaN, file: file ?? Number.NaN, object: object ?? Number.NaN };
}

async function nameOf(test: DeliveriesUnderTest, { account }: DeliveringAccount, id: string): Promise<string> {
  const [row] = await test.work.rows(account, sql<{ name: string }>`select name from upload where id = ${id}`);
  return row?.name ?? '';
}

/** Presses the button of the newest race's part, as soon as that part is there. */
async function cancel(
  test: DeliveriesUnderTest,
  account: DeliveringAccount,
  kind: Kind,
  backfillId: string,
): Promise<string> {
  const { session } = account;
  if (kind === 'backfill') return (await test.backfills.save(session, backfillId, { cancel: true })).kind;
  const query =
    kind === 'download'
      ? sql<{ id: string }>`select id from download where backfill_id = ${backfillId}`
      : sql<{ id: string }>`
          select u.id from upload u join flow f on f.id = u.flow_id where f.backfill_id = ${backfillId} and u.name = ${kind}`;
  let id: string | undefined;
  await until(20_000, async () => {
    id = (await test.work.rows(account.account, query))[0]?.id;
    return id !== undefined;
  });
  return kind === 'download'
    ? test.transfers.abandon(session, 'download', id ?? '')
    : test.transfers.abandon(session, 'upload', id ?? '');
}

type Seen = {
  readonly kind: Kind;
  readonly number: number;
  readonly id: string;
  readonly answer: string;
  readonly before: State;
  readonly after: State;
};

type Unit = {
  readonly kind: string;
  readonly name: string;
  readonly status: string;
  readonly ends: number;
  readonly last: string | null;
};

/** Checks the promises, and returns the broken ones. */
async function problemsOf(test: DeliveriesUnderTest, { account }: Lane, seen: Seen): Promise<string[]> {
  const { kind, number, answer, before, after } = seen;
  const units = await test.work.rows(
    account.account,
    sql<Unit>`
      with own as (select id from flow where backfill_id = ${seen.id}),
      units as (
        select 'download' as kind, source as name, status, id from download where backfill_id = ${seen.id}
        union all select 'flow', 'flow', status, id from flow where backfill_id = ${seen.id}
        union all select 'upload', name, status, id from upload where flow_id in (select id from own)
      )
      select kind, name, status, (
        select count(*)::int from event e where coalesce(e.upload_id, e.flow_id, e.download_id) = units.id
          and (e.will_retry is null or not e.will_retry)
      ) as ends, (select message from event e where coalesce(e.upload_id, e.flow_id, e.download_id) = units.id order by e.id desc limit 1) as last
      from units`,
  );
  const found: string[] = [];
  for (const destination of DESTINATIONS) {
    const unit = units.find((one) => one.kind === 'upload' && one.name === destination);
    const there = after[destination] === number;
    // Status and destination agree, whichever side won.
    if (there !== (unit?.status === 'completed'))
      found.push(`${destination} is ${unit?.status}, but holds race ${after[destination]}`);
    const cancelled = kind === destination || kind === 'download' || kind === 'backfill';
    // After the toast nothing comes.
    if (answer === 'ok' && cancelled && before[destination] !== after[destination])
      found.push(`${destination} changed after the toast, from race ${before[destination]} to ${after[destination]}`);
    if (answer === 'ok' && (kind === destination || kind === 'download') && there)
      found.push(`${destination} has what was abandoned`);
    if (answer === 'finished' && kind === destination && !(before[destination] === number && there))
      found.push(`${destination} was reported to be finished, but held race ${before[destination]}`);
    if (
      unit &&
      unit.status === 'abandoned' &&
      unit.last !== 'Abandoned by Olivia.' &&
      unit.ends !== 0 &&
      kind === destination
    )
      found.push(`${destination} was abandoned, and then reported: ${unit.last}`);
    if (unit?.status === 'completed' && unit.ends !== 1)
      found.push(`${destination} was reported to be completed ${unit.ends} times`);
  }
  const open = units.filter(({ status }) => !OVER.includes(status));
  if (open.length > 0) found.push(`left open: ${open.map((one) => `${one.kind} ${one.status}`).join()}`);
  const failed = units.filter(({ status }) => ['failed', 'FATAL', 'ERROR'].includes(status));
  if (failed.length > 0) found.push(`failed: ${failed.map((one) => `${one.kind} ${one.last}`).join()}`);
  return found.map((text) => `race ${number} (${kind}, ${answer}): ${text}`);
}

const OVER: readonly string[] = [
  'completed',
  'abandoned',
  'cancelled',
  'STOPPED',
  'ABANDONED',
  'failed',
  'FATAL',
  'ERROR',
];
