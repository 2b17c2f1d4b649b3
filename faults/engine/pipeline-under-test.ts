import { readFile } from 'node:fs/promises';
import { createTestDatabase } from '@switchboard/connectors/testing/database';
import {
  type BuiltAccount,
  keyToStore,
  type RunningWork,
  type SourceAnswer,
  startWork,
  type WorkOptions,
} from '@switchboard/server/testing';
import { sql } from 'kysely';
import { setup } from '../../scripts/unit/test-postgres.ts';
import { type Outcome, readOutcome } from './outcome.ts';

/**
 * The real thing for a fault test: PostgreSQL, the queue, workers, scheduler and DuckDB in this process, an HTTP source that
 * answers what a test wants, and as destinations tables of another database and files.
 */
export type PipelineUnderTest = {
  readonly work: RunningWork;
  /** An account whose script downloads one report and sends it to a table and to a file. */
  open(options: AccountOptions): Promise<AccountUnderTest>;
  /** Lets the report date of all open accounts come due once more, at most 11 times, and waits until nothing is left to do. */
  pull(within?: number): Promise<void>;
  /** Rows of a query in the database that uploads go to, values as text. */
  warehouse(query: string): Promise<unknown[][]>;
  stop(): Promise<void>;
};

/**
 * The source answers with a file of this name. `parameters` and `columns` are the download's, as the script writes them; `query`
 * selects from `ads` what is uploaded.
 */
export type AccountOptions = Readonly<{ file: string; parameters?: string; columns?: string; query?: string }>;

export type AccountUnderTest = {
  readonly account: BuiltAccount;
  /** The warehouse's table. */
  readonly table: string;
  /** Where the source is asked, for the report date `{date}`. */
  readonly url: string;
  /** Sets the source's answer to further requests. */
  serve(answer: SourceAnswer): void;
  /** Everything that can be seen of the account. */
  outcome(): Promise<Outcome>;
  /** No more is scheduled for it. Once no account is open, the report date's hours begin again. */
  end(): Promise<void>;
};

const COLUMNS = 'id: integer not null; site: string; clicks: integer;';

/** Secrets that no event, message or answer may ever show. */
const PROVIDER_TOKEN = 'canary-5b1f60c2e7a94d38';
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Shortly after the next noon, so that all of the afternoon is still to come. Never behind the database's clock. */
const nextNoon = (): number => Math.ceil((Date.now() - HOUR * 12) / DAY) * DAY + 12 * HOUR + 300_000;

const everySecond = (time: number): (() => number) => {
  const ahead = time - Date.now();
  return () => Date.now() + ahead;
};

export async function startPipeline(options: Omit<WorkOptions, 'now'> = {}): Promise<PipelineUnderTest> {
  const stopPostgres = await setup();
  let clock = everySecond(nextNoon());
  const database = await createTestDatabase();
  const work = await startWork({ retryBaseMs: 5, ...options, now: () => clock() });
  const secrets = [PROVIDER_TOKEN, String(database.key.properties['password'])];
  let opened = 0;
  const due = new Map<string, { readonly account: BuiltAccount; pulls: number }>();

  const open: PipelineUnderTest['open'] = async ({ file, parameters = '', columns = COLUMNS, query = 'ads' }) => {
    if (due.size === 0) clock = everySecond(nextNoon());
    opened += 1;
    const table = `ads_${opened}`;
    const path = `/${opened}/${file}`;
    const account = await work.publish(
      `
      download ads from {
        type: "http"; url: "${work.source}${path}?date={YYYY-MM-DD}"; key: "provider"; timezone: "UTC"; lookback_days: 0;
        hour_of_day: [13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23]; ${parameters}
      } using { ${columns} };
      table result is ${query === 'ads' ? 'select * from ads' : query};
      upload result as tables to { type: "postgres"; key: "warehouse"; table: "${table}"; };
      upload result as files to { type: "file"; path: "result.csv"; mode: "truncate"; };
      `,
      [
        {
          name: 'provider',
          type: 'api_token',
          properties: { hosts: new URL(work.source).host },
          secrets: { api_token: PROVIDER_TOKEN },
        },
        keyToStore(database.key),
      ],
    );
    due.set(account.accountId, { account, pulls: 0 });
    return {
      account,
      table,
      url: `${work.source}${path}?date={date}`,
      serve: (answer) => void work.answers.set(path, answer),
      async outcome() {
        const seen = await readOutcome(work, account, secrets);
        const exists = await database.rows(`select 1 from pg_tables where tablename = '${table}'`);
        const tables = exists.length === 0 ? [] : await database.rows(`select * from ${table}`);
        const delivered = await readFile(work.delivered(account, 'result.csv'), 'utf8').catch(() => '');
        return {
          ...seen,
          // The report date, which the upload adds, comes last.
          table: tables.map((row) => row.slice(0, -1).map(String).join(',')).toSorted(),
          file: delivered
            .split('\n')
            .slice(1)
            .filter((line) => line !== '')
            .toSorted(),
        };
      },
      end: async () => {
        due.delete(account.accountId);
        await work.database.withSystem((tx) =>
          sql`update account set status = 'deactivated' where id = ${account.accountId}`.execute(tx),
        );
      },
    };
  };

  return {
    work,
    open,
    async pull(within) {
      clock = everySecond(clock() + HOUR);
      const waiting = [...due.values()].map(async (one) => {
        one.pulls += 1;
        await untilMade(work, one.account, one.pulls);
        await work.settled(one.account, within);
      });
      await Promise.all(waiting);
    },
    warehouse: (query) => database.rows(query),
    async stop() {
      await work.stop();
      await database.close();
      await stopPostgres?.();
      if (stopPostgres) delete process.env['TEST_POSTGRES_URL'];
    },
  };
}

/** Until the schedule has made this many downloads. */
async function untilMade(work: RunningWork, account: BuiltAccount, count: number): Promise<void> {
  const deadline = performance.now() + 30_000;
  for (;;) {
    const [row] = await work.rows(account, sql<{ made: number }>`select count(*) as made from download`);
    if ((row?.made ?? 0) >= count) return;
    if (performance.now() > deadline) throw new Error(`The schedule made ${row?.made} of ${count} downloads.`);
    await new Promise((done) => setTimeout(done, 50));
  }
}
