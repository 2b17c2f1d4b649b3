import { open } from 'node:fs/promises';
import { unreadable } from '../files/file-fault.ts';
import { type FormatInput, HEADER_BYTES } from './format-reader.ts';

/** Bytes of a file from an offset on, at most `HEADER_BYTES`. Throws FileFault FORMAT_UNREADABLE when the file has shrunk. */
export async function bytesAt({ file, size, signal }: FormatInput, start: number, end = size): Promise<Buffer> {
  signal.throwIfAborted();
  const length = Math.max(0, Math.min(HEADER_BYTES, end - start));
  if (length === 0) return Buffer.alloc(0);
  const handle = await open(file.path);
  try {
    const buffer = Buffer.allocUnsafeSlow(length);
    for (let filled = 0; filled < length; ) {
      const { bytesRead } = await handle.read(buffer, filled, length - filled, start + filled);
      if (bytesRead === 0) throw unreadable(file.filename, 'a file that can be read', 'it shrank while it was read');
      filled += bytesRead;
    }
    return buffer;
  } finally {
    await handle.close();
  }
}

/** Whether a file holds nothing but whitespace. */
export async function isBlankFile(input: FormatInput): Promise<boolean> {
  const { head, size } = input;
  // Content shows itself at once as a rule.
  if (/[!-~]/.test(head.toString('latin1', 0, 64))) return false;
  const isBlank = (bytes: Buffer): boolean => bytes.toString('utf8').trim() === '';
  if (!isBlank(head)) return false;
  for (let at = head.length; at < size; ) {
    const bytes = await bytesAt(input, at);
    if (!isBlank(bytes)) return false;
    at += bytes.length;
  }
  return true;
}
