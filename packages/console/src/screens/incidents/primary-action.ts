import { failureOf, isInScript } from '@switchboard/model/presentation/failure';
import type { IncidentRowFragment } from '../../api/generated/graphql.ts';

type Caused = Pick<IncidentRowFragment, 'code' | 'subject_kind' | 'is_suspended'>;

/**
 * The action that ends an incident: editing the key that was rejected, opening the line of the script or the dirty rows that are
 * responsible, or trying again. Null where the person may do none of them.
 */
export function primaryAction(
  { code, subject_kind: kind, is_suspended: isSuspended }: Caused,
  { canManageKeys, canRetry }: { readonly canManageKeys: boolean; readonly canRetry: boolean },
): 'key' | 'explain' | 'retry' | null {
  const failure = failureOf(code);
  if (kind === 'key' && (isSuspended || failure.origin === 'key')) return canManageKeys ? 'key' : null;
  if (isInScript(failure)) return 'explain';
  return canRetry ? 'retry' : null;
}
