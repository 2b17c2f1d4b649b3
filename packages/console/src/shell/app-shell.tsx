import { useMediaQuery } from '@mantine/hooks';
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { useNavigate } from 'react-router';
import { usePreferences } from '../api/preferences/preferences.ts';
import { useSession } from '../api/session/session.ts';
import { permittedScreens } from '../screens.ts';
import { BrokenScreen } from '../ui/feedback/broken-screen.tsx';
import { TipLayer } from '../ui/page/tip-layer.tsx';
import { SMALL_SCREEN_QUERY } from '../ui/theme/metrics.ts';
import { Header } from './header/header.tsx';
import styles from './shell.module.css';
import { SideNav } from './side-nav.tsx';
import { useShortcuts } from './use-shortcuts.ts';

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }));
const ShortcutList = lazy(async () => ({ default: (await import('./shortcut-list.tsx')).ShortcutList }));

type Props = {
  /** Shown in place of a screen while its code loads. */
  readonly fallback: ReactNode;
  /** Components that watch the account on every screen and render nothing. */
  readonly watchers?: ReactNode;
  readonly children: ReactNode;
};

/** The frame of every screen of an account. */
export function AppShell({ fallback, watchers, children }: Props) {
  const { account, permissions } = useSession();
  const { preferences, setMiniNavbar } = usePreferences();
  const small = useMediaQuery(SMALL_SCREEN_QUERY, false, { getInitialValueInEffect: false });
  const mini = small || preferences.prefersMiniNavbar;
  const [layer, setLayer] = useState<'palette' | 'shortcuts' | null>(null);
  const navigate = useNavigate();
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
    <div className={styles['app']} data-mini={mini || undefined}>
      <a href="#main" className={styles['skip']}>
        Skip to the content
      </a>
      <Header onPalette={() => setLayer('palette')} onShortcuts={() => setLayer('shortcuts')} />
      <SideNav mini={mini} onToggle={small ? undefined : () => setMiniNavbar(!mini)} />
      <main id="main" className={styles['main']} tabIndex={-1}>
        <ErrorBoundary FallbackComponent={BrokenScreen} resetKeys={[account.urlName]}>
          <Suspense fallback={fallback}>{children}</Suspense>
        </ErrorBoundary>
      </main>
      {watchers}
      <TipLayer />
      <Suspense fallback={null}>
        {layer === 'palette' && <Palette onClose={close} />}
        {layer === 'shortcuts' && <ShortcutList onClose={close} />}
      </Suspense>
    </div>
  );
}
