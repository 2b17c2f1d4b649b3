import { Button, Group, Modal, TextInput } from '@mantine/core';
import '../../ui/theme/mantine-layer-styles.ts';
import { draftDescription, EMPTY_DESCRIPTION } from '@switchboard/model/changelist';
import { LIMITS } from '@switchboard/model/limits';
import { type SubmitEvent, useState } from 'react';
import { RenameDraftDocument } from '../../api/generated/documents/change-draft.ts';
import { useMutationAction } from '../../api/use-mutation-action.ts';
import { useReturnFocus } from '../../lib/use-return-focus.ts';

type Props = {
  readonly draft: { readonly id: string; readonly description: string };
  readonly onClose: () => void;
  readonly onRenamed: () => void;
};

const LONGEST = LIMITS.draftDescriptionLength;

/** Asks for the description of a draft. An unchanged one is not saved; after a failure the text stays. */
export function RenameDialog({ draft, onClose, onRenamed }: Props) {
  useReturnFocus();
  const [typed, setTyped] = useState(draft.description);
  const [isRefused, setIsRefused] = useState(false);
  const { run, isPending } = useMutationAction(RenameDraftDocument, {
    done: () => 'Draft renamed',
    problem: ({ save_changelist: saved }) => ('problem' in saved ? saved.problem : null),
    failed: 'There was a problem renaming the draft',
  });
  const description = draftDescription(typed);
  const length = [...typed.trim()].length;
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (isPending) return;
    setIsRefused(description === '');
    if (description === '') return;
    if (description !== draft.description) {
      if ((await run({ id: draft.id, description })) === null) return;
      onRenamed();
    }
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title="Rename draft" closeButtonProps={{ 'aria-label': 'Close' }}>
      <form onSubmit={(event) => void submit(event)}>
        <TextInput
          label="Description"
          labelProps={{ mb: 'xs' }}
          descriptionProps={{ mt: 'xs' }}
          data-autofocus
          autoComplete="off"
          value={typed}
          error={isRefused && description === '' && EMPTY_DESCRIPTION}
          description={
            length > LONGEST
              ? `Only the first ${LONGEST} of these ${length} characters are saved.`
              : `${LONGEST - length} characters left`
          }
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="filled" loading={isPending}>
            Rename
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
