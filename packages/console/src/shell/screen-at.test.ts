import { expect, it } from 'vitest';
import { screenAt } from './screen-at.ts';

it.each([
  ['/', 'Home'],
  ['/app/acme', 'Home'],
  ['/app/acme/dashboard', 'Home'],
  ['/app/acme/uploads/list/', 'Uploads'],
  ['/app/acme/events', 'Events'],
  ['/callback', 'Signing in'],
  ['/app/acme/nothing', undefined],
  ['/nothing', undefined],
])('finds the screen of %s', (path, title) => {
  expect(screenAt(path)?.title).toBe(title);
});
