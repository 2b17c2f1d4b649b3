import type { KeyType } from '@switchboard/model/key-types/key-type';
import { useRef } from 'react';
import { useNavigate } from 'react-router';
import { useClient } from 'urql';
import { describeFailure } from '../../api/failure.ts';
import { SaveKeyDocument } from '../../api/generated/documents/save-key.ts';
import { useKeyPaths } from '../../entities/key/key-paths.ts';
import { useConnect } from '../../entities/oauth/use-connect.tsx';
import { discardUnsavedChanges } from '../../lib/unsaved-changes.ts';
import { toastDone, toastFailed } from '../../ui/feedback/toasts.ts';
import type { FormProblem } from '../../ui/form/form-spec.ts';
import { KeyForm } from './key-form.tsx';
import { formProblems, type KeyInput } from './key-form-spec.ts';

type Begun = { readonly address: string } | { readonly problems: readonly FormProblem[] };

/** The form of a new key of a type that is connected by OAuth: its name, and the button that opens the provider. */
export function ConnectKey({ type }: { readonly type: KeyType }) {
  const navigate = useNavigate();
  const paths = useKeyPaths();
  const begin = useBeginConnection(type.name);
  const last = useRef<KeyInput | null>(null);
  const save = async (input: KeyInput): Promise<readonly FormProblem[] | null> => {
    last.current = input;
    const begun = begin(input);
    // Opened while the click is handled, as browsers demand, and led to the address later.
    const address = begun.then((answer) =>
      'address' in answer ? answer.address : Promise.reject(new Error('The sign-in was not begun.')),
    );
    connect(input.name.trim(), address);
    const answer = await begun;
    return 'address' in answer ? null : answer.problems;
  };
  const retry = async (): Promise<void> => {
    const problems = last.current === null ? null : await save(last.current);
    for (const { message } of problems ?? []) toastFailed(message);
  };
  const { connect, status } = useConnect({
    provider: type.displayName,
    route: paths.list,
    onConnected: ({ credential_name: name }) => {
      toastDone(`${name} was successfully created!`);
      discardUnsavedChanges();
      void navigate(paths.list);
    },
    onRetry: () => void retry(),
  });
  return (
    <>
      {status}
      <KeyForm type={type} mode="add" stored={null} onSave={save} onCancel={() => void navigate(paths.list)} />
    </>
  );
}

/** Checks the name of a new key, then begins the sign-in. */
function useBeginConnection(type: string): (input: KeyInput) => Promise<Begun> {
  const client = useClient();
  return async ({ name, description }) => {
    for (const validate of [true, false]) {
      const { data, error } = await client.mutation(SaveKeyDocument, { name, type, description, validate }).toPromise();
      const saved = data?.save_credential;
      if (saved === undefined) {
        const { message, requestId } = describeFailure(error ?? { graphQLErrors: [] });
        toastFailed('There was an unexpected error saving the credential.', requestId);
        return { problems: [{ field: null, message }] };
      }
      if (saved.__typename === 'InvalidCredential') return { problems: [{ field: null, message: saved.message }] };
      if (saved.__typename === 'ValidationErrors') return { problems: formProblems(saved.errors) };
      if (typeof saved.oauth_url === 'string') return { address: saved.oauth_url };
    }
    return { problems: [{ field: null, message: 'The server gave no address of the provider.' }] };
  };
}
