import { Button, Group, Modal, TextInput } from '@mantine/core';
import '../../ui/theme/mantine-layer-styles.ts';
import { emailProblem } from '@switchboard/model/presentation/email-rule';
import { type SubmitEvent, useState } from 'react';
import { EraseAddressDocument } from '../../api/generated/documents/erasure.ts';
import { useMutationAction } from '../../api/use-mutation-action.ts';
import { Fates } from '../../entities/administration/fates.tsx';
import { useReturnFocus } from '../../lib/use-return-focus.ts';
import { Stack, Text } from '../../ui/layout/layout.tsx';

/** Erases an address that no user has, and says what is lost and what stays. */
export function EraseAddressDialog({ onClose }: { readonly onClose: () => void }) {
  useReturnFocus();
  const [email, setEmail] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const { run, isPending } = useMutationAction(EraseAddressDocument, {
    done: () => 'Address erased',
    problem: ({ eraseAddress: ended }) => ('problem' in ended ? ended.problem : null),
  });
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (isPending) return;
    const found = emailProblem(email.trim());
    setProblem(found);
    if (found === null && (await run({ email: email.trim() })) !== null) onClose();
  };
  return (
    <Modal opened onClose={onClose} title="Erase address" closeButtonProps={{ 'aria-label': 'Close' }}>
      <Stack as="form" gap={4} minWidth={0} noValidate onSubmit={(event) => void submit(event)}>
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
        <Group justify="flex-end" gap="xs">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" color="red" variant="filled" loading={isPending} disabled={email.trim() === ''}>
            Erase
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
