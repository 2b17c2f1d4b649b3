import { describe, expect, test } from 'vitest';
import { UsageError } from '../exit.ts';
import { findKey, keyVariable, parseKeys, readKeyFile } from './keys.ts';

test('a variable is named after its key', () => {
  expect(keyVariable('ads-api.eu')).toBe('SWITCHBOARD_KEY_ADS_API_EU');
});

describe('parseKeys', () => {
  test('reads fields beside the type, and infers the type from the fields where it is left out', () => {
    const keys = parseKeys(
      '{"a": {"type": "basic", "user": "u", "port": 5}, "b": {"api_token": "t"}, "c": {"unheard": true}, "d": {"api_key": "t"}}',
      'keys.json',
    );
    expect(keys.get('a')).toEqual({ name: 'a', type: 'basic', properties: { user: 'u', port: 5 } });
    expect(keys.get('b')).toEqual({ name: 'b', type: 'api_token', properties: { api_token: 't' } });
    // Many providers have one API key: none of them is guessed.
    expect(keys.get('d')).toEqual({ name: 'd', type: null, properties: { api_key: 't' } });
    expect(keys.get('c')).toEqual({ name: 'c', type: null, properties: { unheard: true } });
  });

  test.each([
    'not json s3cret',
    '["s3cret"]',
    '{"a": "s3cret"}',
    '{"a": {"type": 7, "x": "s3cret"}}',
    '{"a": {"x": {"y": "s3cret"}}}',
  ])('refuses %s without quoting it', (text) => {
    let thrown: unknown;
    try {
      parseKeys(text, 'keys.json');
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(UsageError);
    expect(String(thrown)).toContain('keys.json');
    expect(String(thrown)).not.toContain('s3cret');
  });
});

test('the key file wins over the environment; what is nowhere is null', () => {
  const file = parseKeys('{"ads": {"api_token": "from the file"}}', 'keys.json');
  const env = { SWITCHBOARD_KEY_ADS: '{"api_token": "from outside"}', SWITCHBOARD_KEY_MAIL: '{"api_token": "m"}' };
  expect(findKey('ads', file, env)?.properties).toEqual({ api_token: 'from the file' });
  expect(findKey('mail', file, env)).toEqual({ name: 'mail', type: 'api_token', properties: { api_token: 'm' } });
  expect(findKey('other', file, env)).toBeNull();
});

test('a key file that is not there is a wrong call', async () => {
  await expect(readKeyFile('nowhere.json')).rejects.toBeInstanceOf(UsageError);
  expect(await readKeyFile(undefined)).toEqual(new Map());
});
