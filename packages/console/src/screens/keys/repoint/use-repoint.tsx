import { type ReactNode, useState } from 'react';
import { usePermission } from '../../../api/session/session.ts';
import { lazyLayer } from '../../../lib/load-chunk.ts';

const RepointDialog = lazyLayer(async () => (await import('./repoint-dialog.tsx')).RepointDialog);

type RepointedKey = { readonly name: string; readonly type: string };

/** Writes another key into the scripts that name a key: undefined for people without the permissions. */
export function useRepoint(key: RepointedKey | null, onChanged: () => void) {
  const mayManage = usePermission('manage-keys');
  const mayPublish = usePermission('publish-scripts');
  const [isOpen, setIsOpen] = useState(false);
  const dialog: ReactNode = isOpen && key !== null && (
    <RepointDialog {...key} onClose={() => setIsOpen(false)} onChanged={onChanged} />
  );
  return { open: mayManage && mayPublish ? () => setIsOpen(true) : undefined, dialog };
}
