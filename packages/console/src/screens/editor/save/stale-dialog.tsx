import { Button, Group, Modal, Text } from '@mantine/core';
import '../../../ui/theme/mantine-layer-styles.ts';
import { useState } from 'react';
import { useReturnFocus } from '../../../lib/use-return-focus.ts';
import { Timestamp } from '../../../ui/text/timestamp.tsx';
import styles from '../editor.module.css';
import type { StaleDraft } from '../session/save-outcome.ts';

type Props = {
  readonly stale: StaleDraft;
  /** Paths that the person has changed. */
  readonly changed: readonly string[];
  readonly onClose: () => void;
  /** Reads the newer version. Resolves to whether it was read. */
  readonly onTake: (keepMine: boolean) => Promise<boolean>;
};

/** Somebody else has saved the draft: what becomes of the changes that are not saved. */
export function StaleDialog({ stale, changed, onClose, onTake }: Props) {
  useReturnFocus();
  const [working, setWorking] = useState<'mine' | 'theirs' | null>(null);
  const take = async (side: 'mine' | 'theirs'): Promise<void> => {
    setWorking(side);
    const isDone = await onTake(side === 'mine');
    setWorking(null);
    if (isDone) onClose();
  };
  return (
    <Modal opened onClose={onClose} title="The draft was changed">
      <Text component="div">
        {stale.updated_by?.name ?? 'Somebody else'} saved this draft <Timestamp value={stale.updated_on} />. Nothing of
        yours was saved. You have changed:
        <ul className={styles['changed']}>
          {changed.map((path) => (
            <li key={path}>{path}</li>
          ))}
        </ul>
        With your changes kept, these files are saved as you see them over the newer version. All other files stay as
        they were saved.
      </Text>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button onClick={onClose} data-autofocus>
          Cancel
        </Button>
        <Button color="red" loading={working === 'theirs'} onClick={() => void take('theirs')}>
          Discard my changes
        </Button>
        <Button variant="filled" loading={working === 'mine'} onClick={() => void take('mine')}>
          Keep my changes and save
        </Button>
      </Group>
    </Modal>
  );
}
