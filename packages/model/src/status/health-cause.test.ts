import { describe, expect, it } from 'vitest';
import { type CauseFacts, healthCause } from './health-cause.ts';

const DATES = ['2026-11-24', '2026-11-25', '2026-11-26', '2026-11-27'];
const well: CauseFacts = {
  kind: 'download',
  name: 'ads',
  suspended: [],
  days: ['clean', 'clean', 'clean', 'expected'],
  dates: DATES,
  event: null,
  inputs: [],
};
const own = { subjectKind: 'download', subject: 'ads', via: null };
const REJECTED = { code: 'SOURCE_AUTH_FAILED', severity: 'error', report_date: '2026-11-26', run_id: 'run' };

describe('the cause of a health', () => {
  it('a health has no cause when every day is in order', () => {
    expect(healthCause(well)).toBeNull();
    expect(healthCause({ ...well, event: REJECTED })).toBeNull();
  });

  it('names the error of the failed day, and the first day since which none was in order', () => {
    const days = ['clean', 'missing', 'failed', 'expected'] as const;
    expect(healthCause({ ...well, days, event: REJECTED })).toEqual({
      kind: 'failed',
      code: 'SOURCE_AUTH_FAILED',
      runId: 'run',
      since: '2026-11-25',
      day: '2026-11-26',
      ...own,
    });
  });

  it('chooses the day that the event is about among equally serious ones', () => {
    const days = ['clean', 'failed', 'failed', 'expected'] as const;
    const event = { ...REJECTED, report_date: '2026-11-25' };
    expect(healthCause({ ...well, days, event })).toMatchObject({ day: '2026-11-25', code: 'SOURCE_AUTH_FAILED' });
  });

  it.each([
    ['another day', { ...REJECTED, report_date: '2026-11-24' }],
    ['another severity', { ...REJECTED, severity: 'warn' }],
  ])('does not explain a failed day by an event of %s', (_what, event) => {
    const days = ['warning', 'clean', 'failed', 'clean'] as const;
    expect(healthCause({ ...well, days, event })).toMatchObject({ kind: 'failed', code: null, runId: null });
  });

  it('passes over days on which nothing is due', () => {
    const days = ['missing', null, 'missing', 'expected'] as const;
    expect(healthCause({ ...well, days })).toMatchObject({ kind: 'missing', since: '2026-11-24', day: '2026-11-26' });
  });

  it('names a suspended key two hops away, also before a day is missing', () => {
    const suspended = [{ subjectKind: 'key', subject: 'partner', via: 'ads' }] as const;
    expect(healthCause({ ...well, kind: 'upload', name: 'daily', suspended })).toEqual({
      kind: 'key',
      code: null,
      runId: null,
      since: null,
      day: null,
      subjectKind: 'key',
      subject: 'partner',
      via: 'ads',
    });
  });

  it('names the download that is still waited for as the cause of a missing upload', () => {
    const days = ['clean', 'clean', 'missing', 'expected'] as const;
    const inputs = [
      { name: 'sites', cause: null, days: well.days },
      { name: 'spots', cause: null, days: ['clean', 'clean', 'expected', 'expected'] as const },
    ];
    expect(healthCause({ ...well, kind: 'upload', name: 'daily', days, inputs })).toMatchObject({
      kind: 'missing',
      day: '2026-11-26',
      subjectKind: 'download',
      subject: 'spots',
      via: 'spots',
    });
  });

  it('names the failure after which a download was suspended, also for an upload that reads it', () => {
    const suspended = [{ subjectKind: 'download', subject: 'ads', via: null }] as const;
    const days = ['clean', 'failed', 'failed', 'expected'] as const;
    const cause = healthCause({ ...well, days, event: REJECTED, suspended });
    const failure = { kind: 'suspended', code: 'SOURCE_AUTH_FAILED', runId: 'run', subject: 'ads' };
    expect(cause).toMatchObject({ ...failure, since: '2026-11-25', via: null });
    const inputs = [{ name: 'ads', cause, days }];
    const through = [{ ...own, subjectKind: 'download', via: 'ads' }] as const;
    expect(healthCause({ ...well, kind: 'upload', name: 'daily', suspended: through, inputs })).toMatchObject({
      ...failure,
      via: 'ads',
    });
  });

  it.each([
    ['is missing', 'missing', null],
    ['failed by its input', 'failed', { ...REJECTED, code: 'INPUT_FAILED' }],
  ] as const)('gives an upload that %s the cause of that input', (_what, status, event) => {
    const cause = healthCause({ ...well, days: ['clean', 'clean', 'failed', 'expected'], event: REJECTED });
    const days = ['clean', 'clean', status, 'expected'] as const;
    const inputs = [
      { name: 'sites', cause: null, days: well.days },
      { name: 'ads', cause, days: ['clean', 'clean', 'failed', 'expected'] as const },
    ];
    expect(healthCause({ ...well, kind: 'upload', name: 'daily', days, event, inputs })).toEqual({
      ...cause,
      via: 'ads',
    });
  });

  it('gives a missing upload the status of its input on that day, where another day of the input is worse', () => {
    const cause = healthCause({ ...well, days: ['failed', 'clean', 'missing', 'expected'] });
    const input = { name: 'ads', cause, days: ['failed', 'clean', 'missing', 'expected'] as const };
    const days = ['clean', 'clean', 'missing', 'expected'] as const;
    expect(healthCause({ ...well, kind: 'upload', name: 'daily', days, inputs: [input] })).toMatchObject({
      kind: 'missing',
      day: '2026-11-26',
      subject: 'ads',
      via: 'ads',
    });
  });

  it('does not blame an input of which only some rows are dirty', () => {
    const days = ['clean', 'clean', 'missing', 'expected'] as const;
    const input = { name: 'ads', cause: null, days: ['clean', 'clean', 'warning', 'expected'] as const };
    expect(healthCause({ ...well, kind: 'upload', name: 'daily', days, inputs: [input] })).toMatchObject({
      kind: 'missing',
      subject: 'daily',
      via: null,
    });
  });

  it('keeps the own failure of an upload whose input fails, too', () => {
    const days = ['clean', 'clean', 'failed', 'expected'] as const;
    const event = { ...REJECTED, code: 'DESTINATION_AUTH_FAILED' };
    const inputs = [{ name: 'ads', cause: healthCause({ ...well, days, event: REJECTED }), days }];
    expect(healthCause({ ...well, kind: 'upload', name: 'daily', days, event, inputs })).toMatchObject({
      code: 'DESTINATION_AUTH_FAILED',
      subject: 'daily',
      via: null,
    });
  });
});
