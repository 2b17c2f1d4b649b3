import { Button } from '@mantine/core';
import { IconMoodSad } from '@tabler/icons-react';
import { Component, type ErrorInfo, type ReactNode } from 'react';
import { MessageScreen } from './states.tsx';

const LARGE_ICON = 32;

type Props = { readonly children: ReactNode; readonly onError?: (error: unknown, info: ErrorInfo) => void };

/** The screen that stands in for one that could not be drawn. */
function BrokenScreen() {
  return (
    <MessageScreen
      icon={<IconMoodSad size={LARGE_ICON} stroke={1.5} aria-hidden="true" />}
      title="Uh-oh! Something went wrong."
      actions={
        <>
          <Button variant="filled" onClick={() => location.reload()}>
            Refresh
          </Button>
          <Button component="a" href="/">
            Home
          </Button>
        </>
      }
    >
      Please try again, or contact support if the problem persists.
    </MessageScreen>
  );
}

/** Catches what goes wrong while drawing. */
export class ErrorBoundary extends Component<Props, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    this.props.onError?.(error, info);
  }

  override render(): ReactNode {
    return this.state.failed ? <BrokenScreen /> : this.props.children;
  }
}
