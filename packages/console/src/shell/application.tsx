import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import '../ui/theme/mantine-styles.ts';
import '@fontsource-variable/inter/index.css';
import '@fontsource-variable/jetbrains-mono/index.css';
import '../ui/theme/fonts/fonts.css';
import type { ReactNode } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { AddressRouter } from '../lib/address/address-router.tsx';
import { reportError } from '../lib/error-report.ts';
import { BrokenScreen } from '../ui/feedback/broken-screen.tsx';
import { ToastHost } from '../ui/feedback/toast-host.tsx';
import { Heartbeat } from './heartbeat/heartbeat.tsx';
import '../ui/theme/tokens.css';
import '../ui/theme/mantine.css';
import '../ui/theme/elements.css';
import { theme } from '../ui/theme/theme.ts';
import { useUncaughtErrors } from './use-uncaught-errors.ts';

const colorScheme = localStorageColorSchemeManager({ key: 'switchboard.mode' });

/** The providers around every route. Mantine adds no style tags: its variables are in theme/mantine.css. */
export function Application({ children }: { readonly children: ReactNode }) {
  useUncaughtErrors();
  return (
    <MantineProvider
      theme={theme}
      colorSchemeManager={colorScheme}
      defaultColorScheme="auto"
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <ErrorBoundary fallback={null} onError={(error) => reportError({ source: 'toasts', error })}>
        <ToastHost />
      </ErrorBoundary>
      <ErrorBoundary
        fallbackRender={() => <BrokenScreen />}
        onError={(error) => reportError({ source: 'console', error })}
      >
        <Heartbeat>
          <AddressRouter>{children}</AddressRouter>
        </Heartbeat>
      </ErrorBoundary>
    </MantineProvider>
  );
}
