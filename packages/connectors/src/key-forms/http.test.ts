import { describe, expect, it } from 'vitest';
import { authenticate, presentKey } from './http.ts';

const URL_ = 'https://api.example/reports?day=1';
const key = (type: string, properties: Readonly<Record<string, string>>) => ({ name: 'k', type, properties });

describe('authenticate', () => {
  it('sends no key where none is given', () => {
    expect(authenticate(URL_, null)).toEqual({ url: URL_, headers: {} });
  });

  it.each([
    [{}, { Authorization: 'Bearer t' }],
    [{ prefix: 'Token' }, { Authorization: 'Token t' }],
    [{ header: 'X-Key' }, { 'X-Key': 't' }],
    [{ header: 'X-Key', prefix: 'key' }, { 'X-Key': 'key t' }],
  ])('carries an api_token with %j', (properties, headers) => {
    expect(authenticate(URL_, key('api_token', { api_token: 't', ...properties }))).toEqual({ url: URL_, headers });
  });

  it('carries a user name and password as HTTP does', () => {
    const headers = { Authorization: 'Basic YW5uOnA=' };
    expect(authenticate(URL_, key('basic', { username: 'ann', password: 'p' }))).toEqual({ url: URL_, headers });
  });

  it('adds a query parameter', () => {
    const how = { scheme: 'query', value: 'api_key', parameter: 'key' } as const;
    expect(presentKey(URL_, key('api_key', { api_key: 'a&b' }), how)).toEqual({
      url: `${URL_}&key=a%26b`,
      headers: {},
    });
  });

  it('refuses a key that is bound to another host, and one of another form', () => {
    const bound = key('api_token', { api_token: 't', host: 'other.example' });
    expect(() => authenticate(URL_, bound)).toThrow(expect.objectContaining({ code: 'HOST_NOT_ALLOWED' }) as Error);
    expect(() => authenticate(URL_, key('sql', {}))).toThrow(
      'Key k cannot be used: keys of type sql cannot be sent in HTTP requests. Edit the key, or use another one.',
    );
  });
});
