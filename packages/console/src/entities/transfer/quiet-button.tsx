import { Loader, UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { SMALL_ICON_SIZE } from '../../ui/theme/metrics.ts';
import styles from './quiet-button.module.css';

type Props = {
  readonly label: string;
  /** Replaces the label for screen readers. */
  readonly accessibleName?: string;
  readonly icon?: ReactNode;
  readonly tip?: string | undefined;
  /** Why the button does nothing; shown in its tooltip. */
  readonly disabledReason?: string | undefined;
  readonly loading?: boolean;
  readonly danger?: boolean;
  readonly onClick: () => void;
};

/** A small button inside a cell. Disabled, it keeps the focus and says why. */
export function QuietButton(props: Props) {
  const { label, accessibleName, icon, tip, disabledReason, loading = false, danger = false, onClick } = props;
  const isDisabled = disabledReason !== undefined;
  return (
    <UnstyledButton
      className={styles['button'] ?? ''}
      data-danger={danger || undefined}
      aria-label={accessibleName}
      aria-busy={loading || undefined}
      aria-disabled={isDisabled || undefined}
      data-tip={disabledReason ?? tip}
      onClick={(event) => {
        event.stopPropagation();
        if (!isDisabled && !loading) onClick();
      }}
    >
      {loading ? <Loader size={SMALL_ICON_SIZE} aria-hidden="true" /> : icon}
      {label}
    </UnstyledButton>
  );
}
