import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createVault } from './vault.ts';

const masterKey = randomBytes(32);
const vault = createVault(masterKey);
const owner = { kind: 'key', accountId: 'a', id: 'k', type: 'postgres', version: 1 } as const;
const secrets = { password: 'correct horse battery staple' };

describe('the vault', () => {
  it('gives back what was sealed, and never the same bytes twice', async () => {
    const first = await vault.seal(owner, secrets);
    expect(await vault.open(owner, first)).toEqual(secrets);
    expect((await vault.seal(owner, secrets)).secrets.equals(first.secrets)).toBe(false);
    expect(first.secrets.includes(Buffer.from('horse'))).toBe(false);
  });

  it.each([
    ['another account', { ...owner, accountId: 'b' }],
    ['another key', { ...owner, id: 'l' }],
    ['another kind of owner', { ...owner, kind: 'integration' as const }],
    ['another type', { ...owner, type: 'sftp' }],
    ['another version', { ...owner, version: 2 }],
  ])('does not open for %s', async (_, other) => {
    const sealed = await vault.seal(owner, secrets);
    await expect(vault.open(other, sealed)).rejects.toThrow();
  });

  it('does not open with another master key, or with a byte changed', async () => {
    const sealed = await vault.seal(owner, secrets);
    await expect(createVault(randomBytes(32)).open(owner, sealed)).rejects.toThrow();
    const changed = Buffer.from(sealed.secrets);
    changed[20] = (changed[20] ?? 0) ^ 1;
    await expect(vault.open(owner, { ...sealed, secrets: changed })).rejects.toThrow();
    expect(vault.masterKeyId).toBe(createVault(masterKey).masterKeyId);
  });
});
