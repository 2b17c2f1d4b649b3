import { describe, expect, it } from 'vitest';
import { ERRORS } from './errors/errors.ts';
import { EVENT_TEXTS, eventText } from './event-codes.ts';

describe('event codes', () => {
  it('share no code with the failures', () => {
    expect(Object.keys(EVENT_TEXTS).filter((code) => Object.hasOwn(ERRORS, code))).toEqual([]);
  });

  it('fill their parameters into the sentence and write numbers as people read them', () => {
    expect(
      eventText({
        code: 'DOWNLOAD_ROWS_DIRTY',
        parameters: { name: 'ads', dirty: 12, rows: 12_345, encodings: '', leftOut: '' },
      }),
    ).toBe('ads: 12 of 12,345 rows are dirty.');
  });

  it('agree with a count', () => {
    const text = (count: number): string =>
      eventText({ code: 'FILES_REMOVED', parameters: { name: 'ads', files: 'a.csv', count } });
    expect(text(1)).toContain('a.csv of the version before is no longer there');
    expect(text(2)).toContain('a.csv of the version before are no longer there');
  });

  it('leave out an optional part whose count is 0', () => {
    const text = (runs: number): string =>
      eventText({ code: 'DECLARATION_UNSUSPENDED', parameters: { name: 'ads', person: 'Ada', runs } });
    expect(text(0)).toBe('ads was unsuspended by Ada.');
    expect(text(1)).toBe('ads was unsuspended by Ada. 1 failed run is tried again.');
    expect(text(2)).toBe('ads was unsuspended by Ada. 2 failed runs are tried again.');
  });

  it('do not read a value as a template', () => {
    expect(eventText({ code: 'ABANDONED', parameters: { person: '[{person}]' } })).toBe('Abandoned by [{person}].');
  });
});
