import { buildResults, compareResults, type Difference, type FlowOutput } from '@switchboard/engine';
import type { Column } from '@switchboard/model/schema';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { keysOf } from '../../pipeline/flows/difference.ts';
import { readStates } from '../../pipeline/flows/run-flow.ts';
import type { EditedScript, NoPlan } from '../previews/draft-plan.ts';
import { describeRunError, failed, type PreviewFailure, TOO_MANY } from '../previews/preview-failure.ts';
import { findInputs, loadInputs } from '../previews/preview-inputs.ts';
import type { PreviewParts } from '../previews/preview-table.ts';
import { BUSY, SCRATCH_PREFIX } from '../previews/sandbox.ts';

const LIMIT_MS = 30_000;
const MEMORY_BYTES = 512 * 1024 ** 2;

export type ImpactRequest = EditedScript & {
  readonly personId: string;
  /** Name of an upload declaration. */
  readonly upload: string;
  readonly signal: AbortSignal;
};

/** How the rows of an upload, computed by the draft, differ from those that production delivered last. */
export type ImpactRows = {
  readonly kind: 'compared';
  readonly upload: string;
  readonly reportDate: string | null;
  /** Production's upload. */
  readonly uploadId: string;
  readonly difference: Difference;
  readonly milliseconds: number;
};

export type ImpactOutcome = ImpactRows | PreviewFailure | NoPlan;

/** Computes the rows of an upload by a draft for its newest delivered report date, and compares them with those delivered. */
export async function impactRows(parts: PreviewParts, request: ImpactRequest): Promise<ImpactOutcome> {
  const started = performance.now();
  const { accountId, upload: name } = request;
  const read = await parts.database.withAccount(accountId, async (tx) => {
    const compiled = await parts.compile(tx, request);
    if (compiled.kind !== 'compiled') return compiled;
    const { plan } = compiled;
    const upload = plan.uploads.find((each) => each.name === name);
    if (!upload) return failed('no_upload', `The draft has no upload ${name.slice(0, 200)}.`);
    const delivered = await newestDelivered(tx, accountId, name);
    if (!delivered)
      return failed('not_delivered', 'Production has delivered nothing yet, so there is nothing to compare with.');
    const { report_date: reportDate } = delivered;
    const inputs = await findInputs(tx, accountId, plan, { tables: upload.sourceTables, reportDate });
    if (inputs.kind !== 'found') return failed('no_download', inputs.message);
    const tables = plan.tables.filter((table) => upload.tables.includes(table.name));
    const states = await readStates(tx, accountId, tables);
    return { kind: 'ready' as const, plan, upload, delivered, reportDate, inputs, tables, states };
  });
  if (read.kind !== 'ready') return read;
  const { plan, upload, delivered, reportDate, inputs, tables, states } = read;
  const limits = { memoryBytes: MEMORY_BYTES, timeoutMs: LIMIT_MS };
  const run = { runner: request, signal: request.signal, limitMs: LIMIT_MS };
  try {
    const difference = await parts.sandbox.run(run, async (engine) => {
      const answer = await buildResults(
        {
          reportDate,
          tables,
          states,
          inputs: await loadInputs(inputs, upload.sourceTables, engine),
          outputs: [{ upload: name, table: upload.table }],
          prefix: `${SCRATCH_PREFIX}/result`,
          limits,
        },
        engine,
      );
      const [after] = answer.outputs;
      const before = { resultKey: delivered.result_key, columns: delivered.columns ?? [] };
      return compareResults(
        { upload: name, reportDate, before, after: sideOf(after), keys: keysOf(upload), limits },
        engine,
      );
    });
    if (difference === BUSY) return TOO_MANY;
    const milliseconds = Math.round(performance.now() - started);
    return { kind: 'compared', upload: name, reportDate, uploadId: delivered.id, difference, milliseconds };
  } catch (error) {
    return describeRunError(error, plan, run);
  }
}

function sideOf(output: FlowOutput | undefined): Pick<FlowOutput, 'resultKey' | 'columns'> {
  if (!output) throw new Error('The engine gave no result.');
  return output;
}

type Delivered = {
  readonly id: string;
  readonly report_date: string | null;
  readonly result_key: string | null;
  readonly columns: readonly Column[] | null;
};

/** Reads the newest version that production delivered for the newest report date. */
async function newestDelivered(tx: Tx, accountId: string, name: string): Promise<Delivered | undefined> {
  const found = await sql<Delivered>`
    select u.id, u.report_date::text as report_date, u.result_key, u.columns
    from upload u join flow f on f.account_id = u.account_id and f.id = u.flow_id
    where u.account_id = ${accountId} and u.name = ${name} and u.status = 'completed' and u.purpose <> 'proof'
    order by u.report_date desc nulls last, f.fence desc limit 1
  `.execute(tx);
  return found.rows[0];
}
