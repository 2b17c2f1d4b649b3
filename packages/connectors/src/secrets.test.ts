import { describe, expect, it } from 'vitest';
import { maskSecrets, quoted, secretsOf } from './secrets.ts';

const SECRET = 'p@ss "word"/+1';

describe('secrets', () => {
  it.each([
    SECRET,
    Buffer.from(SECRET).toString('base64'),
    Buffer.from(SECRET).toString('base64url'),
    encodeURIComponent(SECRET),
    new URLSearchParams({ p: SECRET }).toString().slice(2),
    JSON.stringify(SECRET),
  ])('masks %s', (form) => {
    const masked = maskSecrets(`before ${form} after`, [SECRET]);
    expect(masked).not.toContain(form.slice(1, -1));
    expect(masked).toMatch(/^before .*•••.* after$/);
  });

  it('masks the pair that HTTP sends, and each line of a certificate', () => {
    const key = { name: 'k', type: 'basic', properties: { username: 'ann', password: SECRET } };
    const pair = Buffer.from(`ann:${SECRET}`).toString('base64');
    expect(maskSecrets(`Basic ${pair}`, secretsOf(key))).toBe('Basic •••');
    const line = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASC';
    expect(maskSecrets(`at ${line}`, [`-----BEGIN KEY-----\n${line}\n-----END KEY-----`])).toBe('at •••');
  });

  it('masks before it cuts, and leaves one line of plain text', () => {
    expect(quoted(`${'x'.repeat(8)}${SECRET}`, [SECRET], 12)).toBe('xxxxxxxx•••');
    expect(quoted('a\r\n\u001b[31mb\u2028c', [], 20)).toBe('a [31mb c');
    expect(quoted('x'.repeat(30), [], 10)).toBe(`${'x'.repeat(9)}…`);
  });

  it('does not blank out everything for a very short one', () => expect(maskSecrets('banana', ['a'])).toBe('banana'));
});
