import { Button, Group, Modal, TextInput } from '@mantine/core';
import '../../ui/theme/mantine-layer-styles.ts';
import { recipientProblem } from '@switchboard/model/mail-rules';
import { type SubmitEvent, useState } from 'react';
import { useReturnFocus } from '../../lib/use-return-focus.ts';
import { type Recipient, suggestedAddress } from './recipient.ts';
import { savedRecipient, useSaveRecipient } from './use-save-recipient.ts';

type Props = {
  readonly urlName: string;
  /** Domain of the addresses, after the @. */
  readonly domain: string;
  readonly onSaved: (recipient: Recipient) => void;
  readonly onClose: () => void;
};

/** Asks for the address of a new recipient, and suggests one. After a failure the text stays. */
export function RecipientDialog({ urlName, domain, onSaved, onClose }: Props) {
  useReturnFocus();
  const [typed, setTyped] = useState(() => suggestedAddress(urlName, domain));
  const [isSubmitted, setIsSubmitted] = useState(false);
  const { run, isPending } = useSaveRecipient('Successfully saved recipient');
  const problem = recipientProblem(typed, domain);
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    setIsSubmitted(true);
    if (isPending || problem !== null) return;
    const data = await run({ newRecipient: typed.trim() });
    const saved = data === null ? null : savedRecipient(data);
    if (saved === null) return;
    onSaved(saved);
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title="Add Recipient" closeButtonProps={{ 'aria-label': 'Close' }}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <TextInput
          label="Email"
          labelProps={{ mb: 'xs' }}
          description="Whoever knows this address can send files to the account. The suggested one cannot be guessed."
          descriptionProps={{ mt: 'xs' }}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          data-autofocus
          type="email"
          autoComplete="off"
          spellCheck={false}
          value={typed}
          error={isSubmitted && problem}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="filled" loading={isPending}>
            Save
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
