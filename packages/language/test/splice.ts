export type Splice = readonly [at: number, length: number, piece: string];

/** A text with a piece written over `length` characters; a place behind the end counts on from the start. */
export function spliced(text: string, [at, length, piece]: Splice): string {
  const start = at % (text.length + 1);
  return text.slice(0, start) + piece + text.slice(start + length);
}
