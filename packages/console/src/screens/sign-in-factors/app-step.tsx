import { Button, Group, TextInput } from '@mantine/core';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { ConfirmAuthenticatorAppDocument } from '../../api/generated/documents/sign-in-factors.ts';
import type { StartAuthenticatorAppMutation } from '../../api/generated/graphql.ts';
import { useMutationAction } from '../../api/use-mutation-action.ts';
import { Stack, Text } from '../../ui/layout/layout.tsx';
import styles from './sign-in-factors.module.css';

type Started = Extract<
  StartAuthenticatorAppMutation['start_authenticator_app'],
  { readonly __typename: 'NewAuthenticatorApp' }
>;

type Props = {
  readonly app: Started;
  readonly onCancel: () => void;
  readonly onAdded: (recoveryCodes: readonly string[]) => void;
};

const CODE = /^\d{6}$/;

/** Shows the secret of a new authenticator app, and confirms the app by its first code. */
export function AppStep({ app, onCancel, onAdded }: Props) {
  const [code, setCode] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const { run, isPending } = useMutationAction(ConfirmAuthenticatorAppDocument, {
    done: () => 'Authenticator app added',
  });
  useEffect(() => field.current?.focus(), []);
  const digits = code.replaceAll(/\s/g, '');
  const problem = isChecked && !CODE.test(digits) ? 'Enter the six digits that the app shows.' : null;
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (isPending) return;
    setIsChecked(true);
    if (!CODE.test(digits)) return field.current?.focus();
    const added = (await run({ code: digits }))?.confirm_authenticator_app;
    if (added?.__typename === 'AddedFactor') onAdded(added.recovery_codes);
    else field.current?.select();
  };
  return (
    <Stack as="form" gap={3} minWidth={0} noValidate onSubmit={(event) => void submit(event)}>
      <Text as="p" tone="dim">
        Scan the code with an authenticator app, or type the key into it.
      </Text>
      <svg
        className={styles['qr']}
        viewBox={`0 0 ${app.qr_size} ${app.qr_size}`}
        role="img"
        aria-label="QR code for authenticator apps"
        shapeRendering="crispEdges"
      >
        <path fill="currentColor" d={app.qr_path} />
      </svg>
      <Text as="p" padding={3} frame="normal" background="soft" size="small" mono breakWords>
        {app.secret}
      </Text>
      <TextInput
        ref={field}
        label="Code of the app"
        labelProps={{ mb: 'xs' }}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={12}
        value={code}
        error={problem}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <Group justify="flex-end" gap="xs">
        <Button onClick={onCancel}>Back</Button>
        <Button type="submit" variant="filled" loading={isPending}>
          Confirm
        </Button>
      </Group>
    </Stack>
  );
}
