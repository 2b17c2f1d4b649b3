import { describe, expect, it } from 'vitest';
import { startProcessorTime } from '../../test/processor-time.ts';
import { isKeyHost, KEY_HOSTS_PATTERN, keyHostOf, readKeyHosts } from './key-hosts.ts';

const LIST =
  'api.example.com, *.reports.example.com *.data.example.com:8443,127.0.0.1:3201 [::1]:8080 Plain.example.com:80';

describe('the hosts of a key', () => {
  it.each([
    'https://api.example.com/v1',
    'https://API.example.com:443/',
    'https://eu.reports.example.com/',
    'https://a.b.reports.example.com/',
    'https://eu.data.example.com:8443/',
    'http://127.0.0.1:3201/',
    'http://[::1]:8080/',
    'http://plain.example.com/',
  ])('name that of %s', (url) => {
    expect(isKeyHost(readKeyHosts(LIST), new URL(url))).toBe(true);
  });

  it.each([
    'https://api.example.com:8443/',
    'http://api.example.com/',
    'https://api.example.com.evil.example/',
    'https://evil.example/api.example.com',
    'https://api.example.com@evil.example/',
    'https://reports.example.com/',
    'https://evilreports.example.com/',
    'https://eu.reports.example.com:8443/',
    'https://eu.data.example.com/',
    'http://127.0.0.1:3202/',
    'http://127.0.0.1/',
    'https://[::1]/',
    'https://plain.example.com/',
  ])('do not name that of %s', (url) => {
    expect(isKeyHost(readKeyHosts(LIST), new URL(url))).toBe(false);
  });

  it('an empty list names no host', () => {
    expect(isKeyHost(readKeyHosts(' , '), new URL('https://api.example.com/'))).toBe(false);
  });

  it.each([
    ['https://api.example.com/a', 'api.example.com'],
    ['http://api.example.com/a', 'api.example.com:80'],
    ['http://api.example.com:443/', 'api.example.com'],
    ['https://api.example.com:80/', 'api.example.com:80'],
    ['http://[::1]:81/', '[::1]:81'],
  ])('the host of %s is listed as %s', (url, host) => {
    expect(keyHostOf(new URL(url))).toBe(host);
  });

  const isList = (text: string): boolean => new RegExp(`^(?:${KEY_HOSTS_PATTERN})$`).test(text);

  it.each([LIST, 'localhost', '*.example.com', 'a.example,b.example', 'a.example ,  b.example'])(
    'a list may be %j',
    (text) => {
      expect(isList(text)).toBe(true);
    },
  );

  it.each([
    'https://api.example.com',
    'api.example.com/path',
    'user@api.example.com',
    '*',
    '*.com',
    '*.0.0.1',
    'a.*.example.com',
    'api.example.com:',
    'api..example.com',
    '-a.example.com',
    'a.example,,b.example',
    'a.example;b.example',
  ])('a list may not be %j', (text) => {
    expect(isList(text)).toBe(false);
  });

  it('a list of the greatest length is refused without going back over it', () => {
    const processorTime = startProcessorTime();
    for (const long of ['a-'.repeat(2000), 'a.'.repeat(2000), 'a.example, '.repeat(360), `a${' '.repeat(3900)}`])
      expect(isList(`${long}!`)).toBe(false);
    // A few milliseconds are usual.
    expect(processorTime()).toBeLessThan(5000);
  });
});
