import { createReadStream } from 'node:fs';
import { unpackedText } from '@switchboard/engine';

/**
 * Writes the numbers that the lines of a packed file (first argument) have behind a prefix (second argument) as 32-bit integers.
 * A program of its own, so that the memory which it takes is not counted as that of the loads that come after it.
 */
const [path = '', prefix = ''] = process.argv.slice(2);
let pending = '';
for await (const chunk of unpackedText(createReadStream(path)).setEncoding('utf8')) {
  const lines = (pending + String(chunk)).split('\n');
  pending = lines.pop() ?? '';
  const found = lines.flatMap((line) => {
    const number = line.startsWith(prefix) ? Number.parseInt(line.slice(prefix.length, prefix.length + 16), 10) : NaN;
    return Number.isNaN(number) ? [] : [number];
  });
  const bytes = new Uint8Array(Int32Array.from(found).buffer);
  if (!process.stdout.write(bytes)) await new Promise((resolve) => process.stdout.once('drain', resolve));
}
