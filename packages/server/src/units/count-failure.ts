import type { ErrorCode } from '@switchboard/model';
import { afterCommit } from '../db/after-commit.ts';
import type { Tx } from '../db/database.ts';
import type { UnitKind, UnitRef } from '../db/unit-ref.ts';
import { METRICS } from '../observe/metrics.ts';
import { currentScope } from '../observe/scope.ts';

/** Counts that a unit has failed, for good or until its next try. Of an attempt at this unit, its last line says so too. */
export function countFailure(
  tx: Tx,
  unit: UnitRef & { readonly kind: UnitKind },
  code: ErrorCode,
  counter: 'failures' | 'retries' = 'failures',
): void {
  const scope = currentScope();
  // What fails with another unit has a code of its own, which is not why that one did.
  if (scope?.fields['unit'] === unit.unitId) scope.attempt?.failed(code);
  afterCommit(tx, () => METRICS[counter].inc({ kind: unit.kind, code }));
}
