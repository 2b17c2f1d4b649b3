import { Button } from '@mantine/core';
import { IconLockOpen } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { UnsuspendKeyDocument } from '../../api/generated/documents/incident.ts';
import { usePermission } from '../../api/session/session.ts';
import { useMutationAction } from '../../api/use-mutation-action.ts';
import { lazyComponent } from '../../lib/load-chunk.ts';
import { ICON_SIZE } from '../../ui/theme/metrics.ts';

const ConfirmDialog = lazyComponent(async () => (await import('../../ui/feedback/confirm-dialog.tsx')).ConfirmDialog);

type Props = { readonly name: string; readonly onChanged: () => void };

/** Unsuspends a key after a question; absent for people without the permission. */
export function UnsuspendKeyButton({ name, onChanged }: Props) {
  const mayUnsuspend = usePermission('manage-keys');
  const [isAsking, setIsAsking] = useState(false);
  const { run } = useMutationAction(UnsuspendKeyDocument, {
    done: () => `${name} was successfully unsuspended!`,
    problem: ({ save_credential: saved }) => ('problem' in saved ? saved.problem : null),
    failed: 'There was a problem unsuspending the key.',
  });
  if (!mayUnsuspend) return null;
  return (
    <>
      <Button leftSection={<IconLockOpen size={ICON_SIZE} />} onClick={() => setIsAsking(true)}>
        Unsuspend
      </Button>
      {isAsking && (
        <Suspense fallback={null}>
          <ConfirmDialog
            title="Unsuspend this key?"
            confirmLabel="Unsuspend"
            onClose={() => setIsAsking(false)}
            onConfirm={async () => {
              const isDone = (await run({ name })) !== null;
              if (isDone) onChanged();
              return isDone;
            }}
          >
            What waits for the key <strong>{name}</strong> goes on, and what failed because of it is tried again. If the
            key is still rejected, it is suspended again.
          </ConfirmDialog>
        </Suspense>
      )}
    </>
  );
}
