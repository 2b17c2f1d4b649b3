import { bound } from './bound.ts';
import { runError } from './conversions/run-error.ts';

/** SQL of a float that must be finite: infinity and NaN end the run. `what` names the calculation. */
export function finite(value: string, what: string): string {
  return bound(value, 'f', `CASE WHEN isfinite(f) THEN f WHEN f IS NOT NULL THEN ${runError('finite', what, 'f')} END`);
}

/** The same, but null where a function has no finite result. */
export function finiteOrNull(value: string): string {
  return bound(value, 'f', 'CASE WHEN isfinite(f) THEN f END');
}
