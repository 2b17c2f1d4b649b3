import { Transform } from 'node:stream';

const QUOTE = 0x22;
const NEWLINE = 0x0a;

/** Drops a CSV's first record. Quoted line ends inside it do not end it. */
export function skipHeader(): Transform {
  let inQuotes = false;
  let skipped = false;
  return new Transform({
    transform(chunk: Buffer, _, done) {
      if (skipped) return done(null, chunk);
      for (const [index, byte] of chunk.entries()) {
        if (byte === QUOTE) inQuotes = !inQuotes;
        if (byte !== NEWLINE || inQuotes) continue;
        skipped = true;
        done(null, chunk.subarray(index + 1));
        return;
      }
      done();
    },
  });
}
