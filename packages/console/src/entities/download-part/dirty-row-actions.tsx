import { dirtyRowsRefusal } from '@switchboard/model/presentation/file-age';
import { useState } from 'react';
import { lazyLayer } from '../../lib/load-chunk.ts';
import { Row } from '../../ui/layout/layout.tsx';
import { QuietButton } from '../transfer/quiet-button.tsx';
import { useSaveFile } from '../transfer/use-save-file.ts';
import styles from './download-part.module.css';
import { dirtyRowsPath, newDirtyRowsPath, type Part, type PartOwner } from './part-files.ts';

const DirtyRowsDialog = lazyLayer(async () => (await import('./dirty-rows-dialog.tsx')).DirtyRowsDialog);

type Props = {
  readonly part: Part;
  readonly owner: PartOwner;
  /** Leaves out the file of new dirty rows, which the table of parts offers. */
  readonly brief?: boolean;
};

/** Previews and downloads the dirty rows of a part. Nothing for a part without any. */
export function DirtyRowActions({ part, owner, brief = false }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const saveFile = useSaveFile();
  const disabledReason = dirtyRowsRefusal(owner.finished, Date.now()) ?? undefined;
  const hasDirty = (part.dirty_row_count ?? 0) > 0;
  const hasNewDirty = (part.new_dirty_row_count ?? 0) > 0;
  if (!hasDirty && !hasNewDirty) return null;
  return (
    <Row
      as="span"
      inline
      gap={['half', 2]}
      align="center"
      wrap
      minWidth={0}
      className={styles['actions']}
      data-brief={brief || undefined}
    >
      {hasNewDirty && <QuietButton label="Preview" disabledReason={disabledReason} onClick={() => setIsOpen(true)} />}
      {hasDirty && (
        <QuietButton
          label={brief ? 'Download dirty' : 'Download dirty rows'}
          disabledReason={disabledReason}
          onClick={() => void saveFile(dirtyRowsPath(part.id), `${part.name}_dirtyrows.csv.gz`)}
        />
      )}
      {hasNewDirty && !brief && (
        <QuietButton
          label="Download new dirty rows"
          disabledReason={disabledReason}
          onClick={() => void saveFile(newDirtyRowsPath(part.id), `${part.name}_new_dirtyrows.json.gz`)}
        />
      )}
      {isOpen && <DirtyRowsDialog part={part} onClose={() => setIsOpen(false)} />}
    </Row>
  );
}
