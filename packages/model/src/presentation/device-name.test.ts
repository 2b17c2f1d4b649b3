import { expect, it } from 'vitest';
import { browserName, deviceName } from './device-name.ts';

const WEBKIT = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko)';
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const ANDROID = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko)';

it.each([
  [`${WEBKIT} Chrome/140.0.0.0 Safari/537.36`, 'Chrome', 'Chrome on Linux'],
  [`${WEBKIT} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`, 'Edge', 'Edge on Linux'],
  [`${WEBKIT} Chrome/140.0.0.0 Safari/537.36 OPR/120.0.0.0`, 'Opera', 'Opera on Linux'],
  ['Mozilla/5.0 (Windows NT 10.0; rv:142.0) Gecko/20100101 Firefox/142.0', 'Firefox', 'Firefox on Windows'],
  [
    'Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
    'Safari',
    'Safari on macOS',
  ],
  [`${IPHONE} Version/18.0 Mobile/15E148 Safari/604.1`, 'Safari', 'Safari on iPhone'],
  [`${IPHONE} FxiOS/130.0 Mobile/15E148 Safari/605.1.15`, 'Firefox', 'Firefox on iPhone'],
  [`${ANDROID} Chrome/140.0.0.0 Mobile Safari/537.36`, 'Chrome', 'Chrome on Android'],
  ['Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) Chrome/140.0.0.0 Safari/537.36', 'Chrome', 'Chrome on ChromeOS'],
  [`${WEBKIT} HeadlessChrome/140.0.0.0 Safari/537.36`, 'Chrome', 'Chrome on Linux'],
  ['Mozilla/5.0 (X11; Linux x86_64)', 'another browser', 'Unknown browser on Linux'],
  ['curl/8', 'another browser', 'Unknown device'],
  ['', 'another browser', 'Unknown device'],
])('%s is %s: %s', (userAgent, browser, device) => {
  expect([browserName(userAgent), deviceName(userAgent)]).toEqual([browser, device]);
});

it('a sender without a user agent is an unknown device', () => {
  expect(deviceName(null)).toBe('Unknown device');
});
