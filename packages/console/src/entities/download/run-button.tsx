import { Button } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import { usePermission } from '../../api/session/session.ts';
import { lazyLayer } from '../../lib/load-chunk.ts';
import { SMALL_ICON_SIZE } from '../../ui/theme/metrics.ts';

const RunDialog = lazyLayer(async () => (await import('./run-dialog.tsx')).RunDialog);

type Props = {
  readonly name: string;
  /** yyyy-MM-dd; null for a download without report dates. */
  readonly date: string | null;
};

/** Downloads a report date now, after a question; absent for people without the permission. */
export function RunButton({ name, date }: Props) {
  const mayRun = usePermission('manage-pipelines');
  const [isAsking, setIsAsking] = useState(false);
  if (!mayRun) return null;
  return (
    <>
      <Button leftSection={<IconPlayerPlay size={SMALL_ICON_SIZE} />} onClick={() => setIsAsking(true)}>
        Run now
      </Button>
      {isAsking && <RunDialog name={name} date={date} onClose={() => setIsAsking(false)} />}
    </>
  );
}
