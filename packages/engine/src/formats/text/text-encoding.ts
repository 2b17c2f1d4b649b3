import { Transform } from 'node:stream';
import type { TextEncoding } from '@switchboard/model/file-formats';
import { byteOrderMark } from '../csv/byte-order-mark.ts';

type Utf16 = 'utf-16le' | 'utf-16be';

const DECLARED_IN_XML = /^<\?xml[^>]{0,200}?\sencoding\s*=\s*["']([A-Za-z0-9._:-]{1,40})["']/;
const PROBE_BYTES = 512;

/** The byte order of UTF-16 text without a mark, by the zeros in every other byte of mostly western text. */
function orderOfZeros(head: Buffer): Utf16 | null {
  const probe = head.subarray(0, Math.min(PROBE_BYTES, head.length & ~1));
  if (probe.length < 4) return null;
  const zeros = [0, 0];
  for (const [index, byte] of probe.entries()) if (byte === 0) zeros[index & 1] = (zeros[index & 1] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const most = (probe.length / 2) * 0.9;
  if (even === 0 && odd >= most) return 'utf-16le';
  return odd === 0 && even >= most ? 'utf-16be' : null;
}

function labelOf(name: string): string | null {
  try {
    return new TextDecoder(name).encoding;
  } catch {
    return null;
  }
}

/**
 * The name that TextDecoder has for a text file's encoding; null when the bytes are UTF-8 already. A mark wins over the
 * declaration, the declaration over what the bytes look like and over what an XML file says of itself.
 */
export function decoderName(declared: TextEncoding | null, head: Buffer): string | null {
  const mark = byteOrderMark(head);
  if (mark) return mark.encoding === 'utf-8' ? null : mark.encoding;
  if (declared === 'utf-16') return orderOfZeros(head) ?? (head[0] === 0 ? 'utf-16be' : 'utf-16le');
  if (declared === 'utf-16le' || declared === 'utf-16be') return declared;
  if (declared !== null) return declared === 'utf-8' ? null : declared === 'latin-1' ? 'windows-1252' : declared;
  const order = orderOfZeros(head);
  if (order) return order;
  const named = DECLARED_IN_XML.exec(head.toString('latin1', 0, PROBE_BYTES))?.[1];
  const label = named === undefined ? null : labelOf(named);
  // Bytes without zeros are not UTF-16, whatever the file says.
  return label === null || label === 'utf-8' || label.startsWith('utf-16') ? null : label;
}

const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
/** Half a surrogate pair encoded as UTF-8, which no valid text holds: its row becomes dirty. */
const BROKEN_CHARACTER = Buffer.from([0xed, 0xa0, 0x80]);

function utf8Of(text: string): Buffer {
  if (text.isWellFormed()) return Buffer.from(text);
  const parts: Buffer[] = [];
  let from = 0;
  for (const { index } of text.matchAll(LONE_SURROGATE)) {
    parts.push(Buffer.from(text.slice(from, index)), BROKEN_CHARACTER);
    from = index + 1;
  }
  return Buffer.concat([...parts, Buffer.from(text.slice(from))]);
}

function utf16Decoder(order: Utf16): Transform {
  let rest = Buffer.alloc(0);
  let pending = '';
  let isFirst = true;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      const even = bytes.length & ~1;
      rest = Buffer.from(bytes.subarray(even));
      const units = order === 'utf-16le' ? bytes.subarray(0, even) : Buffer.from(bytes.subarray(0, even)).swap16();
      let text = pending + units.toString('utf16le');
      if (isFirst && text !== '') {
        isFirst = false;
        if (text.startsWith('\ufeff')) text = text.slice(1);
      }
      // The other half of the last pair may come with the next chunk.
      pending = /[\ud800-\udbff]$/.test(text) ? text.slice(-1) : '';
      done(null, utf8Of(text.slice(0, text.length - pending.length)));
    },
    flush(done) {
      done(null, Buffer.concat([utf8Of(pending), ...(rest.length > 0 ? [BROKEN_CHARACTER] : [])]));
    },
  });
}

/** Turns text into UTF-8, chunk by chunk. Broken UTF-16 becomes invalid UTF-8, so that its row is found dirty. */
export function decoded(encoding: string): Transform {
  if (encoding === 'utf-16le' || encoding === 'utf-16be') return utf16Decoder(encoding);
  const decoder = new TextDecoder(encoding);
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      done(null, Buffer.from(decoder.decode(chunk, { stream: true })));
    },
    flush(done) {
      done(null, Buffer.from(decoder.decode()));
    },
  });
}
