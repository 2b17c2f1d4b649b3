import { TextInput } from '@mantine/core';
import '../../ui/theme/mantine-layer-styles.ts';
import { useState } from 'react';
import { useSaveAccount } from '../../entities/administration/use-save-account.ts';
import { FormDialog } from '../../ui/feedback/form-dialog.tsx';

type Props = { readonly onClose: () => void; readonly onSaved: () => void };

const MAX_NAME = 200;
const MAX_URL_NAME = 63;

/** Adds an account by its name and url name. */
export function AddAccountDialog({ onClose, onSaved }: Props) {
  const [name, setName] = useState('');
  const [urlName, setUrlName] = useState('');
  const [problem, setProblem] = useState<{ readonly field: string; readonly message: string } | null>(null);
  const { save, isPending } = useSaveAccount();
  const isReady = name.trim() !== '' && urlName.trim() !== '';
  const of = (field: string): string | null => (problem?.field === field ? problem.message : null);
  const submit = async (): Promise<void> => {
    const outcome = await save({ name: name.trim(), newUrlName: urlName.trim() }, 'Account Saved');
    setProblem(outcome.problem);
    if (!outcome.isSaved) return;
    onSaved();
    onClose();
  };
  return (
    <FormDialog
      title="Add account"
      submitLabel="Save"
      isPending={isPending}
      isReady={isReady}
      onClose={onClose}
      onSubmit={submit}
    >
      <TextInput
        label="Name"
        required
        data-autofocus
        autoComplete="off"
        maxLength={MAX_NAME}
        value={name}
        error={of('name')}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextInput
        label="URL name"
        description="Lowercase letters, digits and dashes, such as acme-media."
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        required
        autoComplete="off"
        spellCheck={false}
        maxLength={MAX_URL_NAME}
        value={urlName}
        error={of('newUrlName')}
        onChange={(event) => setUrlName(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
