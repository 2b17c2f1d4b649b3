import { expect, test } from 'vitest';
import { mayStart, WAIT_REASONS, type WaitFacts, whyWaiting } from './waiting.ts';

const READY: WaitFacts = {
  kind: 'download',
  purpose: 'production',
  state: 'ready',
  accountActive: true,
  declaration: { name: 'ads', status: 'active', reason: null },
  key: { name: 'api', status: 'active' },
  requested: false,
  files: null,
  retryCount: 0,
  retryLimit: 5,
  nextTry: null,
  leaseUntil: null,
  inputs: [],
  accountSlots: { running: 0, limit: 2 },
  keySlots: { running: 0, limit: 1 },
};
const SUSPENDED = { name: 'ads', status: 'suspended', reason: 'its last 3 report dates failed.' };

const CASES: readonly [string, Partial<WaitFacts>, Partial<ReturnType<typeof whyWaiting>>][] = [
  ['queued', {}, { waitsFor: null, action: null }],
  ['running', { state: 'running', leaseUntil: 7 }, { nextCheck: 7 }],
  ['account_deactivated', { accountActive: false }, { action: 'Activate the account again.' }],
  ['source_suspended', { declaration: SUSPENDED }, { blockedBy: 'source ads', action: 'Unsuspend the download ads.' }],
  [
    'upload_suspended',
    { kind: 'upload', declaration: SUSPENDED },
    { blockedBy: 'upload ads', action: 'Unsuspend the upload ads.' },
  ],
  ['queued', { declaration: SUSPENDED, purpose: 'backfill' }, {}],
  ['key_suspended', { key: { name: 'api', status: 'suspended' } }, { waitsFor: 'api', blockedBy: 'key api' }],
  ['queued', { key: { name: 'api', status: 'suspended' }, purpose: 'proof' }, {}],
  ['key_missing', { key: { name: 'api', status: null } }, { action: 'Add a key named api under Keys.' }],
  ['source_suspended', { declaration: SUSPENDED, key: { name: 'api', status: 'suspended' } }, {}],
  ['checking_files', { state: 'held', files: { nextProbe: 9 } }, { nextCheck: 9, action: null }],
  ['source_suspended', { state: 'held', files: { nextProbe: 9 }, declaration: SUSPENDED }, {}],
  ['requested', { state: 'waiting', requested: true, nextTry: 9 }, { nextCheck: 9 }],
  ['retry_scheduled', { state: 'waiting', nextTry: 9, retryCount: 2 }, { nextCheck: 9, waitsFor: 'retry 2 of 5' }],
  [
    'inputs_missing',
    { kind: 'flow', state: 'held', inputs: [{ name: 'ads', status: 'downloading' }] },
    { waitsFor: 'ads (downloading)', action: null },
  ],
  [
    'inputs_missing',
    { kind: 'flow', state: 'held', inputs: [{ name: 'ads', status: 'failed' }] },
    { action: 'Retry or abandon ads.' },
  ],
  ['processing', { kind: 'upload', state: 'held', inputs: [{ name: 'processing', status: 'PROCESSING' }] }, {}],
  ['key_limit', { keySlots: { running: 1, limit: 1 } }, { waitsFor: 'a turn of the key api' }],
  ['account_limit', { accountSlots: { running: 2, limit: 2 } }, { waitsFor: 'a turn of the account' }],
  ['queued', { key: null, keySlots: null }, {}],
];

test.each(CASES)('%s when %j', (reason, facts, expected) => {
  const waiting = whyWaiting({ ...READY, ...facts });
  expect(waiting).toMatchObject({ reason, ...expected });
  expect(mayStart(waiting)).toBe(['queued', 'retry_scheduled', 'requested'].includes(reason));
});

test('every reason has a case', () => {
  expect([...new Set(CASES.map(([reason]) => reason))].sort()).toEqual([...WAIT_REASONS].sort());
});
