import { connectorByName } from '@switchboard/connectors';
import {
  type AssertionResult,
  buildResults,
  type FlowInput,
  type FlowOutput,
  type FlowResult,
  type FlowState,
  type LostValues,
} from '@switchboard/engine';
import { PipelineError } from '@switchboard/model/errors/errors';
import { asOfDate } from '@switchboard/model/kept/as-of-date';
import type { PlanAssertion, PlanUpload } from '@switchboard/model/plan';
import type { DownloadOutcome, PipelineParts } from './pipeline-parts.ts';
import { withRetries } from './with-retries.ts';

/** A table to build, under the name of what it is built for, with all that it is made from. */
export type BuildTarget = Pick<PlanUpload, 'name' | 'table' | 'tables' | 'sourceTables'>;

export type BuiltTables = {
  /** Each target's result, or why there is none. */
  readonly results: ReadonlyMap<string, FlowOutput | Error>;
  /** The next version of the rows of `upsert` tables. */
  readonly states: readonly FlowState[];
  readonly assertions: readonly AssertionResult[];
  readonly lostValues: readonly LostValues[];
};

const NOTHING: BuiltTables = { results: new Map(), states: [], assertions: [], lostValues: [] };

/** The assertions to evaluate on the tables of some targets, by the targets' names. */
export type AssertionsFor = (targets: readonly string[]) => readonly PlanAssertion[];

const CONNECTORS = connectorByName();
const QUERY_TIMEOUT = 30 * 60_000;

/**
 * Builds targets in one flow; when that fails, each for itself, so that one bad table stops only its own. Throws only the
 * signal's reason.
 */
export async function buildTables(
  parts: PipelineParts,
  targets: readonly BuildTarget[],
  downloads: readonly DownloadOutcome[],
  assertionsFor: AssertionsFor = () => [],
): Promise<BuiltTables> {
  if (targets.length === 0) return NOTHING;
  const names = targets.map((target) => target.name);
  const work = { kind: 'flow', name: names.join(', ') } as const;
  try {
    const answer = await withRetries(parts, work, (attempt) =>
      buildFlow(parts, targets, { downloads, assertions: assertionsFor(names) }, `${targets.length}/${attempt}`),
    );
    const { outputs, states = [], assertions = [], lostValues = [] } = answer;
    return { results: new Map(outputs.map((output) => [output.upload, output])), states, assertions, lostValues };
  } catch (error) {
    parts.signal.throwIfAborted();
    const failure = error instanceof Error ? error : new Error(String(error));
    const mayBeOneTable = targets.length > 1 && error instanceof PipelineError && error.code !== 'ATTEMPTS_EXHAUSTED';
    if (!mayBeOneTable) return { ...NOTHING, results: new Map(names.map((name) => [name, failure])) };
  } finally {
    parts.report({ kind: 'processed', work });
  }
  const results = new Map<string, FlowOutput | Error>();
  const states = new Map<string, FlowState>();
  const assertions = new Map<string, AssertionResult>();
  const lost = new Map<string, LostValues>();
  for (const target of targets) {
    const built = await buildTables(parts, [target], downloads, assertionsFor);
    for (const [name, result] of built.results) results.set(name, result);
    for (const state of built.states) states.set(state.table, state);
    for (const assertion of built.assertions) assertions.set(assertion.assertion, assertion);
    for (const each of built.lostValues) lost.set(`${each.table}\n${each.expression}`, each);
  }
  return {
    results,
    states: [...states.values()],
    assertions: [...assertions.values()],
    lostValues: [...lost.values()],
  };
}

/** The last report date whose kept rows a target shows: of an upload that of its place. */
function keptAsOf({ plan, reportDate }: PipelineParts, name: string): string | null {
  const upload = plan.uploads.find((each) => each.name === name);
  const spec = upload && CONNECTORS.get(upload.connector)?.spec;
  return spec ? asOfDate(spec, upload, reportDate) : reportDate;
}

async function buildFlow(
  parts: PipelineParts,
  targets: readonly BuildTarget[],
  {
    downloads,
    assertions,
  }: { readonly downloads: readonly DownloadOutcome[]; readonly assertions: readonly PlanAssertion[] },
  attempt: string,
): Promise<FlowResult> {
  const work = { kind: 'flow', name: targets.map((target) => target.name).join(', ') } as const;
  const needed = new Set(targets.flatMap((target) => target.tables));
  const tables = parts.plan.tables.filter((table) => needed.has(table.name));
  const sourceTables = new Set(targets.flatMap((target) => target.sourceTables));
  const inputs: FlowInput[] = downloads.flatMap(({ reportDate, tables: loaded }) =>
    loaded
      .filter((table) => sourceTables.has(table.name))
      .map(({ name, answer }) => ({
        table: name,
        columns: answer.columns,
        parts: answer.tables.map(({ tableKey, filename }) => ({ tableKey, filename, reportDate })),
      })),
  );
  const prefix = `${parts.prefix}/result/${targets[0]?.name ?? 'none'}/${attempt}`;
  return parts.withContext(
    (progress) => parts.report({ kind: 'working', work, doing: 'processing', progress }),
    async (context) =>
      buildResults(
        {
          reportDate: parts.reportDate,
          tables,
          inputs,
          states: await parts.keptRows.offer(tables, `${prefix}/kept`),
          assertions,
          rowCounts: [...parts.rowCounts].map(([table, counts]) => ({ table, counts })),
          outputs: targets.map(({ name, table }) => ({
            upload: name,
            table,
            asOf: keptAsOf(parts, name),
            isStoredEmpty: true,
          })),
          prefix,
          limits: { memoryBytes: parts.memoryBytes, timeoutMs: QUERY_TIMEOUT },
        },
        context,
      ),
  );
}
