import { Button, Group, Modal, SegmentedControl, Text } from '@mantine/core';
import '../../../ui/theme/mantine-layer-styles.ts';
import { useState } from 'react';
import type { MergeResolution } from '../../../api/generated/graphql.ts';
import { useReturnFocus } from '../../../lib/use-return-focus.ts';
import styles from '../editor.module.css';
import type { MergeConflicts } from '../session/editor-session.ts';

type Conflict = MergeConflicts['conflicts'][number];
type Side = 'draft' | 'published' | 'both';

const REASONS: Readonly<Record<string, string>> = {
  text: 'The same lines were changed in both.',
  deleted_in_draft: 'Deleted in the draft, changed in the Published version.',
  deleted_in_published: 'Changed in the draft, deleted in the Published version.',
  same_path: 'Both have another file at this path.',
};

function textOf({ texts, merged_text: merged }: Conflict, side: Side): string | null {
  return side === 'both' ? (merged ?? null) : (texts[side] ?? null);
}

type Props = {
  readonly conflicts: MergeConflicts;
  readonly onClose: () => void;
  /** Resolves to whether the draft was merged. */
  readonly onMerge: (resolutions: readonly MergeResolution[]) => Promise<boolean>;
};

/** Files that were changed in the draft and in the Published version: what each of them contains afterwards. */
export function MergeDialog({ conflicts: { message, conflicts }, onClose, onMerge }: Props) {
  useReturnFocus();
  const [sides, setSides] = useState<Readonly<Record<string, Side>>>({});
  const [isWorking, setIsWorking] = useState(false);
  const merge = async (): Promise<void> => {
    setIsWorking(true);
    const isDone = await onMerge(
      conflicts.map((conflict) => ({ path: conflict.path, text: textOf(conflict, sides[conflict.path] ?? 'draft') })),
    );
    setIsWorking(false);
    if (isDone) onClose();
  };
  return (
    <Modal opened onClose={onClose} title="Merge the Published version" size="lg">
      <Text>{message}</Text>
      <ul className={styles['conflicts']}>
        {conflicts.map((conflict) => (
          <li key={conflict.path}>
            <strong>{conflict.path}</strong>
            <span className={styles['reason']}>{REASONS[conflict.kind] ?? conflict.kind}</span>
            <SegmentedControl
              aria-label={`Contents of ${conflict.path}`}
              value={sides[conflict.path] ?? 'draft'}
              onChange={(side) => setSides({ ...sides, [conflict.path]: side as Side })}
              data={[
                { value: 'draft', label: conflict.texts.draft == null ? 'Delete it' : 'Draft' },
                { value: 'published', label: conflict.texts.published == null ? 'Delete it' : 'Published' },
                ...(conflict.merged_text == null ? [] : [{ value: 'both', label: 'Both, with marks' }]),
              ]}
            />
          </li>
        ))}
      </ul>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="filled" loading={isWorking} onClick={() => void merge()}>
          Merge
        </Button>
      </Group>
    </Modal>
  );
}
