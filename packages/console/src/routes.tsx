import { lazy } from 'react';
import { Navigate, Route, Routes } from 'react-router';
import { AccountSession } from './features/session/account-session.tsx';
import { SignInProvider } from './features/session/sign-in-context.tsx';
import { CallbackScreen, LogoutScreen, NoAccessScreen } from './features/session/sign-in-screens.tsx';
import { FailureAlarm } from './features/transfers/failure-alarm.tsx';
import { AppShell } from './shell/app-shell.tsx';
import { NotFoundPage, NotFoundScreen } from './shell/not-found.tsx';
import { PageSkeleton, ShellSkeleton } from './shell/shell-skeleton.tsx';

const DownloadsPage = lazy(async () => ({
  default: (await import('./features/transfers/downloads-page.tsx')).DownloadsPage,
}));
const UploadsPage = lazy(async () => ({
  default: (await import('./features/transfers/uploads-page.tsx')).UploadsPage,
}));
const EventsPage = lazy(async () => ({ default: (await import('./features/events/events-page.tsx')).EventsPage }));
const RelatedTransfers = lazy(async () => ({
  default: (await import('./features/transfers/related-transfers.tsx')).RelatedTransfers,
}));

const skeleton = <ShellSkeleton />;

/** Where an account starts. */
const START = 'downloads/list';

/** The screens of an account, below /app/{account}/ */
const accountScreens = (
  <>
    <Route index element={<Navigate to={START} replace />} />
    <Route path="dashboard" element={<Navigate to={`../${START}`} replace />} />
    <Route path="homepage" element={<Navigate to={`../${START}`} replace />} />
    <Route path="downloads" element={<Navigate to="list" replace />} />
    <Route path="downloads/list" element={<DownloadsPage />} />
    <Route path="uploads" element={<Navigate to="list" replace />} />
    <Route path="uploads/list" element={<UploadsPage />} />
    <Route path="events" element={<EventsPage renderRelated={(subjects) => <RelatedTransfers {...subjects} />} />} />
    <Route path="*" element={<NotFoundPage />} />
  </>
);

/** Every address of the console. */
export function ConsoleRoutes() {
  return (
    <SignInProvider waiting={skeleton}>
      <Routes>
        <Route path="/" element={<AccountSession waiting={skeleton}>{null}</AccountSession>} />
        <Route path="/callback" element={<CallbackScreen />} />
        <Route path="/logout" element={<LogoutScreen />} />
        <Route path="/error" element={<NoAccessScreen />} />
        <Route
          path="/app/:account"
          element={
            <AccountSession waiting={skeleton}>
              <AppShell waiting={<PageSkeleton />} watchers={<FailureAlarm />} />
            </AccountSession>
          }
        >
          {accountScreens}
        </Route>
        <Route path="*" element={<NotFoundScreen />} />
      </Routes>
    </SignInProvider>
  );
}
