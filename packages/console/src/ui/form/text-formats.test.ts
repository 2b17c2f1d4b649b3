import { describe, expect, it } from 'vitest';
import { TEXT_FORMATS } from './text-formats.ts';

const FIELD = { name: 'secret', label: 'Secret' };
const { pem, 'service-account': account } = TEXT_FORMATS;
const KEY = '-----BEGIN RSA PRIVATE KEY-----\nMIIB\n-----END RSA PRIVATE KEY-----\n';

describe('a PEM file', () => {
  it('a PEM file is accepted whole', () => {
    expect(pem.problem(KEY, FIELD)).toBeNull();
    expect(pem.facts(KEY)).toEqual([{ label: 'Contents', value: 'RSA private key' }]);
  });

  it('a PEM file is refused without its last line, or with that of another kind', () => {
    expect(pem.problem(KEY.split('-----END')[0] ?? '', FIELD)).toBe(
      'Secret is not a PEM file. Paste it whole, with its BEGIN and END lines.',
    );
    expect(pem.problem(KEY.replace('END RSA', 'END EC'), FIELD)).not.toBeNull();
  });
});

describe('a service account', () => {
  it('shows its client email', () => {
    const text = JSON.stringify({ client_email: 'loader@acme.example', private_key: KEY });
    expect(account.problem(text, FIELD)).toBeNull();
    expect(account.facts(text)).toEqual([{ label: 'Client email', value: 'loader@acme.example' }]);
  });

  it.each([
    ['{', 'The provided JSON is not valid'],
    ['[]', 'The provided JSON is not valid'],
    ['{}', 'Please provide a client email attribute in the JSON'],
    ['{"client_email": 3}', 'Please provide a client email attribute in the JSON'],
  ])('%s is refused', (text, message) => {
    expect(account.problem(text, FIELD)).toBe(message);
    expect(account.facts(text)).toEqual([]);
  });
});
