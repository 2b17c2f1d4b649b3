import { Menu } from '@mantine/core';
import '../../../ui/theme/mantine-layer-styles.ts';
import { IconArrowBackUp, IconFilePlus, IconGitCompare, IconPencil, IconTrash } from '@tabler/icons-react';
import type { FileLine } from '../../../ui/editor/file-nodes.ts';
import type { Declaration } from '../../../ui/editor/language/language-client.ts';
import { AnchoredMenu } from '../../../ui/layers/anchored-menu.tsx';
import { SMALL_ICON_SIZE } from '../../../ui/theme/metrics.ts';

type Props = {
  readonly button: HTMLElement;
  readonly line: FileLine;
  readonly isDeleted: boolean;
  /** The uploads that the file declares. */
  readonly uploads: readonly Declaration[];
  readonly onClose: () => void;
  readonly onAdd: () => void;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
  readonly onRestore: () => void;
  readonly onCompare: (() => void) | undefined;
};

/** Whether the uploads of a file have a target of their own in test runs. */
function testText(uploads: readonly Declaration[]): string {
  if (uploads.length === 0) return 'Declares no uploads';
  const tested = uploads.filter(({ test }) => test).length;
  const all = uploads.length === 1 ? '1 upload' : `${uploads.length} uploads`;
  return tested === 0 ? `${all}, none with a test destination` : `${all}, ${tested} with a test destination`;
}

/** Commands for a file or a folder. */
export function FileMenu({ button, line, isDeleted, uploads, onClose, ...act }: Props) {
  const isFolder = line.isOpen !== null;
  const item = (label: string, ItemIcon: typeof IconPencil, run: () => void, color?: string) => (
    <Menu.Item
      leftSection={<ItemIcon size={SMALL_ICON_SIZE} />}
      {...(color === undefined ? {} : { color })}
      onClick={run}
    >
      {label}
    </Menu.Item>
  );
  return (
    <AnchoredMenu button={button} id="file-menu" position="bottom-end" onClose={onClose}>
      {isDeleted ? (
        item('Restore', IconArrowBackUp, act.onRestore)
      ) : (
        <>
          {isFolder && item('New file', IconFilePlus, act.onAdd)}
          {item('Edit', IconPencil, act.onEdit)}
          {item('Delete', IconTrash, act.onDelete, 'red')}
        </>
      )}
      {!isFolder && act.onCompare !== undefined && item('Compare Changes', IconGitCompare, act.onCompare)}
      {!isFolder && !isDeleted && <Menu.Label>{testText(uploads)}</Menu.Label>}
    </AnchoredMenu>
  );
}
