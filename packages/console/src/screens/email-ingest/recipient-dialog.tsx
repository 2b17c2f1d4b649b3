import { TextInput } from '@mantine/core';
import '../../ui/theme/mantine-layer-styles.ts';
import { recipientProblem } from '@switchboard/model/mail-rules';
import { useState } from 'react';
import { FormDialog } from '../../ui/feedback/form-dialog.tsx';
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
  const [typed, setTyped] = useState(() => suggestedAddress(urlName, domain));
  const [isSubmitted, setIsSubmitted] = useState(false);
  const { run, isPending } = useSaveRecipient('Successfully saved recipient');
  const problem = recipientProblem(typed, domain);
  const submit = async (): Promise<void> => {
    setIsSubmitted(true);
    if (isPending || problem !== null) return;
    const data = await run({ newRecipient: typed.trim() });
    const saved = data === null ? null : savedRecipient(data);
    if (saved === null) return;
    onSaved(saved);
    onClose();
  };
  return (
    <FormDialog title="Add Recipient" submitLabel="Save" isPending={isPending} onClose={onClose} onSubmit={submit}>
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
    </FormDialog>
  );
}
