import { Loader } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { LINEAR_PROGRESS_QUERY } from '../theme/metrics.ts';
import styles from './meter.module.css';

type Props = {
  /** 0 to 100. */
  readonly percent: number;
  readonly label: string;
  /** In warning colour: part of the work has failed. */
  readonly isWarning?: boolean;
};

/** A progress bar; on a narrow screen a small spinner. */
export function Meter({ percent, label, isWarning = false }: Props) {
  const linear = useMediaQuery(LINEAR_PROGRESS_QUERY, true, { getInitialValueInEffect: false });
  if (!linear) return <Loader size="xs" aria-label={label} {...(isWarning ? { color: 'var(--warning)' } : {})} />;
  return (
    <progress
      className={styles['meter']}
      max={100}
      value={percent}
      aria-label={label}
      data-tone={isWarning ? 'warning' : undefined}
    />
  );
}
