import { Button, Group } from '@mantine/core';
import { Stack } from '../../../ui/layout/layout.tsx';
import styles from './bulk.module.css';

type Props = { readonly problem: string; readonly onCount: () => void; readonly onClose: () => void };

/** The server does not run what was counted, because that is too old or was run elsewhere. */
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
