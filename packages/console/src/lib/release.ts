import { useSyncExternalStore } from 'react';

/** The build of the console that this page runs, by the name of its first script; empty under the development server. */
export const RELEASE =
  /\/assets\/([\w.-]+)\.js$/.exec(document.querySelector<HTMLScriptElement>('script[type=module]')?.src ?? '')?.[1] ??
  '';

let isOutdated = false;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Compares this page with a build that the server has. Null for a server that names none. */
export function noteServerRelease(release: string | null, own = RELEASE): void {
  if (release === null || own === '' || isOutdated === (release !== own)) return;
  isOutdated = !isOutdated;
  for (const listener of listeners) listener();
}

/** Compares this page with the one that the server sends now. */
export function noteServerPage(page: string): void {
  noteServerRelease(page.includes(`/assets/${RELEASE}.js`) ? RELEASE : 'another');
}

/** Whether the server has another build of the console than this page; no longer once it has this one again. */
export const useIsOutdated = (): boolean => useSyncExternalStore(subscribe, () => isOutdated);
