import { useNow } from '../../../lib/use-now.ts';
import { Row, Text } from '../../../ui/layout/layout.tsx';
import { StatusBadge } from '../../../ui/status/status-badge.tsx';
import { type RunState, runStatusOf, runView } from './run-status.ts';

const COUNTDOWN_INTERVAL = 1000;
const IDLE_INTERVAL = 3_600_000;

/** Why a run is not running, its phase, or how it ended. */
export function RunStatusBadge({ run }: { readonly run: RunState }) {
  const check = run.waiting?.input?.next_check ?? run.waiting?.next_check ?? null;
  const { label, tone, text } = runView(run, useNow(check === null ? IDLE_INTERVAL : COUNTDOWN_INTERVAL));
  const badge = <StatusBadge tone={tone} label={label} icon={runStatusOf(run) === 'cancelled' ? 'skipped' : tone} />;
  if (text === null) return badge;
  return (
    <Row as="span" gap={2} align="center" minWidth={0}>
      {badge}
      <Text tone="dim" truncate data-tip={text}>
        {text}
      </Text>
    </Row>
  );
}
