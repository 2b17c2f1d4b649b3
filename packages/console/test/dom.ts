import { notifications } from '@mantine/notifications';
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// Long enough for the first load of a screen's code on a busy machine; a passing test never waits for it.
configure({ asyncUtilTimeout: 20_000 });

/** The size that every element reports: the test DOM has no layout, and a virtual list in no space renders no rows. */
const VIEW = { width: 1280, height: 880 };

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
});
