import { Button, Switch } from '@mantine/core';
import '../../ui/theme/mantine-layer-styles.ts';
import { useCallback } from 'react';
import { useQuery } from 'urql';
import { describeFailure } from '../../api/failure.ts';
import {
  AnswerPublishRulesDocument,
  PublishRulesDocument,
  SavePublishRulesDocument,
} from '../../api/generated/documents/publish-rules.ts';
import type { PublishRulesFragment } from '../../api/generated/graphql.ts';
import { useMutationAction } from '../../api/use-mutation-action.ts';
import { RetryBanner } from '../../ui/feedback/retry-banner.tsx';
import { Row, Stack, Text } from '../../ui/layout/layout.tsx';
import { Timestamp } from '../../ui/text/timestamp.tsx';

type PendingChange = NonNullable<PublishRulesFragment['pending_change']>;
type Answer = 'approve' | 'refuse' | 'withdraw';

const DONE: Readonly<Record<Answer, string>> = {
  approve: 'Publishing requires no approval now',
  refuse: 'Publishing still requires an approval',
  withdraw: 'Request withdrawn',
};

/** Whether the account publishes drafts only with an approval. Another person must approve that this is switched off. */
export function ApprovalRule({ onChanged }: { readonly onChanged?: () => void }) {
  const [{ data, error }, refetch] = useQuery({ query: PublishRulesDocument, requestPolicy: 'cache-and-network' });
  const reload = useCallback(() => {
    refetch({ requestPolicy: 'network-only' });
    onChanged?.();
  }, [refetch, onChanged]);
  const { run, isPending } = useMutationAction(SavePublishRulesDocument, {
    done: ({ save_publish_settings: { requires_approval: required } }, { required: asked }) =>
      asked === required ? 'Publishing requires an approval now' : 'Requested. Another person must approve it.',
  });
  const rules = data?.publish_settings;
  if (rules === undefined && error !== undefined)
    return (
      <RetryBanner onRetry={reload}>
        <Text tone="dim">{describeFailure(error).message}</Text>
      </RetryBanner>
    );
  const isRequired = rules?.requires_approval ?? false;
  const change = rules?.pending_change;
  return (
    <Stack gap={3}>
      <Switch
        label="Publishing requires an approval"
        description={
          rules?.change_problem ??
          'Each draft of the account must be approved by someone other than its author and its last editor.'
        }
        checked={isRequired}
        disabled={rules === undefined || rules.change_problem !== null || change !== null || isPending}
        onChange={(event) => void run({ required: event.currentTarget.checked }).then(reload)}
      />
      {change != null && <RuleChange change={change} onAnswered={reload} />}
    </Stack>
  );
}

function RuleChange({ change, onAnswered }: { readonly change: PendingChange; readonly onAnswered: () => void }) {
  const { run, isPending } = useMutationAction(AnswerPublishRulesDocument, {
    done: (_data, { answer }) => DONE[answer as Answer],
  });
  const answer = (given: Answer): void => void run({ id: change.id, answer: given }).then(onAnswered);
  return (
    <Stack as="section" gap={2} padding={3} frame="large" aria-label="Requested change">
      <Text as="p">
        {change.is_mine ? 'You' : (change.requested_by?.name ?? 'A former user')} asked to publish without approvals,{' '}
        <Timestamp value={change.created} />.
      </Text>
      {change.answer_problem != null && (
        <Text as="p" tone="dim">
          {change.answer_problem}
        </Text>
      )}
      <Row gap={2} wrap>
        {change.answer_problem == null && (
          <>
            <Button disabled={isPending} onClick={() => answer('approve')}>
              Publish without approvals
            </Button>
            <Button disabled={isPending} onClick={() => answer('refuse')}>
              Keep approvals
            </Button>
          </>
        )}
        {change.is_mine && (
          <Button disabled={isPending} onClick={() => answer('withdraw')}>
            Withdraw
          </Button>
        )}
      </Row>
    </Stack>
  );
}
