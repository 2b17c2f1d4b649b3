import { Button } from '@mantine/core';
import { formatDateTime, parseTimestamp } from '@switchboard/model/format';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useQuery } from 'urql';
import { PauseOfDocument } from '../../api/generated/documents/pause.ts';
import { relativeTime } from '../../lib/relative-time.ts';
import { Banner } from '../../ui/feedback/banner.tsx';
import { ICON_SIZE } from '../../ui/theme/metrics.ts';
import type { Pausable } from './pausable.ts';
import { pauseSubject } from './pause-subject.ts';
import { usePause } from './use-pause.tsx';

type Props = {
  readonly pausable: Pausable;
  readonly onChanged: () => void;
};

/** Shows who paused a download, an upload or a key, why and until when, with the command that resumes it. */
export function PauseBanner({ pausable, onChanged }: Props) {
  const { kind, name } = pausable;
  const [{ data }] = useQuery({
    query: PauseOfDocument,
    variables: { kind, name },
    requestPolicy: 'cache-and-network',
  });
  const { ask, dialog } = usePause(kind, onChanged);
  const pause = data?.pause;
  const title = pause == null || pause.kind === kind ? 'Paused' : `Paused with the project ${pause.name}`;
  return (
    <Banner
      tone="info"
      isStanding
      title={pause == null ? title : [title, ...factsOf(pause)].join(' · ')}
      actions={
        ask !== undefined &&
        pause != null && (
          <Button
            variant="filled"
            leftSection={<IconPlayerPlay size={ICON_SIZE} />}
            onClick={() => ask({ act: 'resume', pausable: pauseSubject(pause) ?? pausable })}
          >
            {pause.kind === kind ? 'Resume' : `Resume project ${pause.name}`}
          </Button>
        )
      }
    >
      {pause?.reason}
      {dialog}
    </Banner>
  );
}

type Facts = {
  readonly since: string;
  readonly until: string | null;
  readonly catches_up: boolean;
  readonly paused_by: { readonly name: string } | null;
};

function factsOf({ since, until, catches_up: catchesUp, paused_by: by }: Facts): string[] {
  const now = Date.now();
  const began = parseTimestamp(since);
  const ends = until === null ? null : parseTimestamp(until);
  return [
    ...(by === null ? [] : [`by ${by.name}`]),
    ...(began === null ? [] : [relativeTime(began.getTime(), now)]),
    ...(ends === null
      ? []
      : [
          `until ${formatDateTime(until ?? '', { now: new Date(now) })}${catchesUp ? '' : ', leaving out what was due'}`,
        ]),
  ];
}
