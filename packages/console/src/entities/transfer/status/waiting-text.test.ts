import { expect, it } from 'vitest';
import { waitingText } from './waiting-text.ts';

const NOW = Date.parse('2026-11-21T05:00:00Z');
const text = (
  reason: string,
  waits_for: string | null = null,
  next_check: string | null = null,
  before: number | null = null,
  stopped_by: string | null = null,
) => waitingText({ reason, waits_for, next_check, action: null, before, stopped_by }, NOW);

it('says why a transfer is not running, and when it is checked again', () => {
  expect(text('checking_files', 'a file at the source', '2026-11-21T05:04:00Z')).toBe(
    'waits for a file at the source · next check in 4 min',
  );
  expect(text('key_suspended', 'skimlinks')).toBe('key skimlinks is suspended');
  expect(text('source_suspended', 'orders')).toBe('download orders is suspended');
  expect(text('inputs_missing', 'orders (failed)')).toBe('waits for orders (failed)');
  expect(text('processing', 'its downloads')).toBe('its downloads');
  expect(text('processing', 'processing')).toBeNull();
  expect(text('requested', 'the report that the provider is making', '2026-11-21T05:00:40Z')).toBe(
    'next check in 40 s',
  );
});

it('says nothing when nothing delays the transfer', () => {
  expect(waitingText(null, NOW)).toBeNull();
  expect(text('running', null, '2026-11-21T05:04:00Z')).toBeNull();
  expect(text('queued')).toBeNull();
  expect(text('queued', null, null, 3)).toBe('3 before it');
  expect(text('queued', null, null, 3, 'store')).toBe('the file store is away');
  expect(text('queued', null, null, 3, 'worker')).toBe('no worker runs');
  expect(text('queued', null, '2026-11-21T04:00:00Z')).toBeNull();
});
