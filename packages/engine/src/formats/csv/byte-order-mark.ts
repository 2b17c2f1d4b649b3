import { hasMagic } from '../../files/magic-bytes.ts';

type ByteOrderMark = { readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be'; readonly length: number };

/** The byte order mark at the start of a text; null when there is none. */
export function byteOrderMark(head: Buffer): ByteOrderMark | null {
  if (hasMagic(head, 0xef, 0xbb, 0xbf)) return { encoding: 'utf-8', length: 3 };
  if (hasMagic(head, 0xff, 0xfe)) return { encoding: 'utf-16le', length: 2 };
  if (hasMagic(head, 0xfe, 0xff)) return { encoding: 'utf-16be', length: 2 };
  return null;
}
