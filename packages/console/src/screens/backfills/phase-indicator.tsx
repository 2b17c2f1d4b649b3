import { Text } from '../../ui/layout/layout.tsx';
import { STATUS_ICONS } from '../../ui/status/status-icons.ts';
import { ICON_SIZE } from '../../ui/theme/metrics.ts';
import styles from './backfills.module.css';
import { phaseSteps, type RunState, runStatusOf } from './runs/run-status.ts';

type Props = { readonly run: RunState; readonly hasDirtyRows: boolean };

/** The phases of a run, as steps. */
export function PhaseIndicator({ run, hasDirtyRows }: Props) {
  const isOver = ['failed', 'cancelled'].includes(runStatusOf(run));
  return (
    <ol className={styles['phases']} aria-label="Phases">
      {phaseSteps(run, hasDirtyRows).map(({ phase, label, state, tone }) => {
        // A phase to come waits, unless the run has ended before it.
        const Mark = tone === 'skipped' && !isOver ? STATUS_ICONS.waiting : STATUS_ICONS[tone];
        return (
          <li
            key={phase}
            className={styles['phase']}
            data-tone={tone}
            aria-current={state === 'In Progress' ? 'step' : undefined}
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
