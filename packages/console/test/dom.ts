// A setup file of Vitest for the tests of the console.
import './light-react.ts';
import './computed-style.ts';
import './query-errors.ts';
import { notifications } from '@mantine/notifications';
import { cleanup, configure } from '@testing-library/react';
import type { DetachedWindowAPI } from 'happy-dom';
import { afterAll, afterEach, vi } from 'vitest';

const { happyDOM } = window as Window & { readonly happyDOM?: DetachedWindowAPI };

// Long enough for the first load of a screen's code on a busy machine; a passing test never waits for it.
configure({ asyncUtilTimeout: 60_000 });

if (happyDOM !== undefined) {
  const { settings } = happyDOM;
  // The test DOM would follow a link to a file that is saved, some time after the click.
  Object.assign(settings.navigation, { disableMainFrameNavigation: true, disableFallbackToSetURL: true });
  // Sizes in em stay as they are: a query of the window's width would compute the style of the document.
  settings.disableComputedStyleRendering = true;
}

/** The size that every element reports: the test DOM has no layout, and a virtual list in no space renders no rows. */
const VIEW = { width: 1280, height: 880 };

const ADDRESS = window.location.href;
const { innerWidth, innerHeight } = window;

for (const [name, value] of [
  ['offsetWidth', VIEW.width],
  ['offsetHeight', VIEW.height],
  ['clientWidth', VIEW.width],
  ['clientHeight', VIEW.height],
] as const) {
  Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => value });
}
HTMLElement.prototype.getBoundingClientRect = () => new DOMRect(0, 0, VIEW.width, VIEW.height);

afterEach(() => {
  cleanup();
  // Toasts of one test would make those of the next wait for their turn.
  notifications.clean();
  localStorage.clear();
  sessionStorage.clear();
  Object.assign(window, { innerWidth, innerHeight });
  // Links within the page change it.
  happyDOM?.setURL(ADDRESS);
});

afterAll(async () => {
  // A module that is still loading when the file ends could never be loaded by the next one.
  await vi.dynamicImportSettled();
  // As when a page is closed: its timers and requests end.
  await happyDOM?.abort();
});
