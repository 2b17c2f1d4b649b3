/** An error reply, such as "WRONGTYPE Operation against a key holding the wrong kind of value". */
export class ErrorReply {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A reply of the protocol RESP2; null for a missing value and for a transaction that was not executed. */
export type Reply = string | number | null | ErrorReply | readonly Reply[];

export type Command = readonly string[];

/** Bytes that are not RESP2. */
export class NotResp extends Error {
  override readonly name = 'NotResp';
}

const LINE_LIMIT = 64 * 1024;
const BULK_LIMIT = 64 * 1024 ** 2;
const DEPTH_LIMIT = 8;

/** Spells commands as the protocol has them: arrays of strings with their lengths in bytes. */
export const encodeCommands = (commands: readonly Command[]): Buffer =>
  Buffer.from(
    commands
      .map(
        (words) => `*${words.length}\r\n${words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`).join('')}`,
      )
      .join(''),
  );

/**
 * Reads replies, or commands, from the chunks of a connection. The function returns those that a chunk completes.
 * Throws NotResp.
 */
export function createReader(): (chunk: Buffer) => readonly Reply[] {
  let rest: Buffer = Buffer.alloc(0);
  const open: { readonly items: Reply[]; readonly length: number }[] = [];
  return (chunk) => {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const complete: Reply[] = [];
    let at = 0;
    for (;;) {
      const part = readPart(bytes, at);
      if (part === null) break;
      at = part.end;
      if ('length' in part) {
        if (open.length === DEPTH_LIMIT) throw new NotResp('arrays are nested too deeply');
        open.push({ items: [], length: part.length });
        continue;
      }
      let value: Reply = part.value;
      for (let top = open.at(-1); ; top = open.at(-1)) {
        if (top === undefined) {
          complete.push(value);
          break;
        }
        top.items.push(value);
        if (top.items.length < top.length) break;
        open.pop();
        value = top.items;
      }
    }
    rest = Buffer.from(bytes.subarray(at));
    return complete;
  };
}

/** A value, or the beginning of an array that is not empty. */
type Part = { readonly value: Reply; readonly end: number } | { readonly length: number; readonly end: number };

/** The part that begins at a position; null when it is not complete. */
function readPart(bytes: Buffer, at: number): Part | null {
  const kind = String.fromCharCode(bytes[at] ?? 0);
  if (at < bytes.length && !'+-:$*'.includes(kind)) throw new NotResp('an unknown kind of value');
  const lineEnd = bytes.indexOf('\r\n', at);
  if (lineEnd < 0) {
    if (bytes.length - at > LINE_LIMIT) throw new NotResp('a line is too long');
    return null;
  }
  const line = bytes.toString('utf8', at + 1, lineEnd);
  const end = lineEnd + 2;
  if (kind === '+') return { value: line, end };
  if (kind === '-') return { value: new ErrorReply(line), end };
  if (!/^-?\d{1,19}$/.test(line)) throw new NotResp('a number is malformed');
  const number = Number(line);
  if (kind === ':') return { value: number, end };
  if (number < 0) return { value: null, end };
  if (kind === '*') return number === 0 ? { value: [], end } : { length: number, end };
  if (number > BULK_LIMIT) throw new NotResp('a string is too long');
  if (bytes.length < end + number + 2) return null;
  return { value: bytes.toString('utf8', end, end + number), end: end + number + 2 };
}
