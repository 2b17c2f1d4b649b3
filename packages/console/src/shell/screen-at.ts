import { matchPath } from 'react-router';
import type { Client } from 'urql';
import type { PublicScreen } from '../screens/screen.ts';
import { PART_SCREENS, PUBLIC_SCREENS, SCREENS } from '../screens.ts';

/** The screen that a path opens once the person is signed in; / opens the first screen of their account. */
export function screenAt(path: string): PublicScreen | undefined {
  const own = path === '/' ? '' : /^\/app\/[^/]+\/?(.*?)\/?$/.exec(path)?.[1];
  if (own === undefined) return PUBLIC_SCREENS.find((screen) => screen.path === path);
  return [...SCREENS, ...PART_SCREENS].find(
    (screen) => matchPath(`/${screen.path}`, `/${own}`) !== null || screen.aliases?.includes(own) === true,
  );
}

/** Asks for the first rows of the screen at an address, if it has any. A failure is reported by the screen, which asks again. */
export function prefetchScreen(
  client: Client,
  send: typeof fetch,
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
): void {
  screenAt(pathname)
    ?.prefetch?.()
    .then((prefetch) => prefetch(client, new URLSearchParams(search), send))
    .catch(() => undefined);
}
