/** Whether a file's head begins with these bytes. */
export const hasMagic = (head: Buffer, ...magic: readonly number[]): boolean =>
  magic.every((byte, index) => head[index] === byte);
