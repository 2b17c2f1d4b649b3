import type { ErrorCode } from '@switchboard/model/errors/errors';
import { afterCommit } from '../db/after-commit.ts';
import type { Tx } from '../db/database.ts';
import type { UnitKind, UnitRef } from '../db/unit-ref.ts';
import { METRICS } from '../observe/metrics.ts';
import { currentScope } from '../observe/scope.ts';

/** Counts a failure of a unit, permanent or until its next try. The last log line of an attempt at this unit carries its code. */
export function countFailure(
  tx: Tx,
  unit: UnitRef & { readonly kind: UnitKind },
  code: ErrorCode,
  counter: 'failures' | 'retries' = 'failures',
): void {
  const scope = currentScope();
  // An attempt at another unit keeps its own code: this failure is not its cause.
  if (scope?.fields['unit'] === unit.unitId) scope.attempt?.failed(code);
  afterCommit(tx, () => METRICS[counter].inc({ kind: unit.kind, code }));
}
