import { StatusBadge } from '../../../ui/status/status-badge.tsx';
import type { DraftHead } from '../draft/load-draft.ts';

type Summary = DraftHead['flow_summary'][number];
type Counted = {
  readonly count: number;
  readonly tone: 'working' | 'completed' | 'warning' | 'error';
  readonly word: string;
};

const PURPOSES: Readonly<Record<string, string>> = { proof: 'Test', production: 'Production', backfill: 'Backfill' };

/** The flows of a version by their outcome; outcomes without flows are left out. */
export function countOutcomes(summaries: readonly Summary[], purpose: string): readonly Counted[] {
  const summary = summaries.find((one) => one.purpose === purpose);
  if (summary === undefined) return [];
  const counts: readonly Counted[] = [
    { count: summary.unfinished, tone: 'working', word: 'running' },
    { count: summary.failed, tone: 'error', word: 'failed' },
    { count: summary.dirty_rows_all + summary.dirty_rows_some, tone: 'warning', word: 'with dirty rows' },
    { count: summary.succeeded, tone: 'completed', word: 'succeeded' },
  ];
  return counts.filter(({ count }) => count > 0);
}

/** How the runs of this version went: of tests, or of production once it is published. */
export function FlowSummary({ head: { flow_summary: summaries, status } }: { readonly head: DraftHead }) {
  const purpose = status === 'draft' || status === 'proofing' ? 'proof' : 'production';
  return countOutcomes(summaries, purpose).map(({ count, tone, word }) => (
    <StatusBadge
      key={word}
      tone={tone}
      label={`${count} ${word}`}
      tip={`${PURPOSES[purpose]} runs ${word}: ${count}`}
    />
  ));
}
