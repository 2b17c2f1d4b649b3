import { Button, Group, Modal, TextInput } from '@mantine/core';
import '../../../ui/theme/mantine-layer-styles.ts';
import { draftDescription, hasDefaultDescription } from '@switchboard/model/changelist';
import { useState } from 'react';
import { useReturnFocus } from '../../../lib/use-return-focus.ts';
import type { DraftFiles } from '../draft/draft-files.ts';
import type { DraftHead } from '../draft/load-draft.ts';
import { scriptOf } from '../draft/script-of.ts';
import { ImpactReport } from './impact-report.tsx';
import { publishVerdict } from './publish-verdict.ts';
import { useImpact } from './use-impact.ts';
import { VerdictBanner } from './verdict-banner.tsx';

type Props = {
  readonly head: DraftHead;
  readonly files: DraftFiles;
  readonly onClose: () => void;
  /** @param title the new title of the draft; null to keep it */
  readonly onPublish: (title: string | null) => void;
};

/**
 * Publishes a draft. Until then it shows what that changes, with a verdict; it can be published before this is known. A draft that still
 * has its first title needs another one, by which people know it in the history.
 */
export function PublishDialog({ head, files, onClose, onPublish }: Props) {
  useReturnFocus();
  const [script] = useState(() => scriptOf(head, files));
  const state = useImpact(script);
  const verdict = publishVerdict(state);
  const [needsTitle] = useState(() => hasDefaultDescription(head.description));
  const [title, setTitle] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const publish = (): void => {
    const written = draftDescription(title);
    if (!needsTitle) onPublish(null);
    else if (written === '' || hasDefaultDescription(written)) setIsMissing(true);
    else onPublish(written);
  };
  const fails = verdict.kind === 'fails';
  return (
    <Modal opened onClose={onClose} title="Publish this draft?" size="xl">
      {needsTitle && (
        <TextInput
          label="Title"
          description="What this version changes, as the history shows it"
          mb="md"
          data-autofocus
          required
          value={title}
          error={isMissing ? 'Write a title that says what changes.' : undefined}
          onChange={(event) => {
            setTitle(event.currentTarget.value);
            setIsMissing(false);
          }}
        />
      )}
      <VerdictBanner verdict={verdict} />
      <ImpactReport state={state} />
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant={fails ? 'default' : 'filled'}
          data-autofocus={needsTitle ? undefined : true}
          data-tip={fails ? 'The draft can be published, and fails on the next report.' : undefined}
          onClick={publish}
        >
          {fails ? 'Publish anyway' : 'Publish now'}
        </Button>
      </Group>
    </Modal>
  );
}
