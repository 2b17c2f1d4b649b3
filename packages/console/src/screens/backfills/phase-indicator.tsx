import { useNow } from '../../lib/use-now.ts';
import { Text } from '../../ui/layout/layout.tsx';
import { STATUS_ICONS } from '../../ui/status/status-icons.ts';
import { ICON_SIZE } from '../../ui/theme/metrics.ts';
import styles from './backfills.module.css';
import { phaseSteps, type RunState, runStatusOf } from './runs/run-status.ts';

const IDLE_INTERVAL = 3_600_000;

type Props = { readonly run: RunState; readonly hasDirtyRows: boolean };

/** The phases of a run, as steps. */
export function PhaseIndicator({ run, hasDirtyRows }: Props) {
  const now = useNow(IDLE_INTERVAL);
  const isOver = ['failed', 'cancelled'].includes(runStatusOf(run));
  return (
    <ol className={styles['phases']} aria-label="Phases">
      {phaseSteps(run, hasDirtyRows, now).map(({ phase, label, state, tone }) => {
        // A phase to come waits, unless the run has ended before it.
        const Mark = tone === 'skipped' && !isOver ? STATUS_ICONS.waiting : STATUS_ICONS[tone];
        return (
          <li
            key={phase}
            className={styles['phase']}
            data-tone={tone}
            aria-current={['In Progress', 'Queued', 'Waiting', 'Blocked'].includes(state) ? 'step' : undefined}
          >
            <Mark size={ICON_SIZE} aria-hidden="true" className={styles['phaseMark']} />
            <Text weight="medium">{label}</Text>
            <span className={styles['phaseState']}>{state}</span>
          </li>
        );
      })}
    </ol>
  );
}
