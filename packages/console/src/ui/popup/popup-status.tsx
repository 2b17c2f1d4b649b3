import { Button } from '@mantine/core';
import { Banner } from '../feedback/banner.tsx';
import type { Popup } from './use-popup.ts';

type Props = {
  readonly popup: Popup;
  /** Task of the person in the window: "Sign in to Google". */
  readonly task: string;
  readonly onRetry: () => void;
};

/** A banner with the state of a pop-up window, such as that of a sign-in: blocked, open or closed early, and what to do. */
export function PopupStatus({ popup, task, onRetry }: Props) {
  switch (popup.state) {
    case 'idle':
    case 'answered':
      return null;
    case 'blocked':
      return (
        <Banner
          tone="error"
          title="The browser blocked the window"
          actions={<Button onClick={onRetry}>Try again</Button>}
        >
          Allow pop-up windows for this page, then try again.
        </Banner>
      );
    case 'open':
      return (
        <Banner
          tone="info"
          title={`${task} in the window that has opened`}
          actions={
            <>
              <Button onClick={popup.focus}>Show window</Button>
              <Button onClick={popup.cancel}>Cancel</Button>
            </>
          }
        />
      );
    case 'closed':
      return (
        <Banner
          tone="warning"
          title="The window was closed before it was finished"
          actions={<Button onClick={onRetry}>Open again</Button>}
        />
      );
  }
}
