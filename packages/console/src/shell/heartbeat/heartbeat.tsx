import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type Health, needsFallbackScreen, type ServerContact, ServerContactContext } from '../../api/live/health.ts';
import { usePause } from '../../api/live/pause.ts';
import { formatClock } from '../../lib/clock.ts';
import { useIsOutdated } from '../../lib/release.ts';
import { hasUnsavedChanges } from '../../lib/unsaved-changes.ts';
import { Box, Stack } from '../../ui/layout/layout.tsx';
import { FallbackScreen } from './fallback-screen.tsx';
import styles from './heartbeat.module.css';
import { fetchHealth, useHeartbeat } from './use-heartbeat.ts';

type Props = {
  readonly children: ReactNode;
  readonly check?: () => Promise<Health>;
  readonly reload?: () => void;
};

const reloadPage = (): void => location.reload();

/**
 * Watches the server's health. The application stays mounted while the server is away: a strip says of when the data
 * are, and the fallback screen covers the application until the person hides it or the server is back.
 */
export function Heartbeat({ children, check = fetchHealth, reload = reloadPage }: Props) {
  const contact = useHeartbeat(check);
  const pauseSeconds = usePause();
  const { health, lastAnswer } = contact;
  const isOutdated = useIsOutdated();
  const [isHidden, setIsHidden] = useState(false);
  if (health === 'ok' && isHidden) setIsHidden(false);
  useReloadAfterMaintenance(health, reload);
  return (
    <ServerContactContext value={contact}>
      <Stack className={styles['frame']}>
        <div role="status" className={styles['strip']}>
          {stripText(contact, pauseSeconds)}
          {isOutdated && (
            <>
              A new version is installed.{' '}
              <button type="button" className={styles['reload']} onClick={reload}>
                Reload
              </button>
            </>
          )}
        </div>
        <Box minHeight={0} flex={1}>
          {children}
        </Box>
      </Stack>
      {health !== 'ok' && needsFallbackScreen(contact) && !isHidden && (
        <FallbackScreen key={health} health={health} lastAnswer={lastAnswer} onHide={() => setIsHidden(true)} />
      )}
    </ServerContactContext>
  );
}

/** "Offline since 20:31, showing data of 20:31"; empty while the server is well and no request waits for it. */
function stripText({ health, offlineSince, lastAnswer }: ServerContact, pauseSeconds: number | null): string {
  if (offlineSince === null) return pauseSeconds === null ? '' : `Too many requests. Trying again in ${pauseSeconds} s`;
  const state = health === 'maintenance' ? 'Maintenance' : 'Offline';
  return `${state} since ${formatClock(offlineSince)}, showing data of ${formatClock(lastAnswer)}`;
}

/** The upgraded server may have another console. A page with unsaved input stays as it is. */
function useReloadAfterMaintenance(health: Health, reload: () => void): void {
  const before = useRef<Health>(health);
  useEffect(() => {
    const hasEnded = before.current === 'maintenance' && health === 'ok';
    before.current = health;
    if (hasEnded && !hasUnsavedChanges()) reload();
  }, [health, reload]);
}
