import { createHash } from 'node:crypto';
import type { StateCount } from '../../graphql/lists/state-counts.ts';
import { type SubjectKind, subjectOf } from '../../pipeline/notices/subject.ts';
import { type FailureGroup, PURPOSES, type Purpose } from './queries.ts';

/** Failures with the same cause. */
export type Incident = {
  /** Made of the account and the cause, so that it stays the same while the incident lasts. */
  readonly id: string;
  readonly transfer: 'download' | 'upload';
  /** Error code. */
  readonly code: string;
  /** The most important purpose of the failures. */
  readonly purpose: Purpose;
  readonly subject_kind: SubjectKind;
  readonly subject: string;
  /** Names of the declarations, the latest failure first; at most 500. */
  readonly names: readonly string[];
  readonly failed: StateCount;
  /** Units that have failed repeatedly and are retried automatically. */
  readonly retrying: StateCount;
  /** When the first and the latest of the failures ended, as `yyyy-MM-dd hh:mm:ss.ffffff+00`. */
  readonly first_failure: string;
  readonly latest_failure: string;
};

/** As many as a filter of a list takes. */
const MAX_NAMES = 500;

const causeOf = (...parts: readonly [transfer: string, code: string, subjectKind: string, subject: string]): string =>
  JSON.stringify(parts);

/** Groups the failures of declarations by cause, the latest failure first. */
export function groupFailures(accountId: string, groups: readonly FailureGroup[]): Incident[] {
  const byCause = Map.groupBy(groups, (group) => {
    const { kind, name } = subjectOf(group.code, group);
    return causeOf(group.transfer, group.code, kind, name);
  });
  return [...byCause].flatMap(([cause, members]) => {
    const sorted = members.toSorted(byLatest);
    const [latest] = sorted;
    if (!latest) return [];
    const subject = subjectOf(latest.code, latest);
    return [
      {
        id: incidentIdOf(accountId, cause),
        transfer: latest.transfer,
        code: latest.code,
        purpose: PURPOSES.find((purpose) => sorted.some((group) => group.purpose === purpose)) ?? 'proof',
        subject_kind: subject.kind,
        subject: subject.name,
        names: [...new Set(sorted.map(({ name }) => name))].slice(0, MAX_NAMES),
        failed: {
          count: sorted.reduce((sum, group) => sum + group.failed, 0),
          has_more: sorted.some((group) => group.has_more),
        },
        retrying: { count: sorted.reduce((sum, group) => sum + group.retrying, 0), has_more: false },
        first_failure: sorted.map((group) => group.first_failure).toSorted()[0] ?? latest.first_failure,
        latest_failure: latest.latest_failure,
      },
    ];
  });
}

/** Instants of one format and zone sort as texts. */
function byLatest(one: FailureGroup, other: FailureGroup): number {
  if (one.latest_failure !== other.latest_failure) return one.latest_failure < other.latest_failure ? 1 : -1;
  return one.name < other.name ? -1 : 1;
}

/** The id of the incident of an account with a cause: the JSON text of transfer, code, kind and name of the subject. */
export function incidentIdOf(accountId: string, cause: string): string {
  return uuidOf(`${accountId} ${cause}`);
}

/** A UUID that is derived from a text. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
}
