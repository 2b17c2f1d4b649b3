import { Button, Group, Modal, TextInput } from '@mantine/core';
import '../../ui/theme/mantine-layer-styles.ts';
import { type SubmitEvent, useState } from 'react';
import { useSaveAccount } from '../../entities/administration/use-save-account.ts';
import { useReturnFocus } from '../../lib/use-return-focus.ts';
import { Stack } from '../../ui/layout/layout.tsx';

type Props = { readonly onClose: () => void; readonly onSaved: () => void };

const MAX_NAME = 200;
const MAX_URL_NAME = 63;

/** Adds an account by its name and url name. */
export function AddAccountDialog({ onClose, onSaved }: Props) {
  useReturnFocus();
  const [name, setName] = useState('');
  const [urlName, setUrlName] = useState('');
  const [problem, setProblem] = useState<{ readonly field: string; readonly message: string } | null>(null);
  const { save, isPending } = useSaveAccount();
  const isReady = name.trim() !== '' && urlName.trim() !== '';
  const of = (field: string): string | null => (problem?.field === field ? problem.message : null);
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (!isReady || isPending) return;
    const outcome = await save({ name: name.trim(), newUrlName: urlName.trim() }, 'Account Saved');
    setProblem(outcome.problem);
    if (!outcome.isSaved) return;
    onSaved();
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title="Add account" closeButtonProps={{ 'aria-label': 'Close' }}>
      <Stack as="form" gap={4} minWidth={0} noValidate onSubmit={(event) => void submit(event)}>
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
        <Group justify="flex-end" gap="xs">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="filled" loading={isPending} disabled={!isReady}>
            Save
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
