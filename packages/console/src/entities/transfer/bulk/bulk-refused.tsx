import { Button, Group } from '@mantine/core';
import { Stack } from '../../../ui/layout/layout.tsx';
import styles from './bulk.module.css';

type Props = { readonly problem: string; readonly onCount: () => void; readonly onClose: () => void };

/** Asks to count again: the server refused a bulk change whose count is too old or was used already. */
export function BulkRefused({ problem, onCount, onClose }: Props) {
  return (
    <Stack gap={3} className={styles['step']}>
      <p role="alert">{problem}</p>
      <Group justify="flex-end" gap="xs">
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="filled" onClick={onCount}>
          Count again
        </Button>
      </Group>
    </Stack>
  );
}
