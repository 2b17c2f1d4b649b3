import { Button } from '@mantine/core';
import { useCallback } from 'react';
import { useQuery } from 'urql';
import { describeFailure, GENERIC_FAILURE } from '../../api/failure.ts';
import {
  EndOtherSessionsDocument,
  EndSessionDocument,
  OwnSessionsDocument,
} from '../../api/generated/documents/own-sessions.ts';
import type { OwnSessionListFragment } from '../../api/generated/graphql.ts';
import { useMutationAction } from '../../api/use-mutation-action.ts';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { Row, Stack, Text } from '../../ui/layout/layout.tsx';
import { Chip } from '../../ui/text/chip.tsx';
import { Timestamp } from '../../ui/text/timestamp.tsx';
import styles from './sign-in-factors.module.css';

type OwnSession = OwnSessionListFragment['sessions'][number];

/** Where the person is signed in. Each other session can be ended. */
export function SessionList() {
  const [{ data, error }, refetch] = useQuery({ query: OwnSessionsDocument, requestPolicy: 'cache-and-network' });
  const refresh = useCallback(() => refetch({ requestPolicy: 'network-only' }), [refetch]);
  const one = useMutationAction(EndSessionDocument, {
    done: () => 'Session ended',
  });
  const others = useMutationAction(EndOtherSessionsDocument, { done: () => 'All other sessions ended' });
  const sessions = data?.own_sessions.sessions;
  if (sessions === undefined) {
    if (error === undefined) return null;
    const failure = describeFailure(error);
    return <ErrorState title={GENERIC_FAILURE} failure={failure} onRetry={refresh} />;
  }
  const end = async (id: string): Promise<void> => {
    await one.run({ id });
    refresh();
  };
  const endOthers = async (): Promise<void> => {
    await others.run({});
    refresh();
  };
  const isPending = one.isPending || others.isPending;
  return (
    <Stack as="section" gap={3} minWidth={0} aria-label="Sessions">
      <Row gap={2} align="center" justify="between" wrap>
        <Text as="h3" size="body" weight="strong">
          Sessions
        </Text>
        {sessions.some((session) => !session.is_current) && (
          <Button disabled={isPending} onClick={() => void endOthers()}>
            End all others
          </Button>
        )}
      </Row>
      <Text as="p" tone="dim">
        Where you are signed in. A session that you end asks for your password again.
      </Text>
      <Stack as="ul" gap={2}>
        {sessions.map((session) => (
          <Row
            as="li"
            gap={2}
            align="center"
            justify="between"
            wrap
            padding={[2, 3]}
            minWidth={0}
            frame="normal"
            key={session.id}
          >
            <SessionFacts session={session} />
            {!session.is_current && (
              <Button
                aria-label={`End the session of ${session.device}`}
                disabled={isPending}
                onClick={() => void end(session.id)}
              >
                End
              </Button>
            )}
          </Row>
        ))}
      </Stack>
    </Stack>
  );
}

function SessionFacts({ session }: { readonly session: OwnSession }) {
  return (
    <span className={styles['name']}>
      <Row gap={2} align="center" wrap>
        <Text tone="text" weight="medium">
          {session.device}
        </Text>
        {session.is_current && <Chip>This session</Chip>}
      </Row>
      <Text tone="faint">
        {session.address === null ? 'Unknown address' : session.address}, began <Timestamp value={session.created} />,
        last used <Timestamp value={session.last_used} />
      </Text>
    </span>
  );
}
