import { expect, it } from 'vitest';
import { readStreamAddress, type StreamType } from './stream-address.ts';
import { validateStream } from './validate-stream.ts';

it.each([
  ['webhook', 'https://SIEM.example/hook', 'siem.example:443', true],
  ['webhook', 'http://10.0.0.1:8080', '10.0.0.1:8080', false],
  ['otlp', 'https://[2001:db8::1]:4318/v1/logs', '[2001:db8::1]:4318', true],
  ['syslog', 'tls://siem.example', 'siem.example:6514', true],
  ['syslog', 'TCP://siem.example/', 'siem.example:601', false],
] as const)('a stream of type %s may go to %s', (type, text, host, isEncrypted) => {
  expect(readStreamAddress(type, text)).toMatchObject({ host, isEncrypted });
});

it.each([
  ['webhook', 'tls://siem.example'],
  ['otlp', 'collector.example:4318'],
  ['syslog', 'tls://siem.example/path'],
  ['syslog', 'udp://siem.example'],
  ['webhook', 'https://ann:pass@siem.example'],
  ['webhook', 'https://siem.example/?key=1'],
  ['webhook', 'https://siem.example/#key'],
  ['webhook', 'https://siem.example:0/'],
  ['webhook', 'https://siem.example:70000/'],
  ['webhook', 'https://siem.example\\@other.example/'],
  ['webhook', `https://siem.example/${'a'.repeat(2_000)}`],
] as const)('a stream of type %s may not go to %s', (type: StreamType, text) => {
  expect(readStreamAddress(type, text)).toBeNull();
});

it('each part of a stream that is wrong has its message', () => {
  const draft = { type: 'webhook', address: '', authority: 'x', signingSecret: 'short', headers: 'a' } as const;
  expect(validateStream(draft).map(({ field }) => field)).toEqual([
    'address',
    'authority',
    'signing_secret',
    'headers',
  ]);
  expect(validateStream({ ...draft, type: 'syslog', address: 'tls://a.example', authority: null })).toEqual([]);
});
