import type { LostValues } from '@switchboard/engine';
import type { Tx } from '../../db/database.ts';
import { recordUnitEvent } from '../../journal/record-event.ts';
import type { ClaimedUnit } from '../../units/unit.ts';

/** Records, in the transaction that completes a flow, what conversions in its tables made null. */
export async function recordLostValues(tx: Tx, unit: ClaimedUnit, lost: readonly LostValues[]): Promise<void> {
  for (const { table, expression, nulls, values } of lost)
    await recordUnitEvent(tx, unit, {
      severity: 'warn',
      code: 'CONVERSIONS_LOST_VALUES',
      parameters: { table, expression, nulls, values },
    });
}
