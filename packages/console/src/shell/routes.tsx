import { lazy } from 'react';
import { Navigate, Route, Routes } from 'react-router';
import { SignInProvider } from '../api/session/sign-in-provider.tsx';
import { CallbackPage } from '../screens/sign-in/callback-page.tsx';
import { LogoutPage } from '../screens/sign-in/logout-page.tsx';
import { NotRecognizedPage } from '../screens/sign-in/not-recognized-page.tsx';
import { AppShell } from './app-shell.tsx';
import { FailureAlarm } from './failure-alarm.tsx';
import { NotFoundPage, NotFoundScreen } from './not-found.tsx';
import { AccountSession } from './session/account-session.tsx';
import { PageSkeleton, ShellSkeleton } from './shell-skeleton.tsx';

const DownloadsPage = lazy(async () => ({
  default: (await import('../screens/downloads/downloads-page.tsx')).DownloadsPage,
}));
const UploadsPage = lazy(async () => ({
  default: (await import('../screens/uploads/uploads-page.tsx')).UploadsPage,
}));
const EventsPage = lazy(async () => ({ default: (await import('../screens/events/events-page.tsx')).EventsPage }));

const skeleton = <ShellSkeleton />;

/** Where an account starts. */
const START = 'downloads/list';

/** The screens of an account, below /app/{account}/ */
const accountScreens = (
  <>
    <Route index element={<Navigate to={START} replace />} />
    <Route path="dashboard" element={<Navigate to={`../..${START}`} replace />} />
    <Route path="homepage" element={<Navigate to={`../..${START}`} replace />} />
    <Route path="downloads" element={<Navigate to="list" replace />} />
    <Route path="downloads/list" element={<DownloadsPage />} />
    <Route path="uploads" element={<Navigate to="list" replace />} />
    <Route path="uploads/list" element={<UploadsPage />} />
    <Route path="events" element={<EventsPage />} />
    <Route path="*" element={<NotFoundPage />} />
  </>
);

/** Every address of the console. */
export function ConsoleRoutes() {
  return (
    <SignInProvider waiting={skeleton}>
      <Routes>
        <Route path="/" element={<AccountSession waiting={skeleton}>{null}</AccountSession>} />
        <Route path="/callback" element={<CallbackPage />} />
        <Route path="/logout" element={<LogoutPage />} />
        <Route path="/error" element={<NotRecognizedPage />} />
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
