import { type ComponentType, type LazyExoticComponent, type ReactNode, Suspense, useEffect } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { useSession } from '../api/session/session.ts';
import { useRedirect } from '../lib/address/address-router.tsx';
import { usePageTitle } from '../lib/document-head.ts';
import { reportError } from '../lib/error-report.ts';
import { lazyComponent } from '../lib/load-chunk.ts';
import type { AdministrationScreen, PublicScreen, Screen } from '../screens/screen.ts';
import { BrokenScreen } from '../ui/feedback/broken-screen.tsx';
import { toastFailed } from '../ui/feedback/toasts.ts';
import { FocusOnArrival } from './focus-on-arrival.tsx';
import { PlainFrame } from './header/plain-frame.tsx';
import { PageSkeleton } from './shell-skeleton.tsx';

const loaded = new WeakMap<PublicScreen, LazyExoticComponent<ComponentType>>();

/** The lazy component of a screen; the same object each time, so that React keeps its state. */
function componentOf(screen: PublicScreen): LazyExoticComponent<ComponentType> {
  const known = loaded.get(screen) ?? lazyComponent(screen.load);
  loaded.set(screen, known);
  return known;
}

const NoAccess = lazyComponent(async () => (await import('./no-access.tsx')).NoAccess);

/** Rendered before the screen, so that a screen may set a more specific title of its own. */
function Title({ parts }: { readonly parts: readonly string[] }) {
  usePageTitle(...parts);
  return null;
}

/** Permission of Home, to which people are redirected. */
const HOME_PERMISSION = 'view';

/**
 * Renders a screen of an account. A person who lacks its permission is redirected to Home; the no-access page is for one who
 * may not open Home either. A screen that fails does so alone: the navigation stays, and the next screen is not affected.
 */
export function ScreenRoute({ screen }: { readonly screen: Screen }) {
  const { account, permissions } = useSession();
  const isPermitted = permissions.has(screen.permission);
  if (!isPermitted && permissions.has(HOME_PERMISSION)) return <RedirectHome key={screen.path} screen={screen} />;
  return (
    <>
      <Title parts={[isPermitted ? screen.title : 'No access', account.name]} />
      {isPermitted ? (
        <ScreenBoundary screen={screen} landmark={false}>
          <Suspense fallback={<PageSkeleton />}>
            <Content screen={screen} />
            <FocusOnArrival />
          </Suspense>
        </ScreenBoundary>
      ) : (
        <Suspense fallback={<PageSkeleton />}>
          <NoAccess key={screen.path} screen={screen} accountName={account.name} />
        </Suspense>
      )}
    </>
  );
}

/** Redirects to Home, with a toast that names the permission of the screen. */
function RedirectHome({ screen: { title, permission } }: { readonly screen: Screen }) {
  const { account } = useSession();
  const redirect = useRedirect();
  useEffect(() => {
    if (!redirect(`/app/${account.urlName}/homepage`)) return;
    toastFailed(`You do not have access to ${title}. It requires the permission ${permission} in ${account.name}.`);
  }, [redirect, account, title, permission]);
  return null;
}

/** Renders a screen of administration, for a person who has its permission. */
export function AdministrationRoute({ screen }: { readonly screen: AdministrationScreen }) {
  return (
    <>
      <Title parts={[screen.title]} />
      <ScreenBoundary screen={screen} landmark={false}>
        <Suspense fallback={<PageSkeleton />}>
          <Content screen={screen} />
          <FocusOnArrival />
        </Suspense>
      </ScreenBoundary>
    </>
  );
}

/** Renders a screen outside an account. */
export function PublicScreenRoute({ screen }: { readonly screen: PublicScreen }) {
  const content = (
    <ScreenBoundary screen={screen} landmark>
      <Content screen={screen} />
    </ScreenBoundary>
  );
  return (
    <>
      <Title parts={[screen.title]} />
      {screen.isStep === true ? content : <PlainFrame>{content}</PlainFrame>}
    </>
  );
}

function Content({ screen }: { readonly screen: PublicScreen }) {
  const Component = componentOf(screen);
  return <Component />;
}

type BoundaryProps = {
  readonly screen: PublicScreen;
  readonly landmark: boolean;
  readonly children: ReactNode;
};

function ScreenBoundary({ screen, landmark, children }: BoundaryProps) {
  return (
    <ErrorBoundary
      key={screen.path}
      fallbackRender={() => <FailedScreen screen={screen} landmark={landmark} />}
      onError={(error) => reportError({ source: screen.path, error })}
    >
      {children}
    </ErrorBoundary>
  );
}

function FailedScreen({ screen, landmark }: Omit<BoundaryProps, 'children'>) {
  // A lazy component keeps the error of its import: the next visit needs a new one.
  useEffect(() => {
    loaded.delete(screen);
  }, [screen]);
  return (
    <>
      <BrokenScreen landmark={landmark} />
      {!landmark && <FocusOnArrival />}
    </>
  );
}
