// A setup file of Vitest for the tests of the console.
import { notifications } from '@mantine/notifications';
import { cleanup, configure } from '@testing-library/react';
import * as react from 'react';
import { afterAll, afterEach } from 'vitest';

// Long enough for the first load of a screen's code on a busy machine; a passing test never waits for it.
configure({ asyncUtilTimeout: 20_000 });

/** The size that every element reports: the test DOM has no layout, and a virtual list in no space renders no rows. */
const VIEW = { width: 1280, height: 880 };

const ADDRESS = window.location.href;
const { happyDOM: page } = window as unknown as { happyDOM: { setURL(url: string): void; abort(): Promise<void> } };

for (const [name, value] of [
  ['offsetWidth', VIEW.width],
  ['offsetHeight', VIEW.height],
  ['clientWidth', VIEW.width],
  ['clientHeight', VIEW.height],
] as const) {
  Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => value });
}
HTMLElement.prototype.getBoundingClientRect = () => new DOMRect(0, 0, VIEW.width, VIEW.height);

// React notes for each element where it was created, for the messages of its tools, until it has noted 10,000 in a second. That is a
// third of the time of a test.
const internals = Object.entries(react).find(([name]) => name.startsWith('__CLIENT_INTERNALS'))?.[1];
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
  configurable: true,
  get: () => Number.POSITIVE_INFINITY,
  set: () => undefined,
});

afterEach(() => {
  cleanup();
  // Toasts of one test would make those of the next wait for their turn.
  notifications.clean();
  localStorage.clear();
  sessionStorage.clear();
  // The test DOM follows links to files that are saved.
  page.setURL(ADDRESS);
});

// As when a page is closed: its timers and requests end.
afterAll(() => page.abort());
