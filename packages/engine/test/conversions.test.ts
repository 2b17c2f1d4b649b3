import { expect, test } from 'vitest';
import { testRoutes } from './compare-conversions.ts';
import { CONVERSION_ROUTES } from './conversion-routes.ts';

/** The other files are read by the long test. */
const READ_EVERY_TIME: readonly string[] = ['csv', 'parquet'];

const compared = testRoutes(CONVERSION_ROUTES.filter(({ name }) => READ_EVERY_TIME.includes(name)));

test('compares each case of what these files hold', () => {
  expect(compared()).toBeGreaterThan(500);
});
