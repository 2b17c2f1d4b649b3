import { ROW_HEIGHT, TWO_LINE_ROW_HEIGHT } from '../../ui/theme/metrics.ts';
import type { TransferRow } from './transfer-row.ts';

/** The height of a row in pixels: the cause of a failure stands below the status. */
export function transferRowHeight({ status }: Pick<TransferRow, 'status'>): number {
  return status === 'failed' ? TWO_LINE_ROW_HEIGHT : ROW_HEIGHT;
}
