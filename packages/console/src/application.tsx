import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import '@mantine/core/styles.layer.css';
import { Notifications } from '@mantine/notifications';
import '@mantine/notifications/styles.layer.css';
import '@fontsource-variable/inter/index.css';
import '@fontsource-variable/jetbrains-mono/index.css';
import { RouterProvider } from 'react-router/dom';
import { Heartbeat } from './features/session/heartbeat.tsx';
import { router } from './routes.tsx';
import { ErrorBoundary } from './ui/error-boundary.tsx';
import './ui/theme/tokens.css';
import './ui/theme/mantine.css';
import './ui/theme/base.css';
import { TOAST_WIDTH } from './ui/theme/metrics.ts';
import { theme } from './ui/theme/theme.ts';

const colorScheme = localStorageColorSchemeManager({ key: 'switchboard.mode' });

/** The console. Mantine adds no style tag of its own: its variables stand in theme/mantine.css. */
export function Application() {
  return (
    <MantineProvider
      theme={theme}
      colorSchemeManager={colorScheme}
      defaultColorScheme="auto"
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <Notifications position="bottom-right" containerWidth={TOAST_WIDTH} />
      <ErrorBoundary>
        <Heartbeat>
          <RouterProvider router={router} />
        </Heartbeat>
      </ErrorBoundary>
    </MantineProvider>
  );
}
