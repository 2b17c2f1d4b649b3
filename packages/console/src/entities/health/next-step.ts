import { shortDay } from '@switchboard/model/format';
import type { HealthCauseFragment } from '../../api/generated/graphql.ts';
import type { KeyPaths } from '../key/key-paths.ts';
import type { ArtifactType, HealthPaths } from './health-paths.ts';

type Paths = { readonly health: Pick<HealthPaths, 'details'>; readonly keys: Pick<KeyPaths, 'details'> };

/** Where a cause is worked on: the key, the download that an upload waits for, or the day that is wrong. */
export function nextStep(
  cause: HealthCauseFragment,
  { type, name }: { readonly type: ArtifactType; readonly name: string },
  { health, keys }: Paths,
): { readonly label: string; readonly to: string } {
  const { kind, subject, subjectKind, day, via } = cause;
  if (kind === 'key' && subject !== '') return { label: `Open key ${subject}`, to: keys.details(subject) };
  const needed = via ?? (type === 'upload' && subjectKind === 'download' ? subject : null);
  if (needed !== null) return { label: `Open ${needed}`, to: health.details('download', needed, day) };
  if (kind === 'suspended') return { label: 'Unsuspend', to: health.details(type, name, day) };
  return { label: day === null ? 'Open' : `Review ${shortDay(day)}`, to: health.details(type, name, day) };
}
