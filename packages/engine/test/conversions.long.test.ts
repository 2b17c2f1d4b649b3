import { CONVERSIONS } from '@switchboard/model/conversions/conversions';
import { expect, test } from 'vitest';
import { shownName, testRoutes } from './compare-conversions.ts';
import { CONVERSION_ROUTES } from './conversion-routes.ts';

const compared = testRoutes(CONVERSION_ROUTES);

test('compares every cell in some file, and every route with some cell', () => {
  const used = CONVERSIONS.filter((cell) => CONVERSION_ROUTES.some((route) => route.has(cell)));
  expect(CONVERSIONS.filter((cell) => !used.includes(cell)).map(shownName)).toEqual([]);
  expect(compared()).toBeGreaterThan(3000);
});
