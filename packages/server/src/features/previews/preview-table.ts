import { type EngineContext, previewFile, previewTable, type TablePreview } from '@switchboard/engine';
import type { Plan, PlanTable, SourceTable } from '@switchboard/model/plan';
import { type Column, typeName } from '@switchboard/model/schema';
import type { Database } from '../../db/database.ts';
import { readStates } from '../../pipeline/flows/run-flow.ts';
import type { CompileScript, EditedScript, NoPlan } from './draft-plan.ts';
import { describeRunError, failed, type PreviewFailure, TOO_MANY } from './preview-failure.ts';
import { type FoundInputs, findInputs, type InputDownload, loadInputs } from './preview-inputs.ts';
import { BUSY, type Sandbox } from './sandbox.ts';

/** Rows that a preview shows. */
export const PREVIEW_ROWS = 200;
const LIMIT_MS = 15_000;
const MEMORY_BYTES = 512 * 1024 ** 2;
const VALUE_LENGTH = 1000;

export type PreviewRequest = EditedScript & {
  readonly personId: string;
  readonly table: string;
  readonly signal: AbortSignal;
};

/** A record of a file that does not fit the declaration of its source, or fits it only by the lenient reading. */
export type ShownDirtyRow = {
  /** Rows of the preview that stand before it in the file. */
  readonly before: number;
  readonly line: number;
  readonly column: string;
  readonly reason: string;
  readonly raw: string;
};

export type ShownPreview = {
  readonly kind: 'preview';
  readonly table: string;
  readonly isSource: boolean;
  readonly reportDate: string | null;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  readonly rows: TablePreview['rows'];
  /** The number of all rows; null where only the first were read. */
  readonly total: number | null;
  readonly dirty: readonly ShownDirtyRow[];
  /** Dirty rows of the downloads that it is made from; null where these are loaded differently now. */
  readonly dirtyTotal: number | null;
  readonly inputs: readonly {
    readonly name: string;
    readonly downloadId: string;
    /** Whether its files were loaded again, by the declaration of the draft. */
    readonly isReloaded: boolean;
  }[];
  readonly milliseconds: number;
};

export type PreviewOutcome = ShownPreview | PreviewFailure | NoPlan;

export type PreviewParts = {
  readonly database: Database;
  readonly sandbox: Sandbox;
  readonly compile: CompileScript;
};

type Rows = Pick<ShownPreview, 'columns' | 'rows' | 'total' | 'dirty'>;

/** Computes the first rows of a table of a script as it stands in an editor, of the newest report date with downloads. */
export async function previewScriptTable(parts: PreviewParts, request: PreviewRequest): Promise<PreviewOutcome> {
  const started = performance.now();
  const { accountId, table } = request;
  const read = await parts.database.withAccount(accountId, async (tx) => {
    const compiled = await parts.compile(tx, request);
    if (compiled.kind !== 'compiled') return compiled;
    const { plan } = compiled;
    const needed = neededTables(plan, table);
    if (needed === null) return failed('no_table', `The draft has no table ${table.slice(0, 200)}.`);
    const inputs = await findInputs(tx, accountId, plan, { tables: needed.sources });
    if (inputs.kind !== 'found') return failed('no_download', inputs.message);
    const states = await readStates(tx, accountId, needed.tables);
    return { kind: 'ready' as const, plan, needed, inputs, states };
  });
  if (read.kind !== 'ready') return read;
  const { plan, needed, inputs } = read;
  const sourceTable = plan.sources.flatMap(({ tables }) => tables).find(({ name }) => name === table);
  const [download] = inputs.downloads;
  const work = (engine: EngineContext): Promise<Rows> =>
    sourceTable && download ? firstOfFiles(download, sourceTable, engine) : firstOfTable({ ...read, table }, engine);
  const run = { runner: request, signal: request.signal, limitMs: LIMIT_MS };
  try {
    const rows = await parts.sandbox.run(run, work);
    if (rows === BUSY) return TOO_MANY;
    return {
      kind: 'preview',
      table,
      isSource: sourceTable !== undefined,
      reportDate: inputs.reportDate,
      ...rows,
      dirtyTotal: dirtyRowsOf(inputs, needed.sources),
      inputs: inputs.downloads.map(({ source, downloadId, parts: loaded }) => ({
        name: source.name,
        downloadId,
        isReloaded: loaded === null,
      })),
      milliseconds: Math.round(performance.now() - started),
    };
  } catch (error) {
    return describeRunError(error, plan, run);
  }
}

