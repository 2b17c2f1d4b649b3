/** Types of packets and tokens of the documented protocol (MS-TDS). */
export const PACKET = { batch: 0x01, answer: 0x04, attention: 0x06, bulk: 0x07, login: 0x10, prelogin: 0x12 } as const;

const HEADER = 8;
/** The size of packets that both sides take unless they agree on another one. */
const PACKET_BYTES = 4096;
const NVARCHAR = 0xe7;
/** The declared length of a text without a limit, which is sent in pieces. */
const MAX = 0xffff;
export const NULL_PIECES = 0xffff_ffff_ffff_ffffn;
const UNKNOWN_PIECES = 0xffff_ffff_ffff_fffen;

/** Collects packets from chunks. `isLast`: the message ends with it. */
export function packetReader(onPacket: (type: number, data: Buffer, isLast: boolean) => void): (bytes: Buffer) => void {
  let pending: Buffer = Buffer.alloc(0);
  return (bytes) => {
    pending = pending.length === 0 ? bytes : Buffer.concat([pending, bytes]);
    while (pending.length >= HEADER && pending.length >= pending.readUInt16BE(2)) {
      const length = pending.readUInt16BE(2);
      const [type, data, status] = [pending[0] ?? 0, pending.subarray(HEADER, length), pending[1] ?? 0];
      pending = pending.subarray(length);
      onPacket(type, data, (status & 1) === 1);
    }
  };
}

/** Bytes of a message, in packets. `isLast`: the message ends with them. */
export function packets(type: number, data: Buffer, isLast = true): Buffer {
  const room = PACKET_BYTES - HEADER;
  const count = Math.max(1, Math.ceil(data.length / room));
  const parts = Array.from({ length: count }, (_, index) => {
    const part = data.subarray(index * room, (index + 1) * room);
    const header = Buffer.from([type, isLast && index === count - 1 ? 1 : 0, 0, 0, 0, 0, 1, 0]);
    header.writeUInt16BE(part.length + HEADER, 2);
    return Buffer.concat([header, part]);
  });
  return Buffer.concat(parts);
}

export const wide = (text: string): Buffer => Buffer.from(text, 'utf16le');

function token(type: number, content: Buffer): Buffer {
  const head = Buffer.from([type, 0, 0]);
  head.writeUInt16LE(content.length, 1);
  return Buffer.concat([head, content]);
}

export const loginAck = (): Buffer =>
  token(0xad, Buffer.concat([Buffer.from([1, 0x74, 0, 0, 4, 8]), wide('stand-in'), Buffer.from([16, 0, 0, 0])]));

/** The end of an answer, with the number of rows that a statement changed. */
export function done(count: number | null = null): Buffer {
  const bytes = Buffer.alloc(13);
  bytes.writeUInt8(0xfd, 0);
  if (count === null) return bytes;
  bytes.writeUInt16LE(0x10, 1);
  bytes.writeBigUInt64LE(BigInt(count), 5);
  return bytes;
}

export function failure(number: number, message: string): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32LE(number, 0);
  head.writeUInt8(1, 4);
  head.writeUInt8(14, 5);
  head.writeUInt16LE(message.length, 6);
  return token(0xaa, Buffer.concat([head, wide(message), Buffer.from([0, 0, 1, 0, 0, 0])]));
}

/** Columns of texts of any length. */
export function columns(names: readonly string[]): Buffer {
  const head = Buffer.from([0x81, 0, 0]);
  head.writeUInt16LE(names.length, 1);
  const described = names.map((name) => {
    const type = Buffer.alloc(4 + 2 + 1 + 2 + 5);
    type.writeUInt16LE(0x09, 4);
    type.writeUInt8(NVARCHAR, 6);
    type.writeUInt16LE(MAX, 7);
    return Buffer.concat([type, Buffer.from([name.length]), wide(name)]);
  });
  return Buffer.concat([head, ...described]);
}

/** A row of texts. */
export function row(values: readonly (string | null)[]): Buffer {
  const cells = values.map((value) => {
    const head = Buffer.alloc(8);
    head.writeBigUInt64LE(value === null ? NULL_PIECES : UNKNOWN_PIECES, 0);
    if (value === null) return head;
    const text = wide(value);
    const piece = Buffer.alloc(4);
    piece.writeUInt32LE(text.length, 0);
    return Buffer.concat(text.length === 0 ? [head, piece] : [head, piece, text, Buffer.alloc(4)]);
  });
  return Buffer.concat([Buffer.from([0xd1]), ...cells]);
}

/** The statement in a batch, behind the headers that all requests have. */
export const batchText = (data: Buffer): string => data.subarray(data.readUInt32LE(0)).toString('utf16le');

/** Reads the rows of texts of a bulk load from chunks: columns, rows, and the end. */
export function bulkReader(onRow: (values: readonly (string | null)[]) => void): (bytes: Buffer) => void {
  let pending: Buffer = Buffer.alloc(0);
  let names = -1;
  /** The columns, or null when they are not complete. */
  const header = (): number | null => {
    let at = 3;
    const count = pending.readUInt16LE(1);
    for (let column = 0; column < count; column += 1) {
      if (pending.length < at + 15) return null;
      at += 14 + 1 + (pending[at + 14] ?? 0) * 2;
    }
    return pending.length < at ? null : at;
  };
  /** One row and where it ends, or null when it is not complete. */
  const next = (): { readonly values: (string | null)[]; readonly end: number } | null => {
    let at = 1;
    const values: (string | null)[] = [];
    for (let column = 0; column < names; column += 1) {
      if (pending.length < at + 8) return null;
      const isNull = pending.readBigUInt64LE(at) === NULL_PIECES;
      at += 8;
      let text = '';
      for (let length = isNull ? 0 : -1; length !== 0; ) {
        if (pending.length < at + 4) return null;
        length = pending.readUInt32LE(at);
        if (pending.length < at + 4 + length) return null;
        text += pending.toString('utf16le', at + 4, at + 4 + length);
        at += 4 + length;
      }
      values.push(isNull ? null : text);
    }
    return { values, end: at };
  };
  return (bytes) => {
    pending = pending.length === 0 ? bytes : Buffer.concat([pending, bytes]);
    if (names === -1) {
      const end = pending.length < 3 ? null : header();
      if (end === null) return;
      names = pending.readUInt16LE(1);
      pending = pending.subarray(end);
    }
    while (pending[0] === 0xd1) {
      const found = next();
      if (found === null) return;
      onRow(found.values);
      pending = pending.subarray(found.end);
    }
  };
}
