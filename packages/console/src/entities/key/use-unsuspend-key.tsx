import { type ReactNode, useCallback, useState } from 'react';
import { UnsuspendKeyDocument } from '../../api/generated/documents/unsuspend-key.ts';
import { usePermission } from '../../api/session/session.ts';
import { useMutationAction } from '../../api/use-mutation-action.ts';
import { lazyLayer } from '../../lib/load-chunk.ts';

const ConfirmDialog = lazyLayer(async () => (await import('../../ui/feedback/confirm-dialog.tsx')).ConfirmDialog);

export type KeyUnsuspension = {
  /** Asks whether to unsuspend the key of this name; undefined for people without the permission. */
  readonly ask: ((name: string) => void) | undefined;
  /** The question. */
  readonly dialog: ReactNode;
};

/**
 * Unsuspends a key after a question.
 * @param onFailed called after a failure; by default the question stays open
 */
export function useUnsuspendKey(onChanged: () => void, onFailed?: () => void): KeyUnsuspension {
  const mayUnsuspend = usePermission('manage-keys');
  const [name, setName] = useState<string | null>(null);
  const ask = useCallback((wanted: string) => setName(wanted), []);
  const { run } = useMutationAction(UnsuspendKeyDocument, {
    done: (_data, variables) => `${variables.name} was successfully unsuspended!`,
    failed: 'There was a problem unsuspending the key.',
  });
  return {
    ask: mayUnsuspend ? ask : undefined,
    dialog: name !== null && (
      <ConfirmDialog
        title="Unsuspend this key?"
        confirmLabel="Unsuspend"
        onClose={() => setName(null)}
        onConfirm={async () => {
          const isDone = (await run({ name })) !== null;
          if (isDone) onChanged();
          else onFailed?.();
          return isDone || onFailed !== undefined;
        }}
      >
        What waits for the key <strong>{name}</strong> goes on, and what failed because of it is tried again. If the key
        is still rejected, it is suspended again.
      </ConfirmDialog>
    ),
  };
}
