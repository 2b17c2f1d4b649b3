import { Button } from '@mantine/core';
import { IconBan } from '@tabler/icons-react';
import { SelectionBar } from '../../../ui/data-table/selection/selection-bar.tsx';
import { ICON_SIZE } from '../../../ui/theme/metrics.ts';
import { backfillCount } from './bulk-cancel-texts.ts';

/** Backfills that one call cancels. */
const MAX_CANCELLED = 100;

type Props = {
  readonly count: number;
  readonly onCancelAll: () => void;
  readonly onClear: () => void;
};

/** Commands for the selected backfills. */
export function BackfillSelectionBar({ count, onCancelAll, onClear }: Props) {
  const isTooMany = count > MAX_CANCELLED;
  return (
    <SelectionBar
      status={
        <>
          {backfillCount(count)} selected
          {isTooMany && `; at most ${MAX_CANCELLED} can be cancelled at once`}
        </>
      }
      onClear={onClear}
    >
      <Button leftSection={<IconBan size={ICON_SIZE} />} color="red" disabled={isTooMany} onClick={onCancelAll}>
        Cancel backfills
      </Button>
    </SelectionBar>
  );
}
