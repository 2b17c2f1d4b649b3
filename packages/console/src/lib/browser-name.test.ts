import { expect, it } from 'vitest';
import { browserName } from './browser-name.ts';

const WEBKIT = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko)';

it.each([
  [`${WEBKIT} Chrome/140.0.0.0 Safari/537.36`, 'Chrome'],
  [`${WEBKIT} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`, 'Edge'],
  [`${WEBKIT} Chrome/140.0.0.0 Safari/537.36 OPR/120.0.0.0`, 'Opera'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0', 'Firefox'],
  ['Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15', 'Safari'],
  ['curl/8', 'another browser'],
])('%s is %s', (userAgent, name) => {
  expect(browserName(userAgent)).toBe(name);
});
