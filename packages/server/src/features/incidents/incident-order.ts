import type { Plan } from '@switchboard/model/plan';
import type { Incident } from './group-failures.ts';
import { PURPOSES } from './queries.ts';

/** Facts about an account by which its incidents are ordered. */
export type OrderFacts = {
  /** Null when nothing is published. */
  readonly plan: Pick<Plan, 'uploads'> | null;
  /** The uploads that have missed a deadline and are not delivered. */
  readonly late: ReadonlySet<string>;
};

/**
 * A text by which incidents sort, the worst last: production before backfills before tests, failed before retried, with a missed
 * deadline before others, then by how many published uploads are affected, then by the latest failure.
 */
export function incidentRank(incident: Incident, { plan, late }: OrderFacts): string {
  const affected = affectedNames(incident, plan);
  const isLate = affected.some((name) => late.has(name));
  return [
    PURPOSES.length - PURPOSES.indexOf(incident.purpose),
    incident.failed.count > 0 ? 1 : 0,
    isLate ? 1 : 0,
    String(affected.length).padStart(6, '0'),
    incident.latest_failure,
  ].join(' ');
}

/** The published uploads among the failed ones, or those that read the failed downloads. */
function affectedNames({ transfer, names }: Incident, plan: OrderFacts['plan']): readonly string[] {
  const failed = new Set(names);
  const uploads = plan?.uploads ?? [];
  const affected =
    transfer === 'upload'
      ? uploads.filter(({ name }) => failed.has(name))
      : uploads.filter(({ sources }) => sources.some((source) => failed.has(source)));
  return affected.map(({ name }) => name);
}
