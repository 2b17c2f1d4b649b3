import { formatBytes } from '@switchboard/model/format';

/** Keys and certificates have a few kB; anything larger is another file. */
const MAX_BYTES = 256 * 1024;

/** The text of a file, or why it cannot be taken. */
export type ReadFile = { readonly text: string } | { readonly problem: string };

/** Reads a small text file that a person dropped or chose. */
export async function readTextFile(file: File): Promise<ReadFile> {
  if (file.size > MAX_BYTES) {
    return {
      problem: `${file.name} has ${formatBytes(file.size)}. Choose a file of at most ${formatBytes(MAX_BYTES)}.`,
    };
  }
  if (file.size === 0) return { problem: `${file.name} is empty. Choose another file.` };
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
    if (!text.includes('\0')) return { text };
  } catch {
    // Not UTF-8, as a certificate in DER form is not.
  }
  return { problem: `${file.name} is not a text file. Export it as text, then choose it again.` };
}
