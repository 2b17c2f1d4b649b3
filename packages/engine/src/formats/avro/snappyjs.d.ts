/** The part of the library that we use; it comes without types. */
declare module 'snappyjs' {
  /** Unpacks snappy's raw form. Throws when it is broken, or unpacks to more than `maxLength` bytes. */
  export function uncompress(compressed: Buffer, maxLength: number): Buffer;
  export function compress(content: Buffer): Buffer;
}
