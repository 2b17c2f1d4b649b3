import { Skeleton } from '@mantine/core';
import { useState } from 'react';
import { useQuery } from 'urql';
import { describeFailure, GENERIC_FAILURE } from '../../../api/failure.ts';
import { KeptDataDocument, SaveKeptDataDocument } from '../../../api/generated/documents/kept-data.ts';
import type { AdministeredAccountFragment, KeptKindFactsFragment } from '../../../api/generated/graphql.ts';
import { useMutationAction } from '../../../api/use-mutation-action.ts';
import { FormDialog } from '../../../ui/feedback/form-dialog.tsx';
import { EmptyState, ErrorState } from '../../../ui/feedback/states.tsx';
import { toastDone } from '../../../ui/feedback/toasts.ts';
import { Stack, Text } from '../../../ui/layout/layout.tsx';
import { isKeptChoiceChanged, type KeptChoice, keptChoiceOf, keptChoiceProblem } from './kept-choice.ts';
import { KeptKindField } from './kept-kind-field.tsx';

type Props = { readonly account: AdministeredAccountFragment; readonly onClose: () => void };

type Choices = Readonly<Record<string, KeptChoice>>;

/** Sets for how long an account keeps data of ended runs. It stays open after saving, with what the next pruning removes. */
export function KeptDataDialog({ account: { urlName, name }, onClose }: Props) {
  const [{ data, error }, ask] = useQuery({
    query: KeptDataDocument,
    variables: { account: urlName },
    requestPolicy: 'network-only',
  });
  const [choices, setChoices] = useState<Choices>({});
  const [saved, setSaved] = useState<readonly KeptKindFactsFragment[] | null>(null);
  const { run, isPending } = useMutationAction(SaveKeptDataDocument, { done: () => null });
  const kinds = saved ?? data?.kept_data?.kept_kinds;
  const choiceOf = (kind: KeptKindFactsFragment): KeptChoice => choices[kind.kind] ?? keptChoiceOf(kind);
  const changed = (kinds ?? []).filter((kind) => isKeptChoiceChanged(kind, choiceOf(kind)));
  const isValid = (kinds ?? []).every((kind) => keptChoiceProblem(choiceOf(kind), kind.min_days) === null);
  const submit = async (): Promise<void> => {
    for (const kind of changed) {
      const { mode, days } = choiceOf(kind);
      const answer = await run({
        account: urlName,
        kind: kind.kind,
        days: mode === 'days' ? Number(days) : null,
        as_installation: mode === 'installation',
      });
      if (answer === null || !('kept_kinds' in answer.save_kept_data)) return;
      setSaved(answer.save_kept_data.kept_kinds);
    }
    setChoices({});
    toastDone('Kept data saved');
  };
  return (
    <FormDialog
      title={`Kept data of ${name}`}
      size="lg"
      submitLabel="Save"
      isPending={isPending}
      isReady={changed.length > 0 && isValid}
      onClose={onClose}
      onSubmit={submit}
    >
      {kinds !== undefined ? (
        <>
          <Text as="p" tone="dim">
            Days count from the end of a run. Once a day the scheduler removes what is older. The days of the
            installation are its settings KEEP_…_DAYS.
          </Text>
          <Stack as="ul" gap={4} minWidth={0} aria-label="Kinds of data">
            {kinds.map((kind) => (
              <KeptKindField
                key={kind.kind}
                kind={kind}
                choice={choiceOf(kind)}
                onChange={(choice) => setChoices((current) => ({ ...current, [kind.kind]: choice }))}
              />
            ))}
          </Stack>
        </>
      ) : error !== undefined ? (
        <ErrorState
          title={GENERIC_FAILURE}
          failure={describeFailure(error)}
          onRetry={() => ask({ requestPolicy: 'network-only' })}
        />
      ) : data === undefined ? (
        <Stack gap={4} aria-busy="true" aria-label="Kinds of data">
          <Skeleton height="var(--row-tall)" />
          <Skeleton height="var(--row-tall)" />
          <Skeleton height="var(--row-tall)" />
        </Stack>
      ) : (
        <EmptyState title="The account is not active">It was deactivated or has another url name.</EmptyState>
      )}
    </FormDialog>
  );
}
