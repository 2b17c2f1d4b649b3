import { usePermission } from '../../api/session/session.ts';

/** A thing that people pause. */
export type Pausable = { readonly kind: 'download' | 'upload' | 'key' | 'project'; readonly name: string };

/** Whether the person may pause and resume it. */
export function useMayPause(kind: Pausable['kind']): boolean {
  return usePermission(kind === 'key' ? 'manage-keys' : 'manage-pipelines');
}
