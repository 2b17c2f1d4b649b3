import { Button } from '@mantine/core';
import { ROLE_LABELS, ROLES } from '@switchboard/model/permissions';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Provider, useQuery } from 'urql';
import { createClient } from '../../api/client.ts';
import { describeFailure, GENERIC_FAILURE } from '../../api/failure.ts';
import { AnswerInvitationDocument, ReceivedInvitationDocument } from '../../api/generated/documents/invitation.ts';
import { createTransport } from '../../api/http.ts';
import { login } from '../../api/session/login.ts';
import { useSignIn } from '../../api/session/sign-in-provider.tsx';
import { useMutationAction } from '../../api/use-mutation-action.ts';
import { MessageScreen, RetryScreen } from '../../ui/feedback/states.tsx';
import { Text } from '../../ui/layout/layout.tsx';
import { Timestamp } from '../../ui/text/timestamp.tsx';

/** /invitation: a signed-in person answers an invitation that was mailed to them. They may have no account yet. */
export function InvitationPage() {
  const signIn = useSignIn();
  const { pathname, search } = useLocation();
  const secret = new URLSearchParams(search).get('invitation') ?? '';
  const [email, setEmail] = useState<string | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const begin = useCallback(() => void signIn.begin(`${pathname}${search}`), [signIn, pathname, search]);
  const enter = useCallback(() => {
    const cancel = new AbortController();
    setHasFailed(false);
    void login({ signIn, urlName: undefined, leadsToAccount: false, signal: cancel.signal }).then((outcome) => {
      if (cancel.signal.aborted) return;
      if (outcome.kind === 'sign-in' || outcome.kind === 'invalid-token') begin();
      else if (outcome.kind === 'ok') setEmail(outcome.profile.email);
      else setHasFailed(true);
    });
    return () => cancel.abort();
  }, [signIn, begin]);
  useEffect(enter, [enter]);
  const client = useMemo(
    () =>
      createClient(
        createTransport({
          account: null,
          token: signIn.token,
          renew: signIn.renew,
          onUnauthorized: begin,
          onForbidden: begin,
        }),
      ),
    [signIn, begin],
  );
  if (hasFailed)
    return (
      <RetryScreen title="You could not be signed in" onRetry={enter}>
        {GENERIC_FAILURE}
      </RetryScreen>
    );
  if (email === null) return <MessageScreen title="Signing in…" />;
  return (
    <Provider value={client}>
      <Invitation secret={secret} email={email} />
    </Provider>
  );
}

function Invitation({ secret, email }: { readonly secret: string; readonly email: string }) {
  const navigate = useNavigate();
  const [{ data, error }, refetch] = useQuery({ query: ReceivedInvitationDocument, variables: { secret } });
  const [isDeclined, setIsDeclined] = useState(false);
  const { run, isPending } = useMutationAction(AnswerInvitationDocument, {
    done: ({ answer_invitation: answer }) => ('accepted' in answer && answer.accepted ? 'Invitation accepted' : null),
    failed: 'Error when answering the invitation',
  });
  const answer = async (accept: boolean): Promise<void> => {
    const answered = (await run({ secret, accept }))?.answer_invitation;
    if (answered === undefined || !('url_name' in answered)) return;
    if (answered.accepted) void navigate(`/app/${answered.url_name}/homepage`, { replace: true });
    else setIsDeclined(true);
  };
  const home = (
    <Button variant="filled" onClick={() => void navigate('/', { replace: true })}>
      Continue to Switchboard
    </Button>
  );
  if (isDeclined)
    return (
      <MessageScreen title="Invitation declined" actions={home}>
        The account has learned nothing about you.
      </MessageScreen>
    );
  if (error !== undefined)
    return (
      <RetryScreen
        title="The invitation could not be loaded"
        onRetry={() => refetch({ requestPolicy: 'network-only' })}
      >
        {describeFailure(error).message}
      </RetryScreen>
    );
  const received = data?.received_invitation;
  if (received === undefined) return <MessageScreen title="Loading the invitation…" />;
  if (!('account_name' in received))
    return (
      <MessageScreen title="This invitation cannot be answered" actions={home}>
        {received.problem} You are signed in as {email}.
      </MessageScreen>
    );
  const { account_name: account, inviter_name: inviter, roles, expires } = received;
  const labels = roles.map((name) => {
    const preset = ROLES.find((role) => role === name);
    return preset === undefined ? name : ROLE_LABELS[preset];
  });
  return (
    <MessageScreen
      title={`Join ${account}?`}
      actions={
        <>
          <Button variant="filled" loading={isPending} onClick={() => void answer(true)}>
            Accept
          </Button>
          <Button disabled={isPending} onClick={() => void answer(false)}>
            Decline
          </Button>
        </>
      }
    >
      <Text tone="text">{inviter}</Text> invites you to <Text tone="text">{account}</Text> as{' '}
      <Text tone="text">{labels.join(', ')}</Text>. Once you accept, its administrators see your name, {email} and what
      you do in the account. The invitation ends <Timestamp value={expires} />.
    </MessageScreen>
  );
}
