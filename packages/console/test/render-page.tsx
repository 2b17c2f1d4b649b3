import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { act, type RenderResult, render, screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { type ReactNode, Suspense, useState } from 'react';
import { UNSAFE_createMemoryHistory as createMemoryHistory, Route, Routes } from 'react-router';
import { Provider as GraphqlProvider } from 'urql';
import { createClient } from '../src/api/client.ts';
import { type Changes, type Live, LiveContext } from '../src/api/live/live.ts';
import {
  type GridPreferences,
  type PreferencesAccess,
  PreferencesContext,
} from '../src/api/preferences/preferences.ts';
import { type Session, SessionContext } from '../src/api/session/session.ts';
import { TransportContext } from '../src/api/transport-context.ts';
import { AddressRouter } from '../src/lib/address/address-router.tsx';
import { QueryProvider } from '../src/lib/address/query-provider.tsx';
import { AppShell } from '../src/shell/app-shell.tsx';
import { Arrivals } from '../src/shell/focus-on-arrival.tsx';
import { AccountRoutes } from '../src/shell/routes.tsx';
import { theme } from '../src/ui/theme/theme.ts';
import { type Answers, buildGraphqlServer, type GraphqlServer } from './graphql-server.ts';
import { setupUser } from './setup-user.ts';

export type PageOptions = {
  /** Below /app/acme/, with its query. */
  readonly path?: string;
  readonly answers?: Answers;
  readonly session?: Partial<Session>;
  /** Renders the header, the navigation and the shortcuts around the screen; the test of a screen does without. */
  readonly hasShell?: boolean;
  /** Rendered in place of the console's own routes and shell. */
  readonly element?: ReactNode;
};

export type RenderedPage = RenderResult &
  Pick<GraphqlServer, 'requests' | 'sent'> & {
    readonly user: UserEvent;
    /** The current path below /app/acme/, with its query. */
    readonly path: () => string;
    readonly goBack: () => Promise<void>;
    /** Goes to a path below /app/acme/, as a link does. */
    readonly follow: (path: string) => Promise<void>;
    /** Sends a message of the live connection. */
    readonly emit: (changes: Partial<Changes>) => void;
  };

const ACCOUNT = { urlName: 'acme', name: 'Acme Media' };
const BASE = `/app/${ACCOUNT.urlName}/`;

export function buildSession(patch: Partial<Session> = {}): Session {
  return {
    email: 'jo@acme.example',
    name: 'Jo Doe',
    defaultUrlName: ACCOUNT.urlName,
    accounts: [ACCOUNT],
    permissions: new Set(['view', 'manage-pipelines', 'manage-account-settings']),
    roles: ['operator'],
    account: ACCOUNT,
    ...patch,
  };
}

/** Renders the console at an address of the account Acme, with everything a signed-in session gives its screens. */
export function renderPage({
  path = '',
  answers = {},
  session = {},
  hasShell = false,
  element,
}: PageOptions): RenderedPage {
  const server = buildGraphqlServer(answers);
  const transport = { fetch: server.fetch };
  const client = createClient(transport);
  const listeners = new Set<(changes: Changes) => void>();
  const live: Live = {
    state: 'live',
    offlineSince: null,
    lastChange: null,
    setPaused: () => undefined,
    listen: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    // At once: what a delay is for, the tests of its caller prove.
    schedule: (run) => {
      const timer = setTimeout(run);
      return () => clearTimeout(timer);
    },
  };
  const Frame = hasShell ? Shell : Main;
  const page = (
    <Arrivals>
      <QueryProvider>
        {element ?? (
          <Frame>
            <AccountRoutes />
          </Frame>
        )}
      </QueryProvider>
    </Arrivals>
  );
  const history = createMemoryHistory({ initialEntries: [BASE + path], v5Compat: true });
  const view = render(
    <MantineProvider theme={theme} env="test">
      <Notifications />
      <SessionContext value={buildSession(session)}>
        <TransportContext value={transport}>
          <GraphqlProvider value={client}>
            <MemoryPreferences>
              <LiveContext value={live}>
                <AddressRouter history={history}>
                  <Routes>
                    <Route path="/app/:account/*" element={page} />
                  </Routes>
                </AddressRouter>
              </LiveContext>
            </MemoryPreferences>
          </GraphqlProvider>
        </TransportContext>
      </SessionContext>
    </MantineProvider>,
  );
  return {
    ...view,
    user: setupUser(),
    requests: server.requests,
    sent: server.sent,
    path: () => {
      const { pathname, search } = history.location;
      return `${pathname}${search}`.slice(BASE.length);
    },
    goBack: () => act(async () => history.go(-1)),
    follow: (to) => act(async () => history.push(BASE + to)),
    emit: (changes) => {
      const message = {
        downloads: [],
        uploads: [],
        events: [],
        changelists: [],
        incidents: [],
        overflow: false,
        ...changes,
      };
      for (const listener of listeners) listener(message);
    },
  };
}

type FrameProps = { readonly children: ReactNode };

function Shell({ children }: FrameProps) {
  return <AppShell fallback={null}>{children}</AppShell>;
}

/** Surroundings of a screen, as the shell provides them. */
function Main({ children }: FrameProps) {
  return (
    <main id="main" tabIndex={-1}>
      <Suspense fallback={null}>{children}</Suspense>
    </main>
  );
}

/** Preferences that are not stored: the layout of a grid changes while the page is rendered. */
function MemoryPreferences({ children }: { readonly children: ReactNode }) {
  const [grids, setGrids] = useState<GridPreferences>({});
  const [drawerWidth, setDrawerWidth] = useState<number | null>(null);
  const access: PreferencesAccess = {
    preferences: { prefersMiniNavbar: false, drawerWidth, datagridPreferences: grids },
    mode: 'light',
    setMode: () => undefined,
    setMiniNavbar: () => undefined,
    setDrawerWidth,
    setGrid: (grid, layout) => setGrids((current) => ({ ...current, [grid]: layout })),
  };
  return <PreferencesContext value={access}>{children}</PreferencesContext>;
}

/** The grid row that a link of this name opens, once it is rendered. */
export async function rowOf(name: string): Promise<HTMLElement> {
  const row = (await screen.findByRole('link', { name })).closest<HTMLElement>('[role="row"]');
  if (row === null) throw new Error(`The link ${name} is not in a row.`);
  return row;
}
