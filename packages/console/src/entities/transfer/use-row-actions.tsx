import { IconBan, IconCopy, IconLayoutSidebarRightExpand, IconRefresh, IconTerminal2 } from '@tabler/icons-react';
import { type ReactNode, useCallback } from 'react';
import { usePermission } from '../../api/session/session.ts';
import { useCopyApiCall } from '../../api/use-copy-api-call.ts';
import type { RowAction } from '../../ui/data-table/types.ts';
import { copyText } from '../../ui/text/copyable.tsx';
import { ICON_SIZE } from '../../ui/theme/metrics.ts';
import { usePipelineMenu } from '../maintenance/use-pipeline-menu.tsx';
import type { TransferKind } from './transfer-kind.ts';
import { type Commanded, useTransferCommands } from './use-transfer-commands.tsx';

export type RowActionOptions<Row> = {
  readonly onOpen: (row: Row) => void;
  readonly openLabel: string;
  /** Called once a row was abandoned. */
  readonly onAbandoned: (id: string) => void;
};

export type RowActions<Row> = {
  /** Undefined for people without the permission to see the column. */
  readonly actions: ((row: Row) => readonly RowAction[]) | undefined;
  /** The dialog that an action opened. */
  readonly dialog: ReactNode;
};

const NO_ACTIONS = (): readonly RowAction[] => [];

/**
 * The entries of a transfer's row menu.
 * @param particular the entries that only this kind of transfer has, after the one that opens the row; a constant
 */
export function useRowActions<Row extends Commanded & { readonly project: string }>(
  kind: TransferKind,
  { onOpen, openLabel, onAbandoned }: RowActionOptions<Row>,
  particular: (row: Row) => readonly RowAction[] = NO_ACTIONS,
): RowActions<Row> {
  const hasMenu = usePermission('manage-account-settings');
  const copyApiCall = useCopyApiCall();
  const menu = usePipelineMenu();
  const { actionsOf } = menu;
  const { retryOf, abandonOf, dialog } = useTransferCommands<Row>(kind, onAbandoned);

  const actions = useCallback(
    (row: Row): readonly RowAction[] => {
      const retry = retryOf(row);
      const abandon = abandonOf(row);
      return [
        { label: openLabel, icon: <IconLayoutSidebarRightExpand size={ICON_SIZE} />, run: () => onOpen(row) },
        ...particular(row),
        { label: 'Copy id', icon: <IconCopy size={ICON_SIZE} />, run: () => void copyText(row.id) },
        {
          label: 'Copy as API call',
          icon: <IconTerminal2 size={ICON_SIZE} />,
          run: () => copyApiCall(kind.apiCall(row.id)),
        },
        { label: 'Copy name', icon: <IconCopy size={ICON_SIZE} />, run: () => void copyText(row.name) },
        ...actionsOf({ kind: kind.noun, name: row.name, project: row.project }),
        ...(retry === undefined ? [] : [{ label: 'Retry', icon: <IconRefresh size={ICON_SIZE} />, run: retry }]),
        ...(abandon === undefined
          ? []
          : [{ label: 'Abandon', icon: <IconBan size={ICON_SIZE} />, danger: true, ...abandon }]),
      ];
    },
    [retryOf, abandonOf, onOpen, openLabel, particular, copyApiCall, kind, actionsOf],
  );
  return {
    actions: hasMenu ? actions : undefined,
    dialog: (
      <>
        {dialog}
        {menu.dialog}
      </>
    ),
  };
}
