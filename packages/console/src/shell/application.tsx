import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import '@mantine/core/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import '@fontsource-variable/inter/index.css';
import '@fontsource-variable/jetbrains-mono/index.css';
import { lazy, type ReactNode, Suspense } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { BrowserRouter } from 'react-router';
import { BrokenScreen } from '../ui/feedback/broken-screen.tsx';
import { Heartbeat } from './heartbeat/heartbeat.tsx';
import '../ui/theme/tokens.css';
import '../ui/theme/mantine.css';
import '../ui/theme/elements.css';
import { TOAST_WIDTH } from '../ui/theme/metrics.ts';
import { theme } from '../ui/theme/theme.ts';

/** Toasts wait in a store until this component has loaded. */
const Notifications = lazy(async () => ({ default: (await import('@mantine/notifications')).Notifications }));
const colorScheme = localStorageColorSchemeManager({ key: 'switchboard.mode' });

/** The providers around every route. Mantine adds no style tags: its variables are in theme/mantine.css. */
export function Application({ children }: { readonly children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      colorSchemeManager={colorScheme}
      defaultColorScheme="auto"
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <Suspense fallback={null}>
        <Notifications position="bottom-right" containerWidth={TOAST_WIDTH} />
      </Suspense>
      <ErrorBoundary FallbackComponent={BrokenScreen}>
        <Heartbeat>
          <BrowserRouter>{children}</BrowserRouter>
        </Heartbeat>
      </ErrorBoundary>
    </MantineProvider>
  );
}
