import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CONNECTORS, type Connector, createEgress } from '@switchboard/connectors';
import type { PipelineError } from '@switchboard/model/errors/errors';
import { type Fault, noFault } from '@switchboard/model/faults';
import type { Source } from '@switchboard/model/plan';
import { useFolder } from '@switchboard/model/testing/use-folder';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeEach, expect } from 'vitest';
import type { Database, Tx } from '../../src/db/database.ts';
import { failUnit } from '../../src/pipeline/attempts/fail-unit.ts';
import { schedule } from '../../src/pipeline/schedule/scheduler.ts';
import { findDue, type ProberDeps, workOff } from '../../src/pipeline/sources/prober.ts';
import type { WorkerQueue } from '../../src/queue/queue.ts';
import { type BuiltAccount, buildAccount } from '../build-account.ts';
import { buildSource } from '../build-plan.ts';
import { useDatabase, useQueue } from './use-database.ts';

export const MINUTE = 60_000;
export const at = (text: string): number => Date.parse(text);

export type SeenDownload = { date: string | null; status: string; state: string; files: string; trigger: string };
export type SeenSource = { last_probe: Date | null; next_probe: Date | null; probe_failures: number; status: string };

/** A source of CSV files in the folder `in`, with the date in their names. */
export function buildFileSource(more: Partial<Source> = {}): Source {
  const parameters = { path: 'in', pattern: '*.csv', datetime_pattern: 'YYYYMMDD' };
  return buildSource('ads', { connector: 'file', parameters, ...more });
}

/**
 * Scheduler and prober, called by hand, on a database, folders and a clock of their own, which stand at their start again
 * before each test. The tests fail when work raised an error that it should have handled.
 */
export function useFileWorld(): FileWorld {
  const used = useDatabase();
  const world = new FileWorld({ database: used.database, queue: useQueue(used), folder: useFolder('file-world') });
  beforeEach(() => world.reset());
  afterAll(() => expect(world.problems).toEqual([]));
  return world;
}

class FileWorld {
  now = at('2026-11-20T12:00:00Z');
  fault: Fault = noFault;
  /** Thrown by every listing while set. */
  failing: PipelineError | null = null;
  listings = 0;
  readonly problems: unknown[] = [];
  readonly database: Database;
  readonly deps: ProberDeps & { readonly queue: WorkerQueue };
  readonly #folder: string;

  constructor(parts: { readonly database: Database; readonly queue: WorkerQueue; readonly folder: string }) {
    this.database = parts.database;
    this.#folder = parts.folder;
    const connectors = new Map(CONNECTORS.map((connector) => [connector.spec.name, this.#watched(connector)]));
    this.deps = {
      database: parts.database,
      queue: parts.queue,
      fault: (point) => this.fault(point),
      now: () => this.now,
      random: () => 0.5,
      settle: MINUTE,
      openKey: async (_accountId, { name }) => ({ name, type: 'api_token', properties: {} }),
      prepare: async (accountId, signal) => ({
        egress: createEgress({ allowPrivate: [], stallTimeoutMs: 1000, now: Date.now }),
        signal,
        fault: noFault,
        now: () => this.now,
        folders: { read: [join(parts.folder, accountId)], write: [] },
        connectors,
      }),
      failUnit,
      reference: () => 'ref',
      onError: (error) => this.problems.push(error),
    };
  }

  /** The real connector, whose listings are counted and can be made to fail. */
  #watched(connector: Connector): Connector {
    const load = connector.source;
    if (!load || connector.spec.source?.listsFiles !== true) return connector;
    const source: typeof load = async () => {
      const opened = await load();
      return {
        ...opened,
        list: async (request, context) => {
          this.listings += 1;
          if (this.failing) throw this.failing;
          return (await opened.list?.(request, context)) ?? [];
        },
      };
    };
    return { ...connector, source };
  }

  /** Noon of the day on which each test begins, and nothing planned to go wrong. */
  reset(): void {
    this.now = at('2026-11-20T12:00:00Z');
    this.fault = noFault;
    this.failing = null;
  }

  async schedule(): Promise<void> {
    const { database, queue } = this.deps;
    await schedule({ database, queue, fault: noFault, now: () => this.now, onError: () => {} });
  }

  /** Probes every due source once. Returns how many it probed. */
  async probe(): Promise<number> {
    return workOff(this.deps, await findDue(this.deps), new AbortController().signal);
  }

  async tick(): Promise<void> {
    await this.schedule();
    await this.probe();
  }

  inAccount<T>(account: BuiltAccount, use: (tx: Tx) => Promise<T>): Promise<T> {
    return this.database.withAccount(account.accountId, use);
  }

  async rows<Row>(account: BuiltAccount, query: RawBuilder<Row>): Promise<Row[]> {
    return (await this.inAccount(account, (tx) => query.execute(tx))).rows;
  }

  /** An account with this source alone, scheduled since an instant. */
  async declare(since: string, source = buildFileSource()): Promise<BuiltAccount> {
    const account = await buildAccount(this.database, { sources: [source] });
    if (source.key !== null)
      await this.rows(
        account,
        sql`insert into key (account_id, id, name, type) values (${account.accountId}, ${source.key.id}, ${source.key.name}, 's3')`,
      );
    await this.rows(
      account,
      sql`
        insert into download_declaration (account_id, name, project, connector, key_id, scheduled_through, next_due)
        values (${account.accountId}, ${source.name}, 'ads', 'file', ${source.key?.id ?? null}, ${new Date(since)}, ${new Date(since)})`,
    );
    return account;
  }

  /** A file that was last changed so many minutes ago. */
  put(account: BuiltAccount, path: string, text: string, minutesAgo = 60): void {
    const file = join(this.#folder, account.accountId, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    utimesSync(file, this.now / 1000, (this.now - minutesAgo * MINUTE) / 1000);
  }

  drop(account: BuiltAccount, path: string): void {
    rmSync(join(this.#folder, account.accountId, path));
  }

  downloads(account: BuiltAccount): Promise<SeenDownload[]> {
    return this.rows(
      account,
      sql<SeenDownload>`
        select d.report_date::text as date, d.status, u.state, d.trigger,
          coalesce((select string_agg(f->>'path', ' ') from jsonb_array_elements(d.files) f), '') as files
        from download d join unit u on u.account_id = d.account_id and u.id = d.id order by d.report_date, d.id`,
    );
  }

  /** Each download as "date status state files". */
  async shown(account: BuiltAccount): Promise<string[]> {
    const rows = await this.downloads(account);
    return rows.map((row) => `${row.date} ${row.status} ${row.state} ${row.files}`.trim());
  }

  async sourceRow(account: BuiltAccount): Promise<SeenSource | undefined> {
    const query = sql<SeenSource>`select last_probe, next_probe, probe_failures, status from download_declaration`;
    return (await this.rows(account, query))[0];
  }

  events(account: BuiltAccount): Promise<{ message: string; code: string | null }[]> {
    return this.rows(
      account,
      sql<{ message: string; code: string | null }>`select message, code from event order by id`,
    );
  }

  /** Ends the downloads that can start as the work itself would, without doing it. */
  async finishReady(account: BuiltAccount): Promise<void> {
    await this.inAccount(account, async (tx) => {
      await sql`
        update download d set status = 'completed', finished = now(), raw = '[]' from unit u
        where u.account_id = d.account_id and u.id = d.id and u.state = 'ready'
      `.execute(tx);
      await sql`update unit set state = 'done' where state = 'ready'`.execute(tx);
    });
  }
}
