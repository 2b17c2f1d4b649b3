import { describe, expect, it } from 'vitest';
import { type HealthFacts, healthMessage } from './health-message.ts';

const EVENT = { code: 'SOURCE_AUTH_FAILED', message: 'ads: the key was rejected.', severity: 'error' };
const well: HealthFacts = {
  artifactStatus: 'active',
  dependencyStatus: 'working',
  idle: false,
  days: ['clean', null, 'clean', 'expected'],
  event: null,
  cause: null,
  pauseReason: null,
};
const failed: HealthFacts = { ...well, days: ['clean', 'failed'], event: EVENT };
const idle: HealthFacts = { ...well, idle: true, days: ['missing'] };

const MISSING: HealthFacts['cause'] = {
  kind: 'missing',
  code: null,
  runId: null,
  since: '2026-11-26',
  day: '2026-11-26',
  subjectKind: 'upload',
  subject: 'daily',
  via: null,
};

it.each([
  ['missing', 'Nov 26 is missing: nothing was uploaded for it.'],
  ['failed', 'Nov 26 is not in order: Failed.'],
] as const)('never calls an upload with a day that is %s without issues', (kind, text) => {
  const facts = { ...well, days: ['clean', kind] as const, cause: { ...MISSING, kind } };
  expect(healthMessage('upload', facts)).toEqual({ kind: 'warning', text });
});

describe.each([
  ['download', 'Download'],
  ['upload', 'Upload'],
] as const)('the message of a %s', (noun, title) => {
  it.each([
    [
      'suspended with no run for 7 days',
      { ...idle, artifactStatus: 'suspended', event: EVENT },
      'error',
      `This ${noun} has not run in over seven days`,
    ],
    ['suspended with an event', { ...failed, artifactStatus: 'suspended' }, 'error', EVENT.message],
    ['suspended without an event', { ...well, artifactStatus: 'suspended' }, 'error', `${title} is suspended`],
    ['suspended through its key', { ...well, dependencyStatus: 'suspended' }, 'error', `${title} is suspended`],
    ['blocked', { ...failed, dependencyStatus: 'blocked' }, 'warning', `${title} is blocked`],
    ['not run in 7 days', { ...idle, event: EVENT }, 'warning', `This ${noun} has not run in over seven days`],
    ['failed', failed, 'error', EVENT.message],
    ['late', { ...failed, days: ['warning'], event: { ...EVENT, severity: 'warn' } }, 'warning', EVENT.message],
    [
      'partly dirty',
      { ...failed, days: ['warning'], event: { ...EVENT, code: 'DOWNLOAD_ROWS_DIRTY', severity: 'warn' } },
      'dirty',
      EVENT.message,
    ],
    ['well', well, 'information', `This ${noun} is running without issues.`],
    ['well again after an error', { ...well, event: EVENT }, 'information', `This ${noun} is running without issues.`],
    ['retried', { ...failed, days: ['retrying'] }, 'error', EVENT.message],
  ] as const)(
    'explains one that is %s',
    { tags: ['spec:home-message-rules', 'spec:home-uploads-same-pattern'] },
    (_when, facts, kind, text) => {
      expect(healthMessage(noun, facts)).toEqual({ kind, text });
    },
  );
});
