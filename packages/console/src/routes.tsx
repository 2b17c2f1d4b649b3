import { lazy } from 'react';
import { createBrowserRouter, Navigate, Outlet, type RouteObject } from 'react-router';
import { AccountSession } from './features/session/account-session.tsx';
import { SignInProvider } from './features/session/sign-in-context.tsx';
import { CallbackScreen, LogoutScreen, NoAccessScreen } from './features/session/sign-in-screens.tsx';
import { FailureAlarm } from './features/transfers/failure-alarm.tsx';
import { AppShell } from './shell/app-shell.tsx';
import { NotFoundPage, NotFoundScreen } from './shell/not-found.tsx';
import { PageSkeleton, ShellSkeleton } from './shell/shell-skeleton.tsx';
import { BrokenScreen } from './ui/error-boundary.tsx';

const DownloadsPage = lazy(async () => ({ default: (await import('./features/transfers/downloads-page.tsx')).DownloadsPage }));
const UploadsPage = lazy(async () => ({ default: (await import('./features/transfers/uploads-page.tsx')).UploadsPage }));
const EventsPage = lazy(async () => ({ default: (await import('./features/events/events-page.tsx')).EventsPage }));
const RelatedTransfers = lazy(async () => ({
  default: (await import('./features/transfers/related-transfers.tsx')).RelatedTransfers,
}));

const skeleton = <ShellSkeleton />;

/** Where an account starts. */
const START = 'downloads/list';

const accountScreens: RouteObject[] = [
  { index: true, element: <Navigate to={START} replace /> },
  { path: 'dashboard', element: <Navigate to={`../${START}`} replace /> },
  { path: 'homepage', element: <Navigate to={`../${START}`} replace /> },
  { path: 'downloads', element: <Navigate to="list" replace /> },
  { path: 'downloads/list', element: <DownloadsPage /> },
  { path: 'uploads', element: <Navigate to="list" replace /> },
  { path: 'uploads/list', element: <UploadsPage /> },
  { path: 'events', element: <EventsPage renderRelated={(subjects) => <RelatedTransfers {...subjects} />} /> },
  { path: '*', element: <NotFoundPage /> },
];

/** Every address of the console. */
export const router = createBrowserRouter([
  {
    element: (
      <SignInProvider waiting={skeleton}>
        <Outlet />
      </SignInProvider>
    ),
    errorElement: <BrokenScreen />,
    children: [
      { path: '/', element: <AccountSession waiting={skeleton}>{null}</AccountSession> },
      { path: '/callback', element: <CallbackScreen /> },
      { path: '/logout', element: <LogoutScreen /> },
      { path: '/error', element: <NoAccessScreen /> },
      {
        path: '/app/:account',
        element: (
          <AccountSession waiting={skeleton}>
            <AppShell waiting={<PageSkeleton />} watchers={<FailureAlarm />} />
          </AccountSession>
        ),
        children: accountScreens,
      },
      { path: '*', element: <NotFoundScreen /> },
    ],
  },
]);
