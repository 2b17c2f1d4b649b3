import { type ReactNode, useCallback, useState } from 'react';
import { usePermission } from '../../api/session/session.ts';
import { lazyLayer } from '../../lib/load-chunk.ts';

const DeleteKeyDialog = lazyLayer(async () => (await import('./delete-key-dialog.tsx')).DeleteKeyDialog);

export type KeyDeletion = {
  /** Asks whether to delete the key of this name; undefined for people without the permission. */
  readonly ask: ((name: string) => void) | undefined;
  /** The question. */
  readonly dialog: ReactNode;
};

/** Deletes a key after a question that names what uses it. */
export function useDeleteKey(onDeleted: () => void): KeyDeletion {
  const mayDelete = usePermission('manage-keys');
  const [name, setName] = useState<string | null>(null);
  const ask = useCallback((wanted: string) => setName(wanted), []);
  return {
    ask: mayDelete ? ask : undefined,
    dialog: name !== null && <DeleteKeyDialog name={name} onClose={() => setName(null)} onDeleted={onDeleted} />,
  };
}
