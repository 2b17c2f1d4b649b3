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
  frozen: null,
  inputs: [],
  accountSlots: { running: 0, limit: 2 },
  keySlots: { running: 0, limit: 1 },
};
const SUSPENDED = { name: 'ads', status: 'suspended', reason: 'its last 3 report dates failed.' };
const PAUSED = { name: 'ads', status: 'paused', reason: null };

const CASES: readonly [string, string, Partial<WaitFacts>, Partial<ReturnType<typeof whyWaiting>>][] = [
  ['queued', 'nothing is in its way', {}, { waitsFor: null, action: null }],
  ['running', 'a worker has it', { state: 'running', leaseUntil: 7 }, { nextCheck: 7 }],
  [
    'account_deactivated',
    'its account is not active',
    { accountActive: false },
    { action: 'Activate the account again.' },
  ],
  [
    'source_suspended',
    'its download is suspended',
    { declaration: SUSPENDED },
    { blockedBy: { kind: 'source', name: 'ads' }, action: 'Unsuspend the download ads.' },
  ],
  [
    'upload_suspended',
    'its upload is suspended',
    { kind: 'upload', declaration: SUSPENDED },
    { blockedBy: { kind: 'upload', name: 'ads' }, action: 'Unsuspend the upload ads.' },
  ],
  [
    'source_paused',
    'its download is paused',
    { declaration: PAUSED },
    { blockedBy: { kind: 'source', name: 'ads' }, action: 'Resume the download ads.' },
  ],
  [
    'upload_paused',
    'its upload is paused',
    { kind: 'upload', declaration: PAUSED },
    { blockedBy: { kind: 'upload', name: 'ads' }, action: 'Resume the upload ads.' },
  ],
  ['queued', 'people launched it of a paused download', { declaration: PAUSED, purpose: 'backfill' }, {}],
  [
    'key_paused',
    'its key is paused',
    { key: { name: 'api', status: 'paused' } },
    { blockedBy: { kind: 'key', name: 'api' }, action: 'Resume the key api.' },
  ],
  [
    'frozen',
    'its report date is frozen',
    { kind: 'upload', frozen: { id: 'f1', dates: 'November 2026' } },
    {
      waitsFor: 'November 2026',
      blockedBy: { kind: 'freeze', name: 'f1' },
      action: 'Deliver it anyway, or unfreeze the dates.',
    },
  ],
  [
    'processing',
    'its flow has not ended, of a frozen report date',
    {
      kind: 'upload',
      state: 'held',
      frozen: { id: 'f1', dates: 'November 2026' },
      inputs: [{ name: 'processing', status: 'PROCESSING' }],
    },
    {},
  ],
  ['queued', 'people launched it of a suspended download', { declaration: SUSPENDED, purpose: 'backfill' }, {}],
  [
    'key_suspended',
    'its key is suspended',
    { key: { name: 'api', status: 'suspended' } },
    { waitsFor: 'api', blockedBy: { kind: 'key', name: 'api' } },
  ],
  ['queued', 'a test run has a suspended key', { key: { name: 'api', status: 'suspended' }, purpose: 'proof' }, {}],
  [
    'key_missing',
    'there is no such key',
    { key: { name: 'api', status: null } },
    { action: 'The key api is archived. Publish the script with another key.' },
  ],
  [
    'source_suspended',
    'its key is suspended too',
    { declaration: SUSPENDED, key: { name: 'api', status: 'suspended' } },
    {},
  ],
  [
    'checking_files',
    'no file has come',
    { state: 'held', files: { nextProbe: 9 } },
    { nextCheck: 9, action: null, blockedBy: { kind: 'files', name: 'ads' } },
  ],
  [
    'source_suspended',
    'no file has come to a suspended one',
    { state: 'held', files: { nextProbe: 9 }, declaration: SUSPENDED },
    {},
  ],
  ['requested', 'the provider makes the report', { state: 'waiting', requested: true, nextTry: 9 }, { nextCheck: 9 }],
  [
    'retry_scheduled',
    'it is to be tried again',
    { state: 'waiting', nextTry: 9, retryCount: 2 },
    { nextCheck: 9, waitsFor: 'retry 2 of 4' },
  ],
  [
    'inputs_missing',
    'a download is under way',
    { kind: 'flow', state: 'held', inputs: [{ name: 'ads', status: 'downloading' }] },
    { waitsFor: 'ads (downloading)', action: null },
  ],
  [
    'inputs_missing',
    'a download failed',
    { kind: 'flow', state: 'held', inputs: [{ name: 'ads', status: 'failed' }] },
    { action: 'Retry or abandon ads.' },
  ],
  [
    'processing',
    'its flow is under way',
    { kind: 'upload', state: 'held', inputs: [{ name: 'processing', status: 'PROCESSING' }] },
    { waitsFor: 'processing' },
  ],
  [
    'processing',
    'the downloads of its flow are under way',
    { kind: 'upload', state: 'held', inputs: [{ name: 'processing', status: 'SOURCING' }] },
    { waitsFor: 'its downloads' },
  ],
  [
    'key_limit',
    'its key has its share',
    { keySlots: { running: 1, limit: 1 } },
    {
      waitsFor: 'a free slot for key api',
      blockedBy: { kind: 'key_slot', name: 'api' },
      slots: { running: 1, limit: 1 },
    },
  ],
  [
    'account_limit',
    'its account has its share',
    { accountSlots: { running: 2, limit: 2 } },
    {
      waitsFor: 'a free slot of the account',
      blockedBy: { kind: 'account_slot', name: null },
      slots: { running: 2, limit: 2 },
    },
  ],
  ['queued', 'it needs no key', { key: null, keySlots: null }, {}],
];

test.each(CASES)('the reason to wait is %s: %s', { tags: 'proof:wait-reasons' }, (reason, _when, facts, expected) => {
  const waiting = whyWaiting({ ...READY, ...facts });
  expect(waiting).toMatchObject({ reason, ...expected });
  expect(mayStart(waiting)).toBe(['queued', 'retry_scheduled', 'requested'].includes(reason));
});

test('every reason has a case', () => {
  expect([...new Set(CASES.map(([reason]) => reason))].sort()).toEqual([...WAIT_REASONS].sort());
});
