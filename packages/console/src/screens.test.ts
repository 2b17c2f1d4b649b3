import { expect, it } from 'vitest';
import { NAVIGATION, visibleNavigation, visibleScreens } from './screens.ts';

it('shows nothing to who may do nothing', () => {
  expect(visibleNavigation(new Set())).toEqual([]);
  expect(visibleScreens(new Set(['view'] as const)).map((screen) => screen.name)).toEqual([
    'Downloads',
    'Uploads',
    'Events',
  ]);
});

it('gives each screen a key of its own', () => {
  const keys = NAVIGATION.flatMap((group) => group.screens.map((screen) => screen.key));
  expect(new Set(keys).size).toBe(keys.length);
});
