import { Button, Group, TextInput } from '@mantine/core';
import { LIMITS } from '@switchboard/model/limits';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { SecretInput } from '../../ui/form/secret-input.tsx';
import { Stack, Text } from '../../ui/layout/layout.tsx';

type Props = {
  /** Describes the next step, and why it needs the password. */
  readonly text: string;
  readonly confirmLabel: string;
  readonly danger?: boolean;
  /** Asks for the name of what is added, too. */
  readonly isNamed?: boolean;
  readonly onCancel: () => void;
  readonly onConfirm: (password: string, name: string) => Promise<void>;
};

/** Asks for the password again before a change of the factors. */
export function PasswordStep({ text, confirmLabel, danger = false, isNamed = false, onCancel, onConfirm }: Props) {
  const [password, setPassword] = useState('');
  const [name, setName] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const [isPending, setIsPending] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const nameField = useRef<HTMLInputElement>(null);
  useEffect(() => (nameField.current ?? field.current)?.focus(), []);
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (isPending) return;
    setIsChecked(true);
    if (isNamed && name.trim() === '') return nameField.current?.focus();
    if (password === '') return field.current?.focus();
    setIsPending(true);
    await onConfirm(password, name.trim());
    setIsPending(false);
  };
  return (
    <Stack as="form" gap={3} minWidth={0} noValidate onSubmit={(event) => void submit(event)}>
      <Text as="p" tone="dim">
        {text}
      </Text>
      {isNamed && (
        <TextInput
          ref={nameField}
          label="Name of the passkey"
          labelProps={{ mb: 'xs' }}
          descriptionProps={{ mt: 'xs' }}
          description="Where it is kept, such as the device or the password manager."
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          autoComplete="off"
          maxLength={LIMITS.viewNameLength}
          value={name}
          error={isChecked && name.trim() === '' && 'Enter a name.'}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      )}
      <SecretInput
        ref={field}
        label="Your password"
        labelProps={{ mb: 'xs' }}
        autoComplete="current-password"
        value={password}
        error={isChecked && password === '' && 'Enter your password.'}
        onChange={setPassword}
      />
      <Group justify="flex-end" gap="xs">
        <Button onClick={onCancel}>Back</Button>
        <Button type="submit" variant="filled" {...(danger ? { color: 'red' } : {})} loading={isPending}>
          {confirmLabel}
        </Button>
      </Group>
    </Stack>
  );
}
