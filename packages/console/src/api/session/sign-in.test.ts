import { ErrorResponse } from 'oidc-client-ts';
import { expect, it } from 'vitest';
import { isOwnPath, needsPerson } from './sign-in.ts';

it('accepts only paths of this console to return to', () => {
  expect(isOwnPath('/app/acme/downloads/list?search=x')).toBe(true);
  for (const path of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '/callback?code=1',
    '/logout',
    null,
  ]) {
    expect(isOwnPath(path)).toBe(false);
  }
});

it('distinguishes a required sign-in from an unreachable provider', { tags: 'spec:session-sign-in-required' }, () => {
  expect(needsPerson(new ErrorResponse({ error: 'login_required' }))).toBe(true);
  expect(needsPerson(new ErrorResponse({ error: 'server_error' }))).toBe(false);
  expect(needsPerson(new Error('login_required'))).toBe(false);
});
