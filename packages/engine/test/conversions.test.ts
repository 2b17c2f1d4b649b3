import { expect, test } from 'vitest';
import { testRoutes } from './compare-conversions.ts';
import { CONVERSION_ROUTES } from './conversion-routes.ts';

/** Files of the other formats are read by the long test. */
const READ_EVERY_TIME: readonly string[] = ['csv', 'parquet'];
const SHARES = 5;

const compared = testRoutes(
  CONVERSION_ROUTES.filter(({ name }) => READ_EVERY_TIME.includes(name)),
  SHARES,
);

test('compares many cases of what these files hold', () => {
  expect(compared()).toBeGreaterThan(500 / SHARES / 2);
});
