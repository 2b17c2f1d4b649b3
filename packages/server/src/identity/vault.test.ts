import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createVault } from './vault.ts';

const masterKey = randomBytes(32);
const vault = createVault(masterKey);
const owner = { kind: 'key', accountId: 'a', id: 'k', type: 'postgres', version: 1 } as const;
const secrets = { password: 'correct horse battery staple' };

describe('the vault', () => {
  it('gives back what was sealed, and never the same bytes twice', () => {
    const first = vault.seal(owner, secrets);
    expect(vault.open(owner, first)).toEqual(secrets);
    expect(vault.seal(owner, secrets).secrets.equals(first.secrets)).toBe(false);
    expect(first.secrets.includes(Buffer.from('horse'))).toBe(false);
  });

  it.each([
    ['another account', { ...owner, accountId: 'b' }],
    ['another key', { ...owner, id: 'l' }],
    ['another kind of owner', { ...owner, kind: 'integration' as const }],
    ['another type', { ...owner, type: 'sftp' }],
    ['another version', { ...owner, version: 2 }],
  ])('does not open for %s', (_, other) => {
    const sealed = vault.seal(owner, secrets);
    expect(() => vault.open(other, sealed)).toThrow();
  });

  it('does not open with another master key, or with a byte changed', () => {
    const sealed = vault.seal(owner, secrets);
    expect(() => createVault(randomBytes(32)).open(owner, sealed)).toThrow();
    const changed = Buffer.from(sealed.secrets);
    changed[20] = (changed[20] ?? 0) ^ 1;
    expect(() => vault.open(owner, { ...sealed, secrets: changed })).toThrow();
    expect(vault.masterKeyId).toBe(createVault(masterKey).masterKeyId);
  });
});
