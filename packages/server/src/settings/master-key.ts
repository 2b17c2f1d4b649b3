/** A key of 32 bytes; or several, of which the first seals and each opens what it sealed. */
export type MasterKey = Buffer | readonly [Buffer, ...Buffer[]];

/** All keys, the sealing one first. */
export const keysOf = (key: MasterKey): readonly [Buffer, ...Buffer[]] => (Buffer.isBuffer(key) ? [key] : key);
