import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { RemoveIntegrationDocument } from '../../api/generated/documents/integrations.ts';
import { useMutationAction } from '../../api/use-mutation-action.ts';
import { lazyLayer } from '../../lib/load-chunk.ts';
import { ICON_SIZE } from '../../ui/theme/metrics.ts';
import styles from './integrations.module.css';
import type { Integration } from './integrations-view.ts';

const ConfirmDialog = lazyLayer(async () => (await import('../../ui/feedback/confirm-dialog.tsx')).ConfirmDialog);
const FAILED = 'The integration could not be removed.';

type Props = { readonly integration: Integration; readonly onRemoved: () => void };

/** Removes an integration after a question. */
export function RemoveButton({ integration: { id, label }, onRemoved }: Props) {
  const [isAsking, setIsAsking] = useState(false);
  const { run } = useMutationAction(RemoveIntegrationDocument, {
    done: () => 'The integration was removed.',
    problem: ({ remove_integration: removed }) => (removed.__typename === 'InvalidIntegration' ? FAILED : null),
    failed: FAILED,
  });
  const remove = async (): Promise<boolean> => {
    const isDone = (await run({ id })) !== null;
    if (isDone) onRemoved();
    return isDone;
  };
  return (
    <>
      <Button
        className={styles['remove'] ?? ''}
        leftSection={<IconTrash size={ICON_SIZE} />}
        onClick={() => setIsAsking(true)}
      >
        Remove
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Remove this integration?"
          confirmLabel="Remove"
          danger
          onClose={() => setIsAsking(false)}
          onConfirm={remove}
        >
          <strong>{label}</strong> gets no notices any more, and its secrets are erased. This cannot be undone.
        </ConfirmDialog>
      )}
    </>
  );
}
