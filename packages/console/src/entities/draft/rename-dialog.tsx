import { TextInput } from '@mantine/core';
import '../../ui/theme/mantine-layer-styles.ts';
import { draftDescription, EMPTY_DESCRIPTION } from '@switchboard/model/changelist';
import { LIMITS } from '@switchboard/model/limits';
import { useState } from 'react';
import { RenameDraftDocument } from '../../api/generated/documents/change-draft.ts';
import { useMutationAction } from '../../api/use-mutation-action.ts';
import { FormDialog } from '../../ui/feedback/form-dialog.tsx';

type Props = {
  readonly draft: { readonly id: string; readonly description: string };
  readonly onClose: () => void;
  readonly onRenamed: () => void;
};

const LONGEST = LIMITS.draftDescriptionLength;

/** Asks for the description of a draft. An unchanged one is not saved; after a failure the text stays. */
export function RenameDialog({ draft, onClose, onRenamed }: Props) {
  const [typed, setTyped] = useState(draft.description);
  const [isRefused, setIsRefused] = useState(false);
  const { run, isPending } = useMutationAction(RenameDraftDocument, {
    done: () => 'Draft renamed',
    failed: 'There was a problem renaming the draft',
  });
  const description = draftDescription(typed);
  const length = [...typed.trim()].length;
  const submit = async (): Promise<void> => {
    setIsRefused(description === '');
    if (description === '') return;
    if (description !== draft.description) {
      if ((await run({ id: draft.id, description })) === null) return;
      onRenamed();
    }
    onClose();
  };
  return (
    <FormDialog title="Rename draft" submitLabel="Rename" isPending={isPending} onClose={onClose} onSubmit={submit}>
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
    </FormDialog>
  );
}
