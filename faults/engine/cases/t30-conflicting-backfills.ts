import type { Plan, PlanUpload } from '@switchboard/model/plan';
import {
  ask,
  type BuiltAccount,
  buildAccount,
  buildSource,
  buildUpload,
  type GraphqlServer,
  startGraphqlServer,
} from '@switchboard/server/testing';
import { sql } from 'kysely';
import { setup } from '../../../scripts/unit/test-postgres.ts';
import { faultRow } from '../fault-row.ts';
import type { FaultRow, FaultTest } from '../fault-test.ts';

export const t30ConflictingBackfills: FaultTest = {
  id: 'T30',
  title: '200 launches of overlapping backfills at once, in each of two accounts',
  run,
};

const LAUNCHES = 200;
const ROUNDS = 3;
const UPLOADS = ['daily', 'spend', 'both'];

const upload = (name: string): PlanUpload => buildUpload(name, { destination: 'file · {name}/{YYYY-MM-DD}.csv' });
const PLAN: Partial<Plan> = { sources: [buildSource('ads')], uploads: UPLOADS.map(upload) };

const LAUNCH = `mutation ($names: [String!]!, $title: String!, $start: String!, $end: String!) {
  launch_backfill(upload_names: $names, title: $title, start_datetime: $start, end_datetime: $end) {
    __typename ... on Backfill { id title } ... on ConflictingBackfillsError { conflicting_backfills { id title } } } }`;

type Launch = {
  readonly __typename: string;
  readonly id?: string;
  readonly conflicting_backfills?: readonly { readonly id: string; readonly title: string }[];
};

async function run(): Promise<readonly FaultRow[]> {
  const stopPostgres = await setup();
  const server = await startGraphqlServer();
  try {
    const found: FaultRow[] = [];
    for (let round = 1; round <= ROUNDS; round += 1) found.push(...(await race(server, round)));
    return found;
  } finally {
    await server.stop();
    await stopPostgres?.();
    if (stopPostgres) delete process.env['TEST_POSTGRES_URL'];
  }
}

/** Every range holds the 15th, and every choice of uploads `both`. */
function variables(title: string, index: number): Readonly<Record<string, unknown>> {
  const day = (date: number): string => `2026-01-${String(date).padStart(2, '0')}`;
  return {
    names: index % 3 === 0 ? ['both'] : index % 3 === 1 ? ['daily', 'both'] : ['both', 'spend', 'daily'],
    title,
    start: `${day(1 + (index % 15))}T00:00:00.000Z`,
    end: `${day(15 + (index % 10))}T23:59:59.000Z`,
  };
}

async function race(server: GraphqlServer, round: number): Promise<readonly FaultRow[]> {
  const accounts = await Promise.all([buildAccount(server.database, PLAN), buildAccount(server.database, PLAN)]);
  const tokens = await Promise.all(accounts.map(({ accountId }) => server.tokenOf({ [accountId]: ['operator'] })));
  const started = performance.now();
  const answers = await Promise.all(
    Array.from({ length: LAUNCHES * accounts.length }, async (_, index) => {
      const of = index % accounts.length;
      const account = accounts[of];
      const title = `canary ${account?.urlName} ${index}`;
      const as = { token: tokens[of] ?? '', account: account?.urlName };
      const { data, errors } = await ask(server, as, LAUNCH, variables(title, index));
      const launch = (data as { launch_backfill: Launch | null } | null)?.launch_backfill ?? null;
      return { of, launch, errors: errors.map((error) => error.message) };
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  return Promise.all(
    accounts.map((account, of) =>
      judge(
        server,
        account,
        `round ${round}, account ${of + 1}`,
        seconds,
        answers.filter((one) => one.of === of),
      ),
    ),
  );
}

async function judge(
  server: GraphqlServer,
  account: BuiltAccount,
  what: string,
  seconds: number,
  answers: readonly { readonly launch: Launch | null; readonly errors: readonly string[] }[],
): Promise<FaultRow> {
  const stored = await server.database.withAccount(account.accountId, async (tx) => {
    const backfills = await sql<{ id: string; title: string }>`select id, title from backfill`.execute(tx);
    const events = await sql`select 1 from event where backfill_id is not null`.execute(tx);
    return { backfills: backfills.rows, events: events.rows.length };
  });
  const [only] = stored.backfills;
  const won = answers.filter(({ launch }) => launch?.__typename === 'Backfill');
  const lost = answers.filter(({ launch }) => launch?.__typename === 'ConflictingBackfillsError');
  // Each names the one that is there, by id and title, and nothing else.
  const exact = lost.filter(
    ({ launch }) =>
      JSON.stringify(launch?.conflicting_backfills) === JSON.stringify([{ id: only?.id, title: only?.title }]),
  );
  const own = answers.every(({ launch }) =>
    (launch?.conflicting_backfills ?? []).every(({ title }) => title.startsWith(`canary ${account.urlName} `)),
  );
  return faultRow(
    what,
    {
      launched: 1,
      refused: LAUNCHES - 1,
      'naming the one launched': LAUNCHES - 1,
      'only own titles': true,
      errors: 0,
      stored: 1,
      events: 1,
    },
    {
      launched: won.filter(({ launch }) => launch?.id === only?.id).length,
      refused: lost.length,
      'naming the one launched': exact.length,
      'only own titles': own,
      errors: answers.filter(({ errors }) => errors.length > 0).length,
      stored: stored.backfills.length,
      events: stored.events,
      'first error': answers.flatMap(({ errors }) => errors)[0] ?? 'none',
      'seconds for all': seconds.toFixed(1),
    },
  );
}
