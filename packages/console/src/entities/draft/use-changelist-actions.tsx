import {
  IconArchive,
  IconCopy,
  IconCopyPlus,
  IconFileDiff,
  IconHistory,
  IconLink,
  IconPencil,
} from '@tabler/icons-react';
import { type ReactNode, useCallback } from 'react';
import { useNavigate } from 'react-router';
import type { ChangelistRowFragment } from '../../api/generated/graphql.ts';
import type { Connection } from '../../api/lists/use-connection.ts';
import { usePermission } from '../../api/session/session.ts';
import type { RowAction } from '../../ui/data-table/types.ts';
import { copyText } from '../../ui/text/copyable.tsx';
import { ICON_SIZE } from '../../ui/theme/metrics.ts';
import { useScriptPaths } from './script-paths.ts';
import { useArchiveDraft } from './use-archive-draft.tsx';
import { useCloneDraft } from './use-branch.ts';
import type { PublishedVersionState } from './use-published-version.ts';
import { useRenameDraft } from './use-rename-draft.tsx';
import { useRollback } from './use-rollback.tsx';

type Row = ChangelistRowFragment;

export type ChangelistActions = {
  /** Undefined for people who may not develop scripts. */
  readonly actions: ((row: Row) => readonly RowAction[]) | undefined;
  /** The dialogs of the actions. */
  readonly dialog: ReactNode;
};

/** The row menu of a draft or a published version: compare, clone, rename, archive, roll back; with the dialogs that it opens. */
export function useChangelistActions(
  connection: Pick<Connection<Row>, 'refresh' | 'remove'>,
  { published = null }: Pick<PublishedVersionState, 'published'>,
): ChangelistActions {
  const { refresh, remove } = connection;
  const mayDevelop = usePermission('develop-scripts');
  const mayCompare = usePermission('view-diffs-beta');
  const navigate = useNavigate();
  const paths = useScriptPaths();
  const clone = useCloneDraft(refresh);
  const archiving = useArchiveDraft(remove);
  const renaming = useRenameDraft(refresh);
  const rollback = useRollback(published, refresh);
  const publishedId = published?.id ?? null;
  const actions = useCallback(
    (row: Row): readonly RowAction[] => {
      const { id, status } = row;
      const isDraft = status === 'draft' || status === 'proofing';
      const action = (wanted: boolean, one: RowAction): readonly RowAction[] => (wanted ? [one] : []);
      return [
        ...action(status === 'replaced' && rollback.ask !== undefined, {
          label: 'Roll back to this version',
          icon: <IconHistory size={ICON_SIZE} />,
          run: () => rollback.ask?.(row),
        }),
        ...action(mayCompare && publishedId !== null && publishedId !== id, {
          label: 'Compare with Published',
          icon: <IconFileDiff size={ICON_SIZE} />,
          run: () => void navigate(paths.changes(id)),
        }),
        ...action(isDraft, {
          label: 'Rename',
          icon: <IconPencil size={ICON_SIZE} />,
          run: () => renaming.ask?.(row),
        }),
        { label: 'Clone', icon: <IconCopyPlus size={ICON_SIZE} />, run: () => clone?.(row) },
        {
          label: 'Copy link',
          icon: <IconLink size={ICON_SIZE} />,
          run: () => void copyText(`${location.origin}${paths.editor(id)}`),
        },
        { label: 'Copy id', icon: <IconCopy size={ICON_SIZE} />, run: () => void copyText(id) },
        ...action(isDraft, {
          label: 'Archive',
          icon: <IconArchive size={ICON_SIZE} />,
          danger: true,
          run: () => archiving.ask?.(row),
        }),
      ];
    },
    [mayCompare, publishedId, navigate, paths, clone, archiving.ask, renaming.ask, rollback.ask],
  );
  return {
    actions: mayDevelop ? actions : undefined,
    dialog: (
      <>
        {archiving.dialog}
        {renaming.dialog}
        {rollback.dialog}
      </>
    ),
  };
}
