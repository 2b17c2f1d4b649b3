import { Button } from '@mantine/core';
import { TestIntegrationDocument } from '../../api/generated/documents/integrations.ts';
import { useMutationAction } from '../../api/use-mutation-action.ts';

type Props = {
  readonly integration: string;
  readonly filter: string;
  /** It may have become degraded, or work again. */
  readonly onTried: () => void;
};

/** Sends a test message to the receiver of a filter that is saved. */
export function TestMessageButton({ integration, filter, onTried }: Props) {
  const { run, isPending } = useMutationAction(TestIntegrationDocument, {
    done: () => 'The test message was sent.',
    problem: ({ test_integration: tried }) => {
      if (tried.__typename === 'InvalidIntegration') return tried.message;
      if (tried.__typename !== 'IntegrationErrors') return null;
      return `The test message was not sent: ${tried.errors.map(({ message }) => message).join(' ')}`;
    },
  });
  const send = async (): Promise<void> => {
    await run({ id: integration, filter });
    onTried();
  };
  return (
    <Button variant="subtle" size="compact-sm" loading={isPending} onClick={() => void send()}>
      Send test message
    </Button>
  );
}
