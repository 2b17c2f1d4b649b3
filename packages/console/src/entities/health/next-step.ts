import { shortDay } from '@switchboard/model/format';
import type { HealthCauseFragment } from '../../api/generated/graphql.ts';
import type { KeyPaths } from '../key/key-paths.ts';
import type { ArtifactType, HealthPaths } from './health-paths.ts';

type Paths = { readonly health: Pick<HealthPaths, 'details'>; readonly keys: Pick<KeyPaths, 'details'> };

type NextStep = {
  readonly label: string;
  /** Beside a text that names the thing. */
  readonly shortLabel: string;
  readonly to: string;
};

/** Where a cause is worked on: the key, the download that an upload waits for, or the day that is wrong. */
export function nextStep(
  cause: HealthCauseFragment,
  { type, name }: { readonly type: ArtifactType; readonly name: string },
  { health, keys }: Paths,
): NextStep {
  const { kind, code, subject, subjectKind, day, via } = cause;
  if (kind === 'key' && subject !== '')
    return { label: `Open key ${subject}`, shortLabel: 'Open key', to: keys.details(subject) };
  const needed = via ?? (type === 'upload' && subjectKind === 'download' ? subject : null);
  if (needed !== null)
    return { label: `Open ${needed}`, shortLabel: 'Open download', to: health.details('download', needed, day) };
  // What failures have suspended would fail again: they are reviewed first.
  if (kind === 'suspended' && code === null)
    return { label: 'Unsuspend', shortLabel: 'Unsuspend', to: health.details(type, name, day) };
  const label = day === null ? 'Open' : `Review ${shortDay(day)}`;
  return { label, shortLabel: day === null ? 'Open' : 'Review', to: health.details(type, name, day) };
}
