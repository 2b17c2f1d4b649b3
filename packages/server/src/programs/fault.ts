import type { Fault, FaultPoint } from '@switchboard/model/faults';
import { noFault } from '@switchboard/model/faults';

/**
 * For tests: kills this process, as a crash would, when a point is reached for the n-th time.
 * @param armed the point and the count, or null for none
 */
export function armFault(
  armed: { readonly point: FaultPoint; readonly count: number } | null,
  kill: () => void,
): Fault {
  if (armed === null) return noFault;
  let left = armed.count;
  return async (point) => {
    if (point !== armed.point) return;
    left -= 1;
    if (left > 0) return;
    kill();
    // Nothing after the point may run while the signal is on its way.
    await new Promise(() => {});
  };
}
