import { TextInput } from '@mantine/core';
import '../../ui/theme/mantine-layer-styles.ts';
import { emailProblem } from '@switchboard/model/presentation/email-rule';
import { useState } from 'react';
import { EraseAddressDocument } from '../../api/generated/documents/erasure.ts';
import { useMutationAction } from '../../api/use-mutation-action.ts';
import { Fates } from '../../entities/administration/fates.tsx';
import { FormDialog } from '../../ui/feedback/form-dialog.tsx';
import { Text } from '../../ui/layout/layout.tsx';

/** Erases an address that no user has, and says what is lost and what stays. */
export function EraseAddressDialog({ onClose }: { readonly onClose: () => void }) {
  const [email, setEmail] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const { run, isPending } = useMutationAction(EraseAddressDocument, {
    done: () => 'Address erased',
  });
  const submit = async (): Promise<void> => {
    const found = emailProblem(email.trim());
    setProblem(found);
    if (found === null && (await run({ email: email.trim() })) !== null) onClose();
  };
  return (
    <FormDialog
      title="Erase address"
      submitLabel="Erase"
      danger
      isPending={isPending}
      isReady={email.trim() !== ''}
      onClose={onClose}
      onSubmit={submit}
    >
      <Text as="p">
        For an address that no user has, such as that of somebody who was invited and has not answered. This cannot be
        undone.
      </Text>
      <Fates
        erased={[
          'Invitations to it, and what a directory says of it',
          'Mails that wait for it, and its place in lists of recipients',
        ]}
        kept={[
          'The audit log, until its entries expire',
          'Received mail, scripts, comments and other things in which people wrote it',
        ]}
      />
      <TextInput
        label="Email address"
        type="email"
        data-autofocus
        autoComplete="off"
        maxLength={320}
        value={email}
        error={problem}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
