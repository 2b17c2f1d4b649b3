import { Button, Skeleton } from '@mantine/core';
import '../../ui/theme/mantine-layer-styles.ts';
import { useCallback, useEffect, useState } from 'react';
import { useClient, useQuery } from 'urql';
import { describeFailure } from '../../api/failure.ts';
import {
  AccountKeyDocument,
  RemoveAccountKeyDocument,
  SaveAccountKeyDocument,
} from '../../api/generated/documents/account-key.ts';
import type { AccountKeyFactsFragment } from '../../api/generated/graphql.ts';
import { useMutationAction } from '../../api/use-mutation-action.ts';
import { lazyLayer } from '../../lib/load-chunk.ts';
import { Banner } from '../../ui/feedback/banner.tsx';
import { RetryBanner } from '../../ui/feedback/retry-banner.tsx';
import { toastDone, toastFailed } from '../../ui/feedback/toasts.ts';
import type { FormProblem, FormValues } from '../../ui/form/form-spec.ts';
import { SpecForm } from '../../ui/form/spec-form.tsx';
import { Row, Stack, Text } from '../../ui/layout/layout.tsx';
import { Timestamp } from '../../ui/text/timestamp.tsx';
import { ACCOUNT_KEY_FORM, accountKeyProblems, describeReference, readAccountKey } from './account-key-form.ts';

const ConfirmDialog = lazyLayer(async () => (await import('../../ui/feedback/confirm-dialog.tsx')).ConfirmDialog);

/** Milliseconds between two reads of a key while secrets are sealed with it. */
const PROGRESS_INTERVAL = 3_000;

/** The key that an account brings itself: its service wraps what seals the account's secrets. */
export function AccountKey() {
  const [{ data, error }, refetch] = useQuery({ query: AccountKeyDocument, requestPolicy: 'cache-and-network' });
  const refresh = useCallback(() => refetch({ requestPolicy: 'network-only' }), [refetch]);
  const [isEditing, setIsEditing] = useState(false);
  const key = data?.account_key;
  const isSealing = key != null && key.sealed_secrets !== (key.is_current ? key.secrets : 0);
  useEffect(() => {
    if (!isSealing) return undefined;
    const timer = setInterval(refresh, PROGRESS_INTERVAL);
    return () => clearInterval(timer);
  }, [isSealing, refresh]);
  const saved = (): void => {
    setIsEditing(false);
    refresh();
  };
  if (data == null)
    return error === undefined ? (
      <Skeleton height="var(--row)" aria-busy="true" />
    ) : (
      <RetryBanner onRetry={refresh}>
        <Text tone="dim">{describeFailure(error).message}</Text>
      </RetryBanner>
    );
  if (isEditing) return <KeyForm onSaved={saved} onCancel={() => setIsEditing(false)} />;
  return (
    <Stack gap={3}>
      {key == null ? (
        <Text as="p">The secrets of this account are sealed by the installation alone.</Text>
      ) : (
        <CurrentKey accountKey={key} />
      )}
      <Row gap={2} wrap>
        <Button onClick={() => setIsEditing(true)}>
          {key?.is_current === true ? 'Replace key' : 'Use an own key'}
        </Button>
        {key?.is_current === true && <RemoveKey accountKey={key} onRemoved={refresh} />}
      </Row>
    </Stack>
  );
}

type KeyProps = { readonly accountKey: AccountKeyFactsFragment };

function CurrentKey({ accountKey }: KeyProps) {
  const { reference, created, is_current: isCurrent, sealed_secrets: sealed, secrets, problem } = accountKey;
  const { service, key } = describeReference(reference);
  return (
    <>
      <Text as="p" breakWords>
        {service}{' '}
        <Text mono size="small" breakWords>
          {key}
        </Text>
      </Text>
      <Text as="p" tone="dim" role="status">
        Set <Timestamp value={created} />.{' '}
        {isCurrent
          ? `It seals ${sealed} of ${secrets} secrets.`
          : `It was removed; ${sealed === 1 ? '1 secret still leaves' : `${sealed} secrets still leave`} it.`}
      </Text>
      {problem != null && <Banner tone="error" title={problem} isStanding />}
    </>
  );
}

function RemoveKey({ accountKey, onRemoved }: KeyProps & { readonly onRemoved: () => void }) {
  const [isAsking, setIsAsking] = useState(false);
  const { run } = useMutationAction(RemoveAccountKeyDocument, {
    done: () => 'The key was removed.',
    problem: ({ outcome }) => (outcome?.__typename === 'NotFoundError' ? outcome.problem : null),
  });
  const confirm = async (): Promise<boolean> => {
    const isDone = (await run({})) !== null;
    if (isDone) onRemoved();
    return isDone;
  };
  return (
    <>
      <Button variant="subtle" color="red" onClick={() => setIsAsking(true)}>
        Remove key
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Remove the own key?"
          confirmLabel="Remove"
          danger
          onClose={() => setIsAsking(false)}
          onConfirm={confirm}
        >
          The secrets are sealed by the installation alone again. Keep{' '}
          <strong>{describeReference(accountKey.reference).key}</strong> enabled at its service until none leaves it any
          more.
        </ConfirmDialog>
      )}
    </>
  );
}

function KeyForm({ onSaved, onCancel }: { readonly onSaved: () => void; readonly onCancel: () => void }) {
  const client = useClient();
  const save = async (values: FormValues): Promise<readonly FormProblem[]> => {
    const { data, error } = await client.mutation(SaveAccountKeyDocument, readAccountKey(values)).toPromise();
    if (error !== undefined || data == null) {
      const { message, requestId } = describeFailure(error ?? { graphQLErrors: [] });
      toastFailed(message, requestId);
      return [{ field: null, message }];
    }
    if (data.outcome?.__typename === 'ConflictError') return [{ field: null, message: data.outcome.problem }];
    toastDone('The key was tried, and seals the secrets from now on.');
    return [];
  };
  return (
    <Stack gap={3}>
      <Banner tone="warning" title="Who disables this key stops the account." isStanding>
        Without its service no secret opens: downloads and uploads wait until it answers again. If the key is deleted
        there, every secret must be entered again.
      </Banner>
      <SpecForm
        spec={ACCOUNT_KEY_FORM}
        mode="add"
        validate={accountKeyProblems}
        submitLabel="Try and save"
        generalTitle="The key was not set."
        onCancel={onCancel}
        onSubmit={save}
        onSaved={onSaved}
      />
    </Stack>
  );
}
