import { Button } from '@mantine/core';
import { IconMoodSad } from '@tabler/icons-react';
import { describeReports } from '../../lib/error-report.ts';
import { useIsOutdated } from '../../lib/release.ts';
import { copyText } from '../text/copyable.tsx';
import { MessageScreen } from './states.tsx';

const LARGE_ICON = 32;

type Props = {
  /** False inside another landmark, such as the main region of the shell. */
  readonly landmark?: boolean;
};

/** Replaces a screen that threw while it was rendered. The details are for support. */
export function BrokenScreen({ landmark = true }: Props) {
  const isOutdated = useIsOutdated();
  return (
    <MessageScreen
      landmark={landmark}
      icon={<IconMoodSad size={LARGE_ICON} stroke={1.5} aria-hidden="true" />}
      title={isOutdated ? 'A new version is installed.' : 'Uh-oh! Something went wrong.'}
      actions={
        <>
          <Button variant="filled" onClick={() => location.reload()}>
            {isOutdated ? 'Reload' : 'Refresh'}
          </Button>
          <Button component="a" href="/">
            Home
          </Button>
          <Button onClick={() => void copyText(describeReports())}>Copy details</Button>
        </>
      }
    >
      {isOutdated
        ? 'A part of the former version is gone. What you have entered and not saved is lost when the page is reloaded.'
        : 'Please try again, or contact support if the problem persists.'}
    </MessageScreen>
  );
}
