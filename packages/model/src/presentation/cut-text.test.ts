import { expect, it } from 'vitest';
import { cutDestination, cutEventMessage } from './cut-text.ts';

it('"Messages are shortened to 200 characters."', {
  tags: ['spec:events-message-cut', 'spec:event-message-length'],
}, () => {
  expect(cutEventMessage('m'.repeat(200))).toBe('m'.repeat(200));
  expect(cutEventMessage('m'.repeat(201))).toBe(`${'m'.repeat(199)}…`);
});

it('"Destination text is truncated beyond 116 characters."', { tags: 'spec:uploads-destination-cut' }, () => {
  expect(cutDestination('d'.repeat(116))).toBe('d'.repeat(116));
  expect(cutDestination('d'.repeat(117))).toBe(`${'d'.repeat(115)}…`);
});
