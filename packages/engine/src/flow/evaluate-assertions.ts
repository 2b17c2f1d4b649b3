import { join } from 'node:path';
import type { PlanAssertion } from '@switchboard/model/plan';
import type { EngineContext } from '../context.ts';
import { assertSelect } from '../executors/assert-select.ts';
import { sqlName, sqlText } from '../executors/configuration.ts';
import type { SqlSession } from '../executors/executor.ts';
import type { AssertionResult, FlowRequest } from '../requests.ts';

/** Contradicting rows that are kept of an assertion. */
const KEPT_ROWS = 10;

type RowClaim = Exclude<PlanAssertion['claim'], { readonly kind: 'row_count' }>;
type RowCountClaim = Extract<PlanAssertion['claim'], { readonly kind: 'row_count' }>;
type Judgement = Pick<AssertionResult, 'outcome' | 'rows' | 'allowed' | 'rowsKey'>;

/**
 * Evaluates the assertions of a flow over its built tables, and stores the first rows that contradict each.
 * @param folder local folder that the session may write into
 */
export async function evaluateAssertions(
  request: FlowRequest,
  folder: string,
  context: EngineContext,
  session: SqlSession,
): Promise<AssertionResult[]> {
  const results: AssertionResult[] = [];
  for (const assertion of request.assertions ?? []) {
    const { name, table, severity, claim } = assertion;
    const file = `assertion-${String(results.length).padStart(3, '0')}.csv`;
    const judgement =
      claim.kind === 'row_count'
        ? await judgeRowCount(assertion, claim, request, session)
        : await judgeRows(
            assertion,
            claim,
            { key: `${request.prefix}/${file}`, path: join(folder, file) },
            context,
            session,
          );
    results.push({ assertion: name, table, severity, ...judgement });
  }
  return results;
}

/** How messages of the database name an assertion. */
const labelOf = ({ table, name }: PlanAssertion): string => `${table} (assertion ${name})`;

async function countRows(from: string, assertion: PlanAssertion, session: SqlSession): Promise<number> {
  const [counted] = await session.run(`SELECT count(*) AS n FROM ${from}`, { table: labelOf(assertion) });
  return Number(counted?.['n'] ?? 0);
}

async function judgeRows(
  assertion: PlanAssertion,
  { sql }: RowClaim,
  file: { readonly key: string; readonly path: string },
  { store }: EngineContext,
  session: SqlSession,
): Promise<Judgement> {
  const label = { table: labelOf(assertion) };
  await assertSelect(session, sql.duckdb, { ...label, tables: assertion.inputs });
  const rows = await countRows(`(${sql.duckdb})`, assertion, session);
  if (rows === 0) return { outcome: 'passed', rows, allowed: null, rowsKey: null };
  const copy = `COPY (SELECT * FROM (${sql.duckdb}) LIMIT ${KEPT_ROWS}) TO ${sqlText(file.path)} (FORMAT csv, HEADER)`;
  await session.run(copy, label);
  const { key: rowsKey } = await store.putFile(file.key, file.path);
  return { outcome: 'failed', rows, allowed: null, rowsKey };
}

async function judgeRowCount(
  assertion: PlanAssertion,
  claim: RowCountClaim,
  { rowCounts = [] }: FlowRequest,
  session: SqlSession,
): Promise<Judgement> {
  const rows = await countRows(sqlName(assertion.table), assertion, session);
  const allowed = allowedRows(claim, rowCounts.find(({ table }) => table === assertion.table)?.counts ?? []);
  const outcome = allowed === null ? 'skipped' : rows >= allowed.low && rows <= allowed.high ? 'passed' : 'failed';
  return { outcome, rows, allowed, rowsKey: null };
}

/**
 * The numbers of rows that a claim allows; null when it compares with earlier report dates and there are none.
 * @param counts of earlier report dates, the latest first
 */
export function allowedRows(
  { low, high, dates }: RowCountClaim,
  counts: readonly number[],
): AssertionResult['allowed'] {
  if (dates === null) return { low, high };
  const compared = counts.slice(0, dates);
  if (compared.length === 0) return null;
  const average = compared.reduce((sum, count) => sum + count, 0) / compared.length;
  // Hundredths of a row, so that 110 percent of 10 rows are 11 rows and not a little more.
  const share = (percent: number): number => Math.round(average * percent) / 100;
  return { low: share(low), high: share(high) };
}
