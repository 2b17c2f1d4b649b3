import { type ComponentType, createElement, type LazyExoticComponent, lazy, Suspense } from 'react';
import { trackWork } from './activity/page-activity.ts';
import { markMissingChunk } from './missing-chunk.ts';
import { noteServerPage } from './release.ts';
import { hasUnsavedChanges } from './unsaved-changes.ts';

const RETRY_DELAYS: readonly number[] = [500, 2000];
const RELOADED_AT = 'switchboard.reloadedAt';
/** A page that was reloaded this recently is not reloaded again: the chunk is missing on the server too. */
const RELOAD_PAUSE = 60_000;

export type ChunkOptions = {
  readonly delays?: readonly number[];
  /** Whether the server answers for the page itself. */
  readonly isServerUp?: () => Promise<boolean>;
  readonly reload?: () => void;
  readonly now?: () => number;
};

const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function answersPage(): Promise<boolean> {
  try {
    const page = await fetch(location.href, { cache: 'no-store' });
    if (page.ok) noteServerPage(await page.text());
    return page.ok;
  } catch {
    return false;
  }
}

function mayReload(now: number): boolean {
  const before = Number(sessionStorage.getItem(RELOADED_AT) ?? 0);
  return now - before > RELOAD_PAUSE && !hasUnsavedChanges();
}

/**
 * Imports a chunk of the console, with retries. A chunk that stays missing while the server answers was removed by a
 * deploy: the page is reloaded once, at the same address, and then runs the new version.
 * @throws the import's error when the chunk stays missing and the page is not reloaded
 */
export async function loadChunk<T>(load: () => Promise<T>, options: ChunkOptions = {}): Promise<T> {
  const { delays = RETRY_DELAYS, isServerUp = answersPage, reload = () => location.reload(), now = Date.now } = options;
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await load();
    } catch (error) {
      const delay = delays[attempt];
      if (delay !== undefined) await wait(delay);
      else if ((await isServerUp()) && mayReload(now())) {
        sessionStorage.setItem(RELOADED_AT, String(now()));
        reload();
        // The page is being replaced; nothing is shown in between.
        return new Promise<never>(() => undefined);
      } else {
        markMissingChunk(error);
        throw error;
      }
    }
  }
}

/** A component whose code is loaded when it is first rendered, by `loadChunk`. */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await trackWork(loadChunk(load)) }));
}

/** A component that shows nothing until its code is loaded, such as a dialog or a menu. */
export function lazyLayer<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const layer = lazyComponent(load as () => Promise<ComponentType<object>>);
  return (props) => createElement(Suspense, { fallback: null }, createElement(layer, props));
}
