import { compile } from '@switchboard/language';
import { CATALOG } from '@switchboard/language/testing/catalog';
import { PipelineError } from '@switchboard/model/errors/errors';
import type { Plan, PlanTable } from '@switchboard/model/plan';
import type { DataLab, LoadedTable } from './data-lab.ts';
import { type HostileFile, hostileFile } from './hostile-file.ts';
import type { Choices } from './hostile-values.ts';

/** Result of one case. A failure's `kind` is the same for all that have the same cause. */
export type Verdict = {
  readonly failure: string | null;
  readonly kind: string;
  readonly files: readonly HostileFile[];
};

/** How often each thing occurred. */
export type Note = (what: string, count?: number) => void;

/** Texts of the database and of the generated SQL, which users do not know. */
const RAW =
  /\b[A-Z]\w+(?: \w+)* (?:Error|Exception)\b|\b(?:BIGINT|HUGEINT|INT64|INT128|INT32|DOUBLE|VARCHAR|TIMESTAMP|STRUCT|DECIMAL|BOOLEAN|BLOB)\b|[Cc]ould not (?:convert|cast)|::|~|\bexplicit\b|\n/;

/** The kind of a message: its words without names, values and numbers. */
function kindOf(message: string): string {
  return message
    .replaceAll(/"[^"]*"|'[^']*'/g, 'X')
    .replaceAll(/-?\d[\d.e+]*/g, '0')
    .slice(0, 120);
}

/** Tables without one that cannot be built, and without those that read it. */
function withoutTable(tables: readonly PlanTable[], name: string): readonly PlanTable[] {
  const gone = new Set([name]);
  return tables.filter((table) => {
    if (table.name !== name && !table.inputs.some((input) => gone.has(input))) return true;
    gone.add(table.name);
    return false;
  });
}

/** Why an error is not one that a user can act on; null when it is. */
function unfitError(error: unknown, tables: readonly PlanTable[]): string | null {
  if (!(error instanceof PipelineError)) return `crash: ${error instanceof Error ? error.stack : String(error)}`;
  if (error.code !== 'QUERY_FAILED' && error.code !== 'QUERY_UNFIT' && error.code !== 'QUERY_NOT_PLANNED')
    return `${error.code}: ${error.message}`;
  const { table, reason } = error.parameters;
  if (!tables.some(({ name }) => name === table)) return `unknown table: ${error.message}`;
  // A value may look like anything.
  if (RAW.test(String(reason).replaceAll(/"[^"]*"/g, ''))) return `raw: ${error.message}`;
  return null;
}

const MAX_BUILDS = 4;

/**
 * Loads hostile files for the downloads of a script and builds its tables. After a failure that a value caused, the tables that
 * do not depend on the failed one are built once more.
 */
export async function verdictOf(lab: DataLab, text: string, choices: Choices, note: Note): Promise<Verdict> {
  const files: HostileFile[] = [];
  const verdict = (failure: string | null): Verdict => ({
    failure,
    kind: failure === null ? '' : kindOf(failure),
    files,
  });
  const { messages, plan } = compile([{ path: 'a.sbs', text }], CATALOG);
  const [refused] = messages.filter(({ type }) => type === 'error');
  // Constants are chosen without regard to the functions that read them.
  if (refused?.code === 'SBS3070') {
    note('scripts with a constant that cannot be read');
    return verdict(null);
  }
  if (refused || !plan) return verdict(`refused ${refused?.code} ${refused?.message}`);
  for (const { tables } of plan.sources) for (const table of tables) files.push(hostileFile(choices, table));
  try {
    const inputs: LoadedTable[] = [];
    for (const source of plan.sources)
      for (const table of source.tables) {
        const file = files.find((one) => one.table === table.name);
        if (!file) continue;
        try {
          const input = await lab.load(source, table, file);
          note('rows loaded', input.loaded.rows);
          note('rows dirty', input.loaded.dirtyRows);
          inputs.push(input);
        } catch (error) {
          return verdict(`load ${table.name}: ${error instanceof PipelineError ? error.message : String(error)}`);
        }
      }
    return verdict(await buildAll(lab, plan, inputs, note));
  } finally {
    await lab.clear();
  }
}

async function buildAll(lab: DataLab, plan: Plan, inputs: readonly LoadedTable[], note: Note): Promise<string | null> {
  for (const { table, loaded } of inputs)
    for (const { tableKey } of loaded.tables) {
      const sure = loaded.columns.filter(({ nullable }) => !nullable).map(({ name }) => name);
      const wrong = await lab.wrongValue({ key: tableKey, sure });
      if (wrong !== null) return `loaded ${table}: ${wrong}`;
    }
  let tables: readonly PlanTable[] = plan.tables;
  for (let builds = 0; builds < MAX_BUILDS && tables.length > 0; builds += 1) {
    const now = tables;
    try {
      return await lab.build(now, inputs, async ({ outputs }) => {
        for (const { upload, resultKey, rows } of outputs) {
          const planned = now.find(({ name }) => name === upload);
          const sure = planned?.columns.filter(({ nullable }) => !nullable).map(({ name }) => name) ?? [];
          const wrong = await lab.wrongValue({ key: resultKey, sure });
          if (wrong !== null) return `built ${upload}: ${wrong}`;
          note('tables built');
          note('rows built', rows);
        }
        return null;
      });
    } catch (error) {
      const unfit = unfitError(error, now);
      if (unfit !== null) return unfit;
      const { code, parameters } = error as PipelineError;
      note(code === 'QUERY_NOT_PLANNED' ? 'tables that the database cannot plan' : 'tables that a value stopped');
      note(`stopped by: ${kindOf(String(parameters.reason ?? code))}`);
      tables = withoutTable(now, String((error as PipelineError).parameters.table));
    }
  }
  return null;
}