export type NeededTables = {
  /** Tables to build, inputs before users. */
  readonly tables: readonly PlanTable[];
  readonly sources: readonly string[];
};

/** The tables and source tables that a table is made from, with itself; null when the plan has no such table. */
export function neededTables(plan: Plan, table: string): NeededTables | null {
  const derived = new Map(plan.tables.map((each) => [each.name, each]));
  const ofSources = new Set(plan.sources.flatMap(({ tables }) => tables.map(({ name }) => name)));
  if (!derived.has(table) && !ofSources.has(table)) return null;
  const wanted = new Set([table]);
  // Iterating a set also visits what is added meanwhile.
  for (const name of wanted) for (const input of derived.get(name)?.inputs ?? []) wanted.add(input);
  const ordered: PlanTable[] = [];
  const visit = (name: string): void => {
    const found = derived.get(name);
    if (!found || ordered.includes(found)) return;
    found.inputs.forEach(visit);
    ordered.push(found);
  };
  visit(table);
  return { tables: ordered, sources: [...wanted].filter((name) => ofSources.has(name)).sort() };
}

const shownColumns = (columns: readonly Column[]): ShownPreview['columns'] =>
  columns.map(({ name, type }) => ({ name, type: typeName(type) }));

async function firstOfTable(
  read: {
    readonly table: string;
    readonly needed: NeededTables;
    readonly inputs: FoundInputs;
    readonly states: Awaited<ReturnType<typeof readStates>>;
  },
  engine: EngineContext,
): Promise<Rows> {
  const { columns, rows, total } = await previewTable(
    {
      table: read.table,
      reportDate: read.inputs.reportDate,
      tables: read.needed.tables,
      inputs: await loadInputs(read.inputs, read.needed.sources, engine),
      states: read.states,
      rows: PREVIEW_ROWS,
      limits: { memoryBytes: MEMORY_BYTES, timeoutMs: LIMIT_MS },
    },
    engine,
  );
  return { columns: shownColumns(columns), rows, total, dirty: [] };
}

/** The first records of a download's files, read by the declaration of the draft, with those that do not fit it. */
async function firstOfFiles(
  { source, raw, parts }: InputDownload,
  table: SourceTable,
  engine: EngineContext,
): Promise<Rows> {
  let columns: readonly Column[] = table.schema.columns;
  const rows: (readonly (string | null)[])[] = [];
  const dirty: ShownDirtyRow[] = [];
  for (const file of raw) {
    const records = PREVIEW_ROWS - rows.length - dirty.length;
    if (records <= 0) break;
    const { name, parameters } = { name: source.name, parameters: source.parameters };
    const read = await previewFile({ name, table, parameters, file, records, lineNumbers: true }, engine);
    if (rows.length === 0) ({ columns } = read);
    const known = rows.length;
    rows.push(...read.rows.map((row) => row.map(shownText)));
    for (const { line, column, reason, raw: text, dirty: isDirty } of read.rejected) {
      // By the lenient reading the record is good, and among the rows.
      if (!isDirty) continue;
      const before = known + read.lines.filter((one) => one !== null && one < line).length;
      dirty.push({ before, line, column, reason, raw: text.slice(0, VALUE_LENGTH) });
    }
  }
  const loaded = parts?.find(({ name }) => name === table.name);
  return { columns: shownColumns(columns), rows, total: loaded ? loaded.rows - loaded.dirtyRows : null, dirty };
}

const shownText = (value: string | number | boolean | null): string | null =>
  value === null ? null : String(value).slice(0, VALUE_LENGTH);

/** Dirty rows of the source tables as they were loaded. */
function dirtyRowsOf({ downloads }: FoundInputs, tables: readonly string[]): number | null {
  let sum = 0;
  for (const { parts } of downloads) {
    if (parts === null) return null;
    for (const { name, dirtyRows } of parts) if (tables.includes(name)) sum += dirtyRows;
  }
  return sum;
}
