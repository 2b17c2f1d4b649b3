import { describe, expect, it } from 'vitest';
import { ERRORS, type ErrorCode, errorText, PipelineError } from './errors.ts';

describe('the error catalogue', () => {
  it.each(Object.keys(ERRORS) as ErrorCode[])('%s says in one line what was wrong', (code) => {
    expect(ERRORS[code].text).not.toMatch(/[\n\r]|undefined/);
    expect(ERRORS[code].text.length).toBeGreaterThan(3);
  });

  it('promises a retry exactly where there is one', () => {
    for (const [code, entry] of Object.entries(ERRORS)) {
      if (/Will retry/.test(entry.text)) expect(['transient', 'internal'], code).toContain(entry.class);
    }
  });

  it('fills parameters in and leaves unknown ones visible', () => {
    expect(errorText('GZIP_INCOMPLETE', { file: 'a.gz', code: 'Z_BUF_ERROR' })).toBe(
      'Source file a.gz is not a complete gzip file (Z_BUF_ERROR). Will retry.',
    );
    expect(errorText('COLUMN_NOT_FOUND', { column: 'x' })).toContain('{file}');
  });

  it('carries class and severity from the catalogue', () => {
    const error = new PipelineError('SOURCE_AUTH_FAILED', { name: 'ads', host: 'h', key: 'k', status: 401 });
    expect(error).toMatchObject({ code: 'SOURCE_AUTH_FAILED', class: 'authentication', severity: 'error' });
  });

  it('advises to unsuspend a key only where the failure suspends it', () => {
    const parameters = { name: 'ads', host: 'h', key: 'k', status: 401, got: 'a', expected: 'b' };
    const rejected = new PipelineError('SOURCE_AUTH_FAILED', parameters);
    expect(rejected.message).toBe('ads: h rejected the key k (401). Reconnect or edit the key, then unsuspend it.');
    expect(rejected.unsuspendedMessage).toBe('ads: h rejected the key k (401). Reconnect or edit the key.');
    expect(rejected.unsavedMessage).toBe('ads: h rejected the key k (401).');
    const changed = new PipelineError('HOST_KEY_CHANGED', parameters);
    expect(changed.message).toMatch(/then edit the key k and unsuspend it\.$/);
    expect(changed.unsavedMessage).toMatch(/then edit the key k\.$/);
  });

  it('promises no retry in a final message', () => {
    const full = new PipelineError('STORAGE_FULL');
    expect(full.message).toBe('Storage is full on the processing host. Will retry when space is available.');
    expect(full.finalMessage).toBe('Storage is full on the processing host.');
  });
});
