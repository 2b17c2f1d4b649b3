import { Button } from '@mantine/core';
import { useState } from 'react';
import { useClient } from 'urql';
import { describeFailure } from '../../api/failure.ts';
import { TestRuleDocument } from '../../api/generated/documents/email-ingest.ts';
import type { EmailRuleInput, TestRuleQuery } from '../../api/generated/graphql.ts';
import { toastFailed } from '../../ui/feedback/toasts.ts';
import { Stack, Text } from '../../ui/layout/layout.tsx';
import type { FieldProblem } from './use-save-rule.ts';

type Props = {
  readonly recipient: string;
  /** The rule that is edited; null for a new one. */
  readonly id: string | null;
  readonly rule: EmailRuleInput;
  readonly onProblem: (problem: FieldProblem) => void;
};

type Tested = Extract<TestRuleQuery['test_emailmatch'], { readonly __typename: 'EmailRuleTest' }>;

const SHOWN = 5;

/** Tests the values of the form on the newest mails of the recipient. The outcome is dropped once they change. */
export function RuleTest({ recipient, id, rule, onProblem }: Props) {
  const client = useClient();
  const values = JSON.stringify(rule);
  const [outcome, setOutcome] = useState<{ readonly values: string; readonly tested: Tested } | null>(null);
  const [isPending, setIsPending] = useState(false);
  const test = async (): Promise<void> => {
    setIsPending(true);
    const variables = { recipient, rule, ...(id === null ? {} : { id }) };
    const { data, error } = await client
      .query(TestRuleDocument, variables, { requestPolicy: 'network-only' })
      .toPromise();
    setIsPending(false);
    const result = data?.test_emailmatch;
    if (result === undefined) {
      toastFailed('The rule could not be tested', describeFailure(error ?? { graphQLErrors: [] }).requestId);
    } else if (result.__typename === 'EmailRuleTest') setOutcome({ values, tested: result });
    else if ('field' in result) onProblem({ field: result.field, message: result.problem });
    else toastFailed(result.problem);
  };
  const tested = outcome?.values === values ? outcome.tested : null;
  return (
    <Stack gap={3} align="start">
      <Button loading={isPending} onClick={() => void test()}>
        Test on the last 100 mails
      </Button>
      <div role="status">{tested !== null && <Outcome tested={tested} />}</div>
    </Stack>
  );
}

function Outcome({ tested: { tested, count, taken, mails } }: { readonly tested: Tested }) {
  if (tested === 0)
    return (
      <Text as="p" tone="dim">
        The recipient has not received mail yet.
      </Text>
    );
  const more = count - SHOWN;
  return (
    <>
      <Text as="p" tone="dim">
        Fits {count} of {tested} {tested === 1 ? 'mail' : 'mails'}.
        {taken > 0 && ` An earlier rule takes ${taken === count ? 'all' : taken} of them.`}
      </Text>
      {count > 0 && (
        <Stack as="ul" gap={1} breakWords aria-label="Mails that fit">
          {mails.slice(0, SHOWN).map(({ id, subject, sender }) => (
            <li key={id}>
              {subject === '' ? 'No subject' : subject}, {sender}
            </li>
          ))}
          {more > 0 && <li>and {more} more</li>}
        </Stack>
      )}
    </>
  );
}
