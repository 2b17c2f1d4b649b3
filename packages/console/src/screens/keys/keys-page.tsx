import { IconCopy, IconLockOpen, IconPencil, IconTrash } from '@tabler/icons-react';
import { useCallback, useEffect } from 'react';
import { useNavigate } from 'react-router';
import type { Failure } from '../../api/failure.ts';
import type { KeyRowFragment } from '../../api/generated/graphql.ts';
import { ListPage } from '../../api/lists/list-page.tsx';
import { prefetchList } from '../../api/lists/prefetch-list.ts';
import { useList } from '../../api/lists/use-list.ts';
import { usePermission } from '../../api/session/session.ts';
import { KEY_COLUMNS } from '../../entities/key/key-columns.tsx';
import { KEY_LIST } from '../../entities/key/key-list.ts';
import { useKeyPaths } from '../../entities/key/key-paths.ts';
import { useDeleteKey } from '../../entities/key/use-delete-key.tsx';
import { useUnsuspendKey } from '../../entities/key/use-unsuspend-key.tsx';
import { pauseAction } from '../../entities/pause/pause-action.tsx';
import { usePause } from '../../entities/pause/use-pause.tsx';
import type { RowAction } from '../../ui/data-table/types.ts';
import { toastFailed } from '../../ui/feedback/toasts.ts';
import { copyText } from '../../ui/text/copyable.tsx';
import { ICON_SIZE } from '../../ui/theme/metrics.ts';
import { AddKeyButton } from './add-key-button.tsx';
import { KEYS_VIEW } from './keys-view.ts';

export const prefetchKeys = prefetchList(KEY_LIST, KEYS_VIEW);

/** /keys */
export function KeysPage() {
  const state = useList(KEY_LIST, KEYS_VIEW);
  const { connection, narrowing } = state;
  useFailureToast(connection.failure, connection.moreFailed);
  const mayManage = usePermission('manage-keys');
  const navigate = useNavigate();
  const paths = useKeyPaths();
  const { ask, dialog } = useUnsuspendKey(connection.refresh);
  const deletion = useDeleteKey(connection.refresh);
  const pausing = usePause('key', connection.refresh);
  const open = useCallback(({ name }: KeyRowFragment) => void navigate(paths.details(name)), [navigate, paths]);
  const actions = useCallback(
    ({ id, name, description, status }: KeyRowFragment): readonly RowAction[] => [
      { label: 'Copy name', icon: <IconCopy size={ICON_SIZE} />, run: () => void copyText(name) },
      ...(description === ''
        ? []
        : [{ label: 'Copy description', icon: <IconCopy size={ICON_SIZE} />, run: () => void copyText(description) }]),
      { label: 'Copy id', icon: <IconCopy size={ICON_SIZE} />, run: () => void copyText(id) },
      ...(status === 'suspended' && ask !== undefined
        ? [{ label: 'Unsuspend', icon: <IconLockOpen size={ICON_SIZE} />, run: () => ask(name) }]
        : []),
      ...(pausing.ask === undefined || status === 'suspended'
        ? []
        : [pauseAction({ kind: 'key', name }, status, pausing.ask)]),
      ...(mayManage
        ? [{ label: 'Edit key', icon: <IconPencil size={ICON_SIZE} />, run: () => void navigate(paths.edit(name)) }]
        : []),
      ...(deletion.ask === undefined
        ? []
        : [
            {
              label: 'Delete Key',
              icon: <IconTrash size={ICON_SIZE} />,
              danger: true,
              run: () => deletion.ask?.(name),
            },
          ]),
    ],
    [ask, deletion.ask, mayManage, navigate, paths, pausing.ask],
  );
  return (
    <ListPage
      // The Vault has one text for everything that finds no keys.
      page={{ ...state, narrowing: narrowing === 'none' ? 'none' : 'filter' }}
      columns={KEY_COLUMNS}
      actions={actions}
      onOpen={open}
      commands={mayManage && <AddKeyButton />}
      emptyTitle="You have no keys yet"
      {...(mayManage ? { emptyText: 'Add the first one: scripts refer to it by its name.' } : {})}
      dialog={
        <>
          {dialog}
          {deletion.dialog}
          {pausing.dialog}
        </>
      }
    />
  );
}

/** Reports keys that could not be fetched, beside what the list itself says. */
function useFailureToast(failure: Failure | null, isMoreMissing: boolean): void {
  useEffect(() => {
    if (failure !== null || isMoreMissing) toastFailed('Failed to fetch keys');
  }, [failure, isMoreMissing]);
}
