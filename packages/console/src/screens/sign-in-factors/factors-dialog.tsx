import { Modal, Skeleton } from '@mantine/core';
import '../../ui/theme/mantine-layer-styles.ts';
import { useCallback, useState } from 'react';
import { useQuery } from 'urql';
import { describeFailure, GENERIC_FAILURE } from '../../api/failure.ts';
import {
  AddPasskeyDocument,
  RemoveAuthenticatorAppDocument,
  RemovePasskeyDocument,
  RenewRecoveryCodesDocument,
  SignInFactorsDocument,
  StartAuthenticatorAppDocument,
  StartPasskeyDocument,
} from '../../api/generated/documents/sign-in-factors.ts';
import { useMutationAction } from '../../api/use-mutation-action.ts';
import { useReturnFocus } from '../../lib/use-return-focus.ts';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { toastFailed } from '../../ui/feedback/toasts.ts';
import { Stack } from '../../ui/layout/layout.tsx';
import { AppStep } from './app-step.tsx';
import { CodesStep } from './codes-step.tsx';
import { createPasskey } from './create-passkey.ts';
import { type FactorChange, FactorList } from './factor-list.tsx';
import { PasswordStep } from './password-step.tsx';
import { SessionList } from './session-list.tsx';

type Step =
  | { readonly kind: 'list' }
  | { readonly kind: 'password'; readonly change: FactorChange }
  | { readonly kind: 'app'; readonly app: Parameters<typeof AppStep>[0]['app'] }
  | { readonly kind: 'codes'; readonly codes: readonly string[] };

const LIST: Step = { kind: 'list' };

/** How a person signs in: authenticator app, passkeys and recovery codes; and where they are signed in. */
export function FactorsDialog({ onClose }: { readonly onClose: () => void }) {
  useReturnFocus();
  const [{ data, error }, refetch] = useQuery({ query: SignInFactorsDocument, requestPolicy: 'cache-and-network' });
  const refresh = useCallback(() => refetch({ requestPolicy: 'network-only' }), [refetch]);
  const [step, setStep] = useState<Step>(LIST);
  const [hasReturned, setHasReturned] = useState(false);
  const factors = data?.sign_in_factors;
  const failure = error === undefined ? null : describeFailure(error);
  const isOnce = step.kind === 'codes';
  const showList = (): void => {
    setHasReturned(true);
    setStep(LIST);
    refresh();
  };
  const showCodes = (codes: readonly string[]): void => {
    if (codes.length === 0) showList();
    else {
      setStep({ kind: 'codes', codes });
      refresh();
    }
  };
  return (
    <Modal
      opened
      size="lg"
      onClose={onClose}
      title="Sign-in security"
      // What is shown once is closed by its button alone.
      closeOnClickOutside={!isOnce}
      closeOnEscape={!isOnce}
    >
      {factors === undefined && failure === null && <Skeleton height={220} />}
      {factors === undefined && failure !== null && (
        <ErrorState title={GENERIC_FAILURE} failure={failure} onRetry={refresh} />
      )}
      {factors?.is_embedded === false && (
        <EmptyState title="Your identity provider keeps your sign-in.">
          Add an authenticator app or a passkey there.
        </EmptyState>
      )}
      {factors?.is_embedded === true && step.kind === 'list' && (
        <Stack gap={5} minWidth={0}>
          <FactorList
            factors={factors}
            takesFocus={hasReturned}
            onChange={(change) => setStep({ kind: 'password', change })}
          />
          <SessionList />
        </Stack>
      )}
      {step.kind === 'password' && (
        <ChangeStep
          change={step.change}
          onBack={showList}
          onApp={(app) => setStep({ kind: 'app', app })}
          onCodes={showCodes}
        />
      )}
      {step.kind === 'app' && <AppStep app={step.app} onCancel={showList} onAdded={showCodes} />}
      {step.kind === 'codes' && <CodesStep codes={step.codes} onDone={showList} />}
    </Modal>
  );
}

const TEXTS = {
  'add-app': { text: 'Enter your password to add an authenticator app.', confirm: 'Continue', danger: false },
  'remove-app': { text: 'You can no longer sign in with its codes.', confirm: 'Remove', danger: true },
  'add-passkey': { text: 'Enter your password to add a passkey.', confirm: 'Continue', danger: false },
  'remove-passkey': { text: 'You can no longer sign in with it.', confirm: 'Remove', danger: true },
  'renew-codes': { text: 'The codes that you have stop working.', confirm: 'Make new codes', danger: true },
} as const;

type ChangeProps = {
  readonly change: FactorChange;
  readonly onBack: () => void;
  readonly onApp: (app: Parameters<typeof AppStep>[0]['app']) => void;
  readonly onCodes: (codes: readonly string[]) => void;
};

/** Asks for the password, and makes a change with it. */
function ChangeStep({ change, onBack, onApp, onCodes }: ChangeProps) {
  const startApp = useMutationAction(StartAuthenticatorAppDocument, {
    done: () => null,
  });
  const removeApp = useMutationAction(RemoveAuthenticatorAppDocument, {
    done: () => 'Authenticator app removed',
  });
  const startPasskey = useMutationAction(StartPasskeyDocument, {
    done: () => null,
  });
  const addPasskey = useMutationAction(AddPasskeyDocument, {
    done: () => 'Passkey added',
  });
  const removePasskey = useMutationAction(RemovePasskeyDocument, {
    done: () => 'Passkey removed',
  });
  const renewCodes = useMutationAction(RenewRecoveryCodesDocument, {
    done: () => 'New recovery codes made',
  });

  const confirm = async (password: string, name: string): Promise<void> => {
    switch (change.kind) {
      case 'add-app': {
        const started = (await startApp.run({ password }))?.start_authenticator_app;
        if (started?.__typename === 'NewAuthenticatorApp') onApp(started);
        return;
      }
      case 'remove-app':
        if ((await removeApp.run({ password })) !== null) onBack();
        return;
      case 'add-passkey': {
        const started = (await startPasskey.run({ password }))?.start_passkey;
        if (started?.__typename !== 'NewPasskey') return;
        const response = await createPasskey(started.creation_options);
        if (response === null) return toastFailed('No passkey was made. Try again, or use another device.');
        const added = (await addPasskey.run({ name, response }))?.add_passkey;
        if (added?.__typename === 'AddedFactor') onCodes(added.recovery_codes);
        return;
      }
      case 'remove-passkey':
        if ((await removePasskey.run({ id: change.passkey.id, password })) !== null) onBack();
        return;
      case 'renew-codes': {
        const renewed = (await renewCodes.run({ password }))?.renew_recovery_codes;
        if (renewed?.__typename === 'AddedFactor') onCodes(renewed.recovery_codes);
      }
    }
  };
  const { text, confirm: confirmLabel, danger } = TEXTS[change.kind];
  return (
    <PasswordStep
      text={change.kind === 'remove-passkey' ? `${change.passkey.name}: ${text}` : text}
      confirmLabel={confirmLabel}
      danger={danger}
      isNamed={change.kind === 'add-passkey'}
      onCancel={onBack}
      onConfirm={confirm}
    />
  );
}
