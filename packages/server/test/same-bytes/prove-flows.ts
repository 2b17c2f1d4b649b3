import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { BuiltAccount } from '../../testing/build-account.ts';
import { useWork } from '../../testing/hooks/use-server.ts';
import { FLOWS, type SameFlow } from './flows.ts';
import { BODIES, COLUMNS } from './sources.ts';

/** G4: equal inputs give equal bytes, in the store and at the destination, in whatever order they came. */

type Work = ReturnType<typeof useWork>;

/** Lets a source answer for its oldest report date, then for the next one. */
type Gate = { open(): void; readonly isOpen: Promise<void> };
const gate = (): Gate => {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { open: () => resolve(), isOpen: promise };
};

type Run = { readonly account: BuiltAccount; readonly flow: SameFlow; readonly gates: Map<string, Gate> };

const hashOf = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex');
const fileOf = (flow: SameFlow): string => flow.file ?? 'result.csv';

/** Publishes a flow's script for an account of its own, whose sources wait until their gate is open. */
async function begin(work: Work, flow: SameFlow, number: number): Promise<Run> {
  const folder = `/same/${FLOWS.indexOf(flow)}/${number}`;
  const gates = new Map<string, Gate>();
  const gateOf = (source: string, date: string): Gate => {
    const found = gates.get(`${source} ${date}`) ?? gate();
    gates.set(`${source} ${date}`, found);
    return found;
  };
  const downloads = flow.sources.map((source) => {
    work.answers.set(`${folder}/${source}`, (request, response) => {
      const date = (request.url ?? '').split('/').at(-1) ?? '';
      void gateOf(source, date).isOpen.then(() => response.writeHead(200).end(BODIES.get(source)));
    });
    return `download ${source} from {
      type: "http"; url: "${work.source}${folder}/${source}/{YYYY-MM-DD}"; format: "${source === 'nested' ? 'jsonl' : 'csv'}";
      timezone: "UTC"; lookback_days: ${flow.dates ?? 1};
    } using { ${COLUMNS.get(source)} };`;
  });
  const upload = `upload result to { type: "file"; path: "${fileOf(flow)}"; mode: "truncate"; };`;
  const account = await work.publish([...downloads, flow.tables, upload].join('\n'));
  return { account, flow, gates };
}

/** Lets the downloads of one date after the other complete, in the given order. */
async function complete(work: Work, { account, flow, gates }: Run, order: readonly string[]): Promise<void> {
  const dates = flow.dates ?? 1;
  const asked = order.length * dates;
  await expect.poll(() => gates.size, { timeout: 60_000, interval: 50 }).toBe(asked);
  const completed = async (): Promise<number> =>
    (await work.rows(account, sql`select from download where status = 'completed'`)).length;
  let done = 0;
  for (const date of [...new Set([...gates.keys()].map((key) => key.split(' ')[1] ?? ''))].sort()) {
    for (const source of order) {
      gates.get(`${source} ${date}`)?.open();
      done += 1;
      await expect.poll(completed, { timeout: 60_000, interval: 50 }).toBe(done);
    }
    const open = async (): Promise<number> =>
      (await work.rows(account, sql`select from unit where state <> 'done'`)).length;
    await expect.poll(open, { timeout: 60_000, interval: 50 }).toBe(asked - done);
  }
}

/** Hashes of everything that a run left: of loaded tables, the result, kept rows and the delivered file. */
async function leftBy(work: Work, { account, flow }: Run): Promise<Readonly<Record<string, unknown>>> {
  const stored = (key: string | null): string | null => key && hashOf(join(work.storeFolder, key.split(';')[0] ?? ''));
  const parts = await work.rows(
    account,
    sql<{ name: string; report_date: string; tables: readonly { readonly tableKey: string }[] }>`
      select p.name, d.report_date::text as report_date, p.tables
      from download_part p join download d on d.account_id = p.account_id and d.id = p.download_id order by 1, 2`,
  );
  const uploads = await work.rows(
    account,
    sql<{ rows: number; result_key: string | null; status: string }>`
      select row_count as rows, result_key, status from upload order by report_date`,
  );
  const states = await work.rows(
    account,
    sql<{ state_key: string }>`select state_key from table_state order by table_name`,
  );
  const messages = await work.rows(
    account,
    sql<{ message: string }>`select message from event where severity in ('warn', 'error', 'fatal')`,
  );
  const path = work.delivered(account, fileOf(flow));
  return {
    messages: messages.map(({ message }) => message),
    tables: parts.map((part) => [part.name, part.report_date, part.tables.map(({ tableKey }) => stored(tableKey))]),
    results: uploads.map(({ rows, status, result_key: key }) => [rows, status, stored(key)]),
    states: states.map(({ state_key: key }) => stored(key)),
    delivered: existsSync(path) ? hashOf(path) : null,
  };
}

/** Runs each flow twice, its sources in opposite orders, and compares what is left. */
export function proveFlows(flows: readonly SameFlow[]): void {
  // Enough for every download of two runs to wait at its gate.
  const work = useWork({ concurrency: 10 });

  it.each(flows)('writes the same bytes in another order: $name', { timeout: 120_000 }, async (flow) => {
    const runs = [await begin(work, flow, 1), await begin(work, flow, 2)] as const;
    await Promise.all([complete(work, runs[0], flow.sources), complete(work, runs[1], flow.sources.toReversed())]);
    const [first, second] = await Promise.all(runs.map((run) => leftBy(work, run)));
    expect(first?.['messages']).toEqual([]);
    expect(second).toEqual(first);
    const results = first?.['results'] as readonly (readonly [number, string, string])[];
    if (flow.rows === 0) expect(first).toMatchObject({ results: [], delivered: null });
    else {
      expect(results).toHaveLength(flow.dates ?? 1);
      for (const [rows, status] of results)
        expect([status, flow.rows ?? Math.max(1, rows)]).toEqual(['completed', rows]);
      expect(first?.['delivered']).toMatch(/^[0-9a-f]{64}$/);
    }
    expect(work.problems).toEqual([]);
  });
}
