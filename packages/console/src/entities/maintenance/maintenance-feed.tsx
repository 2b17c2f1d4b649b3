import { Button } from '@mantine/core';
import { formatDateTime } from '@switchboard/model/format';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useQuery } from 'urql';
import { MaintenanceWindowsDocument } from '../../api/generated/documents/maintenance.ts';
import type { Changes } from '../../api/live/live.ts';
import { useRefetchOnChanges } from '../../api/live/use-refetch-on-changes.ts';
import { usePermission } from '../../api/session/session.ts';
import { lazyLayer } from '../../lib/load-chunk.ts';
import { useNow } from '../../lib/use-now.ts';
import { Banner } from '../../ui/feedback/banner.tsx';
import { Box } from '../../ui/layout/layout.tsx';
import { NO_WINDOWS, type OpenWindow } from './maintenance-context.ts';

const MaintenanceDialog = lazyLayer(async () => (await import('./maintenance-dialog.tsx')).MaintenanceDialog);
const MINUTE = 60_000;
const concernsMaintenance = ({ events }: Changes): boolean =>
  events.some(({ code }) => code?.startsWith('MAINTENANCE') === true);

type Props = {
  /** Called with the windows that are open now. A constant function. */
  readonly onWindows: (windows: readonly OpenWindow[]) => void;
};

/** Follows the maintenance of the account, and says when it concerns the whole account. */
export function MaintenanceFeed({ onWindows }: Props) {
  const now = useNow(MINUTE);
  const mayEnd = usePermission('manage-pipelines');
  const [isOpen, setIsOpen] = useState(false);
  const [{ data }, refetch] = useQuery({ query: MaintenanceWindowsDocument, requestPolicy: 'cache-and-network' });
  const refresh = useCallback(() => refetch({ requestPolicy: 'network-only' }), [refetch]);
  useRefetchOnChanges(refresh, concernsMaintenance);
  const open = useMemo(() => {
    const at = Math.max(now, Date.now());
    const found = data?.maintenance.windows.filter(
      ({ starts, ends }) => Date.parse(starts) <= at && Date.parse(ends) > at,
    );
    return found === undefined || found.length === 0 ? NO_WINDOWS : found;
  }, [data, now]);
  useEffect(() => onWindows(open), [onWindows, open]);
  const whole = open.find(({ kind }) => kind === 'account');
  if (whole === undefined) return null;
  return (
    <Box padding={[0, 5, 3]}>
      <Banner
        tone="info"
        isStanding
        title={`Maintenance of the account until ${formatDateTime(whole.ends, { now: new Date(now) })}`}
        actions={mayEnd && <Button onClick={() => setIsOpen(true)}>Maintenance…</Button>}
      >
        {whole.reason}. No notices are sent.
      </Banner>
      {isOpen && <MaintenanceDialog subject={WHOLE} onClose={() => setIsOpen(false)} />}
    </Box>
  );
}

const WHOLE = { kind: 'account', name: null } as const;
