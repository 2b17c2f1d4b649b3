import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { useLocation, useNavigate } from 'react-router';
import { GENERIC_FAILURE } from '../api/failure.ts';
import { usePreferences } from '../api/preferences/preferences.ts';
import { useSession } from '../api/session/session.ts';
import { recordStep, reportError } from '../lib/error-report.ts';
import { lazyLayer } from '../lib/load-chunk.ts';
import { permittedScreens } from '../screens.ts';
import { BrokenScreen } from '../ui/feedback/broken-screen.tsx';
import { toastFailed } from '../ui/feedback/toasts.ts';
import { TipLayer } from '../ui/page/tip-layer.tsx';
import { SMALL_SCREEN_QUERY } from '../ui/theme/metrics.ts';
import { Header } from './header/header.tsx';
import type { NavigationBadges } from './navigation/navigation-badge.tsx';
import { SideNav } from './navigation/side-nav.tsx';
import { screenAt } from './screen-at.ts';
import styles from './shell.module.css';
import { SkipLinks } from './skip-links.tsx';
import { useShortcuts } from './use-shortcuts.ts';

const Palette = lazyLayer(async () => (await import('./palette/palette.tsx')).Palette);
const ShortcutList = lazyLayer(async () => (await import('./shortcut-list.tsx')).ShortcutList);

type Props = {
  /** Shown in place of a screen while its code loads. */
  readonly fallback: ReactNode;
  /** Counts on entries of the side navigation. */
  readonly badges?: NavigationBadges;
  /** Components that watch the account on every screen and render nothing. */
  readonly watchers?: ReactNode;
  readonly children: ReactNode;
};

const NO_BADGES: NavigationBadges = new Map();

/** The frame of every screen of an account. */
export function AppShell({ fallback, badges = NO_BADGES, watchers, children }: Props) {
  const { account, permissions } = useSession();
  const { preferences, setMiniNavbar } = usePreferences();
  const small = useMediaQuery(SMALL_SCREEN_QUERY, false, { getInitialValueInEffect: false });
  const mini = small || preferences.prefersMiniNavbar;
  const [layer, setLayer] = useState<'palette' | 'shortcuts' | null>(null);
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const isFull = screenAt(pathname)?.isFullScreen === true;
  useEffect(() => recordStep(`open ${pathname}`), [pathname]);
  const go = useMemo(
    () =>
      new Map(
        permittedScreens(permissions).map((screen) => [
          screen.key ?? '',
          () => void navigate(`/app/${account.urlName}/${screen.path}`),
        ]),
      ),
    [account.urlName, permissions, navigate],
  );
  useShortcuts({ go, help: () => setLayer('shortcuts'), palette: () => setLayer('palette') });
  const close = (): void => setLayer(null);
  return (
    <div className={styles['app']} data-mini={mini || undefined} data-full={isFull || undefined}>
      {!isFull && (
        <>
          <SkipLinks />
          <Header onPalette={() => setLayer('palette')} onShortcuts={() => setLayer('shortcuts')} />
          <SideNav mini={mini} badges={badges} onToggle={small ? undefined : () => setMiniNavbar(!mini)} />
        </>
      )}
      <main id="main" className={styles['main']} tabIndex={-1}>
        <ErrorBoundary
          fallbackRender={() => <BrokenScreen landmark={false} />}
          onError={(error) => reportError({ source: 'shell', error })}
          resetKeys={[pathname]}
        >
          <Suspense fallback={fallback}>{children}</Suspense>
        </ErrorBoundary>
      </main>
      {watchers}
      <TipLayer />
      <ErrorBoundary
        fallback={null}
        onError={(error) => {
          reportError({ source: layer ?? 'shell', error });
          toastFailed(GENERIC_FAILURE);
        }}
        resetKeys={[layer]}
      >
        {layer === 'palette' && <Palette onClose={close} />}
        {layer === 'shortcuts' && <ShortcutList onClose={close} />}
      </ErrorBoundary>
    </div>
  );
}
