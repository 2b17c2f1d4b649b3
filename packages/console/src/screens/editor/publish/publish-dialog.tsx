import { Button, Group, Modal } from '@mantine/core';
import '../../../ui/theme/mantine-layer-styles.ts';
import { useState } from 'react';
import { useReturnFocus } from '../../../lib/use-return-focus.ts';
import type { DraftFiles } from '../draft/draft-files.ts';
import type { DraftHead } from '../draft/load-draft.ts';
import { ImpactReport } from './impact-report.tsx';
import { type PublishedScript, useImpact } from './use-impact.ts';

type Props = {
  readonly head: DraftHead;
  readonly files: DraftFiles;
  readonly onClose: () => void;
  readonly onPublish: () => void;
};

function scriptOf({ id, version }: DraftHead, files: DraftFiles): PublishedScript {
  const changes = files.changes();
  return { id, version, files: changes.length === 0 ? null : changes };
}

/** Publishes a draft. Until then it shows what that changes; whether this is known yet makes no difference to publishing. */
export function PublishDialog({ head, files, onClose, onPublish }: Props) {
  useReturnFocus();
  const [script] = useState(() => scriptOf(head, files));
  const state = useImpact(script);
  return (
    <Modal opened onClose={onClose} title="Publish this draft?" size="xl" closeButtonProps={{ 'aria-label': 'Close' }}>
      <ImpactReport state={state} />
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="filled" data-autofocus onClick={onPublish}>
          Publish now
        </Button>
      </Group>
    </Modal>
  );
}
