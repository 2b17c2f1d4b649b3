import { open } from 'node:fs/promises';

/** Bytes of each piece, and how many there are besides the file's beginning. */
const PIECE_BYTES = 32_768;
const PIECES = 4;

/** Bytes between two line feeds, so that no character is cut; all bytes when there are less than two. */
function wholeLines(bytes: Buffer): Buffer {
  const [first, last] = [bytes.indexOf(0x0a), bytes.lastIndexOf(0x0a)];
  return first < last ? bytes.subarray(first + 1, last + 1) : bytes;
}

/** Without a character at the end that may go on behind it: at most three bytes of UTF-8, the first of which is 0xc0 or more. */
function withoutCutCharacter(bytes: Buffer): Buffer {
  for (let back = 1; back <= 3 && back <= bytes.length; back += 1)
    if ((bytes[bytes.length - back] ?? 0) >= 0xc0) return bytes.subarray(0, bytes.length - back);
  return bytes;
}

/** The head of a text file and, of a longer one, pieces from all over it, each of whole lines where it has any. */
export async function textSample(path: string, head: Buffer): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    if (size <= head.length) return head;
    const pieces = [withoutCutCharacter(head)];
    for (let piece = 1; piece <= PIECES; piece += 1) {
      const start = head.length + Math.floor(((size - head.length - PIECE_BYTES) * piece) / PIECES);
      if (start < head.length) break;
      const { buffer, bytesRead } = await file.read(Buffer.allocUnsafeSlow(PIECE_BYTES), 0, PIECE_BYTES, start);
      pieces.push(wholeLines(buffer.subarray(0, bytesRead)));
    }
    return Buffer.concat(pieces);
  } finally {
    await file.close();
  }
}
