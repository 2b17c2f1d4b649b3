import { Button } from '@mantine/core';
import { isOAuthProblem, OAUTH_PROBLEMS } from '@switchboard/model/key-types/oauth-providers';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import type { OAuthMessage } from '../../entities/oauth/oauth-message.ts';
import { answerOpener } from '../../lib/popup-window.ts';
import { MessageScreen } from '../../ui/feedback/states.tsx';

const CLOSE_DELAY_MS = 3_000;

/** /oauthsuccess: a sign-in at a provider has connected a key or an integration. */
export function OAuthSuccessPage() {
  return <OAuthResult type="oauthSuccess" />;
}

/** /oauthinvalid: it has not. */
export function OAuthInvalidPage() {
  return <OAuthResult type="oauthInvalid" />;
}

/** Answers the window that opened this one, which then closes. */
function OAuthResult({ type }: Pick<OAuthMessage, 'type'>) {
  const { search } = useLocation();
  const query = new URLSearchParams(search);
  const [route, name, id, reason] = [query.get('route'), query.get('name'), query.get('id'), query.get('reason')];
  const problem = reason !== null && isOAuthProblem(reason) ? reason : null;
  useEffect(() => {
    const message: OAuthMessage = { type, route, credential_name: name, id, reason: problem };
    answerOpener(message);
    const timer = setTimeout(() => window.close(), CLOSE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [type, route, name, id, problem]);
  return (
    <MessageScreen
      title={type === 'oauthSuccess' ? 'Authentication completed.' : 'Authentication failed, please try again.'}
      actions={
        <Button variant="filled" onClick={() => window.close()}>
          Close window
        </Button>
      }
    >
      {type === 'oauthInvalid' && problem !== null && <>{OAUTH_PROBLEMS[problem]} </>}
      <span>This window will close automatically.</span>
    </MessageScreen>
  );
}
