import { fullNumber } from '@switchboard/model/format';
import type { FlowSummaryRowFragment } from '../../api/generated/graphql.ts';
import { Row } from '../../ui/layout/layout.tsx';
import styles from './run-counts.module.css';

type CountName = Exclude<keyof FlowSummaryRowFragment, 'purpose' | '__typename'>;

const COUNTS: readonly { readonly name: CountName; readonly label: string; readonly tone: string }[] = [
  { name: 'unfinished', label: 'unfinished', tone: 'working' },
  { name: 'succeeded', label: 'succeeded', tone: 'completed' },
  { name: 'failed', label: 'failed', tone: 'error' },
];

/** The flows of a version in one line, whatever their purpose. */
export function RunCounts({ summary }: { readonly summary: readonly FlowSummaryRowFragment[] }) {
  const counted = COUNTS.map((count) => ({ ...count, sum: summary.reduce((sum, row) => sum + row[count.name], 0) }));
  const shown = counted.filter(({ sum }) => sum > 0);
  if (shown.length === 0) return <span>No runs yet</span>;
  return (
    <Row as="ul" inline gap={[0, 3]} wrap tabular aria-label="Runs">
      {shown.map(({ name, label, tone, sum }) => (
        <li key={name} className={styles['count']} data-tone={tone}>
          <b>{fullNumber(sum)}</b> {label}
        </li>
      ))}
    </Row>
  );
}
