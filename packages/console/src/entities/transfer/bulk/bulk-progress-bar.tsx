import { Button, Group } from '@mantine/core';
import { fullNumber } from '@switchboard/model/format';
import type { BulkProgressFragment } from '../../../api/generated/graphql.ts';
import { Stack } from '../../../ui/layout/layout.tsx';
import type { TransferKind } from '../transfer-kind.ts';
import styles from './bulk.module.css';

type Props = {
  readonly noun: TransferKind['noun'];
  readonly progress: BulkProgressFragment;
  readonly isStopping: boolean;
  readonly onStop: () => void;
};

/** How far a change is. */
export function BulkProgressBar({ noun, progress: { count, open }, isStopping, onStop }: Props) {
  const done = count - open;
  return (
    <Stack gap={3} className={styles['step']}>
      <p role="status">
        {fullNumber(done)} of {fullNumber(count)} {noun}s processed
      </p>
      <progress className={styles['progress']} max={count} value={done} aria-label={`${done} of ${count}`} />
      <Group justify="flex-end">
        <Button onClick={onStop} loading={isStopping}>
          Stop
        </Button>
      </Group>
    </Stack>
  );
}
