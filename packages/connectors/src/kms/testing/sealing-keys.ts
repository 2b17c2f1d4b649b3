import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const NONCE = 12;
const TAG = 16;

export type SealingKeys = ReturnType<typeof createSealingKeys>;

/** The symmetric keys of a key service, by their names. */
export function createSealingKeys(...names: readonly string[]) {
  const keys = new Map(names.map((name) => [name, randomBytes(32)]));
  const disabled = new Set<string>();
  const keyOf = (name: string): Buffer => keys.get(name) ?? Buffer.alloc(32);
  return {
    has: (name: string): boolean => keys.has(name),
    isDisabled: (name: string): boolean => disabled.has(name),
    disable: (name: string): void => void disabled.add(name),
    enable: (name: string): void => void disabled.delete(name),
    seal(name: string, plain: Buffer, bound: string): Buffer {
      const nonce = randomBytes(NONCE);
      const cipher = createCipheriv('aes-256-gcm', keyOf(name), nonce).setAAD(Buffer.from(bound));
      const body = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]);
    },
    /** Null when another key or context sealed it. */
    open(name: string, sealed: Buffer, bound: string): Buffer | null {
      try {
        const decipher = createDecipheriv('aes-256-gcm', keyOf(name), sealed.subarray(0, NONCE), {
          authTagLength: TAG,
        });
        decipher.setAAD(Buffer.from(bound)).setAuthTag(sealed.subarray(NONCE, NONCE + TAG));
        return Buffer.concat([decipher.update(sealed.subarray(NONCE + TAG)), decipher.final()]);
      } catch {
        return null;
      }
    },
  };
}
