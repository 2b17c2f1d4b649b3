import { OAUTH_PROBLEMS, type OAuthProblem } from '@switchboard/model/key-types/oauth-providers';
import { type ReactNode, useCallback, useRef, useState } from 'react';
import { Banner } from '../../ui/feedback/banner.tsx';
import { PopupStatus } from '../../ui/popup/popup-status.tsx';
import { usePopup } from '../../ui/popup/use-popup.ts';
import { type OAuthMessage, readOAuthMessage } from './oauth-message.ts';

const SIZE = { width: 800, height: 600 };

type Options = {
  /** The display name of what is connected. */
  readonly provider: string;
  /** The screen from which it is connected. */
  readonly route: string;
  readonly onConnected: (answer: OAuthMessage) => void;
  /** Begins again after the browser blocked the window, or the person closed it. */
  readonly onRetry: () => void;
};

export type Connection = {
  /** Opens the window of the provider, whose address may still be asked for. To be called by a click. */
  readonly connect: (name: string, address: Promise<string>) => void;
  /** Where the sign-in stands, and why the last one failed. */
  readonly status: ReactNode;
};

/** The sign-in of a person at a provider in a window of its own, for one key or integration. */
export function useConnect({ provider, route, onConnected, onRetry }: Options): Connection {
  const [problem, setProblem] = useState<OAuthProblem | 'unknown' | null>(null);
  // The window of a sign-in that has just ended shows its result for a while, and is not the one to use.
  const [windowName] = useState(() => `switchboard-oauth-${crypto.randomUUID()}`);
  const expected = useRef('');
  const read = (message: unknown): OAuthMessage | null => {
    const answer = readOAuthMessage(message);
    // Other windows of this person may connect something else.
    const isOurs =
      answer?.credential_name === null
        ? answer.type === 'oauthInvalid'
        : answer?.credential_name === expected.current && answer.route === route;
    return isOurs ? answer : null;
  };
  const popup = usePopup<OAuthMessage>({
    name: windowName,
    size: SIZE,
    read,
    onAnswer: (answer) => {
      if (answer.type === 'oauthSuccess') onConnected(answer);
      else setProblem(answer.reason ?? 'unknown');
    },
  });
  const { open } = popup;
  const connect = useCallback(
    (name: string, address: Promise<string>) => {
      expected.current = name;
      // Whoever asks for the address reports why there is none, also when no window could be opened for it.
      address.catch(() => undefined);
      setProblem(null);
      open(address);
    },
    [open],
  );
  return {
    connect,
    status: (
      <>
        {problem !== null && (
          <Banner tone="error" title="Authentication failed, please try again.">
            {problem === 'unknown' ? '' : OAUTH_PROBLEMS[problem]}
          </Banner>
        )}
        <PopupStatus popup={popup} task={`Sign in to ${provider}`} onRetry={onRetry} />
      </>
    ),
  };
}
