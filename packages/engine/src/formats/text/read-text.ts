import { isUtf8 } from 'node:buffer';
import type { Transform } from 'node:stream';
import { FileFault } from '../../files/file-fault.ts';
import type { NamedFile } from '../../files/named-file.ts';
import { byteOrderMark } from '../csv/byte-order-mark.ts';
import { detectFormat } from '../detect-format.ts';
import type { FileOptions } from '../file-options.ts';
import { FORMAT_READERS } from '../registry.ts';
import { type DetectedEncoding, detectEncoding } from './detect-encoding.ts';
import { hasLoneReturn, unifiedLineEnds } from './line-ends.ts';
import { decoded, decoderName } from './text-encoding.ts';
import { textSample } from './text-sample.ts';

/** How a text file becomes UTF-8 with line feeds: no steps when it is so already. */
type TextReading = { readonly steps: readonly Transform[]; readonly detected: DetectedEncoding | null };

const CERTAIN = 100;

/** Encodings whose texts are UTF-8 by their bytes, too. */
const ASCII_BYTES = /^(?:utf-16|iso-2022)/;

/** The encoding that came with a file. Servers name a default of theirs for texts in UTF-8, too, which the bytes show. */
function servedAs({ encoding, charset }: FileOptions, sample: Buffer): string | null {
  if (encoding !== null || charset === null || byteOrderMark(sample) !== null) return null;
  return ASCII_BYTES.test(charset) || !isUtf8(sample) ? charset : null;
}

/** Decides on a sample how a text file is read. Throws FileFault ENCODING_UNKNOWN. */
export async function readText(
  { path, filename }: NamedFile,
  options: FileOptions,
  head: Buffer,
): Promise<TextReading> {
  const sample = await textSample(path, head);
  const known = decoderName(options.encoding, head) ?? servedAs(options, sample);
  const isKnown = options.encoding !== null || known !== null || byteOrderMark(head) !== null;
  const found = isKnown ? null : await detectEncoding(sample);
  if (found === 'unknown') throw new FileFault('ENCODING_UNKNOWN', { file: filename });
  const decoder = known ?? found?.encoding ?? null;
  const detected = options.encoding === null && known !== null ? { encoding: known, confidence: CERTAIN } : found;
  const steps = decoder === null ? [] : [decoded(decoder)];
  const format = detectFormat(options, filename, head);
  const text = new TextDecoder(decoder?.startsWith('utf-16') ? decoder : 'latin1').decode(sample);
  if (!hasLoneReturn(text)) return { steps, detected };
  if (format === 'jsonl') steps.push(unifiedLineEnds({ quote: null, escape: null, delimiter: null }));
  else if (FORMAT_READERS[format].family === 'delimited') steps.push(unifiedLineEnds(options));
  return { steps, detected };
}
