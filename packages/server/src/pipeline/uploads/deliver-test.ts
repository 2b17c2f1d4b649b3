import { storeResultFile } from '@switchboard/engine';
import type { PlanUpload } from '@switchboard/model/plan';
import type { Column } from '@switchboard/model/schema';
import { sql } from 'kysely';
import { recordUnitEvent } from '../../journal/record-event.ts';
import { fenceUnit, finishUnit } from '../../units/unit.ts';
import type { Attempt, WorkDeps } from '../state/attempt-context.ts';
import { endFlowIfDelivered } from '../state/end-flow.ts';
import { changeStatus } from '../state/unit-status.ts';

export type TestResult = {
  readonly upload: PlanUpload;
  readonly reportDate: string | null;
  /** Null of a result without rows. */
  readonly resultKey: string | null;
  readonly columns: readonly Column[];
  readonly rows: number;
  readonly flowId: string;
};

/** Ends the upload of a test run without a delivery: its result, if it has rows, is offered as a file instead. */
export async function keepTestResult(deps: WorkDeps, attempt: Attempt, result: TestResult): Promise<void> {
  const { unit, engine } = attempt;
  const { resultKey, rows, upload } = result;
  const file =
    resultKey === null || rows === 0
      ? null
      : await storeResultFile({ ...result, resultKey, key: `${attempt.storePrefix('result')}/result.csv.gz` }, engine);
  await engine.fault('mid-proof');
  await deps.database.withAccount(unit.accountId, async (tx) => {
    await fenceUnit(tx, unit);
    await changeStatus(tx, 'upload', unit, 'completed', [
      sql`finished = now()`,
      sql`row_count = ${rows}`,
      sql`bytes = ${file?.bytes ?? 0}`,
      sql`file_key = ${file?.key ?? null}`,
      sql`progress = '{}'`,
    ]);
    await finishUnit(tx, unit);
    const { name } = upload;
    await recordUnitEvent(tx, unit, {
      severity: 'info',
      ...(file
        ? { code: 'TEST_RESULT_READY', parameters: { name, rows } }
        : { code: 'TEST_RESULT_EMPTY', parameters: { name } }),
    });
    await endFlowIfDelivered(tx, unit.accountId, result.flowId);
  });
}
