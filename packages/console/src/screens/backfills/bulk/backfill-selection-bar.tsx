import { Button } from '@mantine/core';
import { IconBan, IconX } from '@tabler/icons-react';
import { ICON_SIZE } from '../../../ui/theme/metrics.ts';
import styles from './bulk-cancel.module.css';
import { backfillCount } from './bulk-cancel-texts.ts';

/** Backfills that one call cancels. */
const MAX_CANCELLED = 100;

type Props = {
  readonly count: number;
  readonly onCancelAll: () => void;
  readonly onClear: () => void;
};

/** What can be done with the selected backfills. */
export function BackfillSelectionBar({ count, onCancelAll, onClear }: Props) {
  const isTooMany = count > MAX_CANCELLED;
  return (
    <section className={styles['bar']} aria-label="Selection">
      <p role="status" className={styles['selected']}>
        {backfillCount(count)} selected
        {isTooMany && `; at most ${MAX_CANCELLED} can be cancelled at once`}
      </p>
      <Button leftSection={<IconBan size={ICON_SIZE} />} color="red" disabled={isTooMany} onClick={onCancelAll}>
        Cancel backfills
      </Button>
      <Button
        className={styles['clear'] ?? ''}
        variant="subtle"
        leftSection={<IconX size={ICON_SIZE} />}
        onClick={onClear}
      >
        Clear
      </Button>
    </section>
  );
}
