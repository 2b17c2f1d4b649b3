import type { BackfillRowFragment } from '../../api/generated/graphql.ts';
import { Row, Text } from '../../ui/layout/layout.tsx';
import { Meter } from '../../ui/status/meter.tsx';
import { StatusBadge } from '../../ui/status/status-badge.tsx';
import { backfillStatusView } from './backfill-status.ts';

type Props = { readonly backfill: BackfillRowFragment };

/** The status of a backfill: a badge, and until it ends how many of its pipelines have. */
export function BackfillStatusCell({ backfill }: Props) {
  const view = backfillStatusView(backfill);
  if (view.kind === 'badge') {
    // A clock would say that it waits.
    const icon = view.tone === 'inactive' ? 'skipped' : view.tone;
    return <StatusBadge tone={view.tone} label={view.label} icon={icon} tip={view.label} />;
  }
  const { label, tone, percent, ended, total, failed } = view;
  const text = `${ended} of ${total} pipelines have ended${failed === 0 ? '' : `, ${failed} failed`}`;
  return (
    <Row as="span" gap={2} align="center" minWidth={0} data-tip={text}>
      <StatusBadge tone={tone} label={label} icon={tone === 'inactive' ? 'waiting' : tone} />
      <Meter percent={percent} label={text} isWarning={failed > 0} />
      <Text size="small" tone="dim" tabular nowrap aria-hidden="true">
        {ended} / {total}
      </Text>
    </Row>
  );
}
