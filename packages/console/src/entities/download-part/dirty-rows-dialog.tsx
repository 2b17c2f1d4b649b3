import { Modal } from '@mantine/core';
import '../../ui/theme/mantine-layer-styles.ts';
import { useReturnFocus } from '../../lib/use-return-focus.ts';
import { DirtyRowsPreview } from './dirty-rows-preview.tsx';
import type { Part } from './part-files.ts';

type Props = { readonly part: Pick<Part, 'id' | 'name'>; readonly onClose: () => void };

/** Shows the first new dirty rows of a part. */
export function DirtyRowsDialog({ part, onClose }: Props) {
  useReturnFocus();
  return (
    <Modal opened onClose={onClose} size="xl" title={`New dirty rows of ${part.name}`}>
      <DirtyRowsPreview partId={part.id} name={part.name} />
    </Modal>
  );
}
