/** The bytes of each character of an encoding with at most two bytes a character. */
function bytesOf(encoding: string): ReadonlyMap<string, readonly number[]> {
  const decoder = new TextDecoder(encoding);
  const found = new Map<string, readonly number[]>();
  const add = (bytes: readonly number[]): void => {
    const text = decoder.decode(Uint8Array.from(bytes));
    if ([...text].length === 1 && text !== '\ufffd' && !found.has(text)) found.set(text, bytes);
  };
  for (let byte = 0; byte < 256; byte += 1) add([byte]);
  for (let lead = 0x81; lead < 0xff; lead += 1) for (let trail = 0x40; trail < 0xff; trail += 1) add([lead, trail]);
  return found;
}

const known = new Map<string, ReadonlyMap<string, readonly number[]>>();

/** Encodes a text, which Node only does for UTF-8, UTF-16 and latin-1. Throws for a character that the encoding lacks. */
export function encodeText(encoding: string, text: string): Buffer {
  const bytes = known.get(encoding) ?? bytesOf(encoding);
  known.set(encoding, bytes);
  return Buffer.from(
    [...text].flatMap((character) => {
      const found = bytes.get(character);
      if (!found) throw new Error(`${encoding} has no ${character}`);
      return found;
    }),
  );
}
