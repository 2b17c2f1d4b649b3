import { Suspense, useEffect } from 'react';
import { Route, Routes } from 'react-router';
import { useSession } from '../api/session/session.ts';
import { SignInProvider } from '../api/session/sign-in-provider.tsx';
import { useRedirect } from '../lib/address/address-router.tsx';
import { QueryProvider } from '../lib/address/query-provider.tsx';
import { lazyLayer } from '../lib/load-chunk.ts';
import {
  ADMINISTRATION_PART_SCREENS,
  ADMINISTRATION_SCREENS,
  PART_SCREENS,
  PUBLIC_SCREENS,
  SCREENS,
} from '../screens.ts';
import { AccountConsole } from './account-console.tsx';
import { AdministrationShell } from './administration-shell.tsx';
import { Arrivals } from './focus-on-arrival.tsx';
import { AdministrationRoute, PublicScreenRoute, ScreenRoute } from './screen-route.tsx';
import { AccountSession } from './session/account-session.tsx';
import { AdministrationSession } from './session/administration-session.tsx';
import { ShellSkeleton } from './shell-skeleton.tsx';

const NotFoundPage = lazyLayer(async () => (await import('./not-found.tsx')).NotFoundPage);
const NotFoundScreen = lazyLayer(async () => (await import('./not-found.tsx')).NotFoundScreen);

const skeleton = <ShellSkeleton />;

/** Every address of the console. */
export function ConsoleRoutes() {
  return (
    <SignInProvider fallback={skeleton}>
      <Suspense fallback={skeleton}>
        <Arrivals>
          <Routes>
            <Route path="/" element={<AccountSession fallback={skeleton}>{null}</AccountSession>} />
            {[...ADMINISTRATION_SCREENS, ...ADMINISTRATION_PART_SCREENS].map((screen) => (
              <Route
                key={screen.path}
                path={screen.path}
                element={
                  <AdministrationSession permission={screen.permission} fallback={skeleton}>
                    <AdministrationShell>
                      <QueryProvider>
                        <AdministrationRoute screen={screen} />
                      </QueryProvider>
                    </AdministrationShell>
                  </AdministrationSession>
                }
              />
            ))}
            {PUBLIC_SCREENS.map((screen) => (
              <Route key={screen.path} path={screen.path} element={<PublicScreenRoute screen={screen} />} />
            ))}
            <Route
              path="/app/:account/*"
              element={
                <AccountSession fallback={skeleton}>
                  <AccountConsole>
                    <QueryProvider>
                      <AccountRoutes />
                    </QueryProvider>
                  </AccountConsole>
                </AccountSession>
              }
            />
            <Route path="*" element={<NotFoundScreen />} />
          </Routes>
        </Arrivals>
      </Suspense>
    </SignInProvider>
  );
}

/** The addresses below /app/{account}/. */
export function AccountRoutes() {
  return (
    <Routes>
      {[...SCREENS, ...PART_SCREENS].map((screen) => (
        <Route key={screen.path} path={screen.path} element={<ScreenRoute screen={screen} />} />
      ))}
      {SCREENS.flatMap(({ path, aliases = [] }) =>
        aliases.map((alias) => <Route key={alias} path={alias} element={<Redirect to={path} />} />),
      )}
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  );
}

function Redirect({ to }: { readonly to: string }) {
  const { account } = useSession();
  const redirect = useRedirect();
  useEffect(() => {
    redirect(`/app/${account.urlName}/${to}`);
  }, [redirect, account.urlName, to]);
  return null;
}
