import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { constants, crc32, inflateRawSync, zstdDecompressSync } from 'node:zlib';
import type { ColumnType } from '@switchboard/model/schema';
import { uncompress } from 'snappyjs';
import type { RowsInfo } from '../../conversion/conversion.ts';
import { FileFault, incomplete, overLimit, unreadable } from '../../files/file-fault.ts';
import { systemCode } from '../../files/system-code.ts';
import type { UnpackMeter } from '../../files/unpack-limits.ts';
import { RowsWriter } from '../rows/rows-writer.ts';
import { type AvroRecord, type AvroType, avroSchema } from './avro-schema.ts';
import { AvroValues, BrokenAvro } from './avro-values.ts';

const MAGIC = Buffer.from('Obj\u0001');
const SYNC_BYTES = 16;
const LARGEST_SCHEMA = 4 * 1024 ** 2;
/** Blocks are meant to be read whole; writers make them of a few megabytes at most. */
const LARGEST_BLOCK = 256 * 1024 ** 2;
const BLOCK_LIMIT = '256 MB a block';
const CODECS = ['null', 'deflate', 'snappy', 'zstandard'] as const;
type Codec = (typeof CODECS)[number];

/** Reads an open file front to back. */
class FileInput {
  private readonly file: number;
  private left: number;

  constructor(file: number) {
    this.file = file;
    this.left = fstatSync(file).size;
  }

  isAtEnd(): boolean {
    return this.left === 0;
  }

  bytes(length: number): Buffer {
    if (length > this.left || length < 0) throw new BrokenAvro('unexpected end');
    const space = Buffer.allocUnsafeSlow(length);
    for (let filled = 0; filled < length; ) {
      const read = readSync(this.file, space, filled, length - filled, null);
      if (read === 0) throw new BrokenAvro('unexpected end');
      filled += read;
    }
    this.left -= length;
    return space;
  }

  /** A whole number, as Avro writes lengths and counts. */
  long(): number {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = this.bytes(1)[0] ?? 0;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) {
        const number = Number((value >> 1n) ^ -(value & 1n));
        if (Number.isSafeInteger(number)) return number;
        break;
      }
    }
    throw new BrokenAvro('wrong length');
  }
}

type Header = { readonly schema: AvroRecord; readonly codec: Codec; readonly sync: Buffer };

function readHeader(input: FileInput, file: string): Header {
  if (input.isAtEnd() || !input.bytes(4).equals(MAGIC)) throw new BrokenAvro('wrong header');
  const texts = new Map<string, string>();
  for (let count = input.long(); count !== 0; count = input.long()) {
    if (count < 0) input.long();
    for (let left = Math.abs(count); left > 0; left -= 1) {
      const name = shortBytes(input).toString('utf8');
      texts.set(name, shortBytes(input).toString('utf8'));
    }
  }
  const sync = input.bytes(SYNC_BYTES);
  const named = texts.get('avro.codec') ?? 'null';
  const codec = CODECS.find((candidate) => candidate === named);
  if (!codec) throw unreadable(file, 'avro', `its codec ${named.slice(0, 40)} is none of ${CODECS.join(', ')}`);
  return { schema: avroSchema(texts.get('avro.schema') ?? '', file), codec, sync };
}

function shortBytes(input: FileInput): Buffer {
  const length = input.long();
  if (length > LARGEST_SCHEMA) throw new BrokenAvro('wrong length');
  return input.bytes(length);
}

/** The length of a Snappy block's content, which the block declares in its first bytes: seven bits a byte, lowest first. */
function snappyLength(packed: Buffer): number {
  const end = packed.subarray(0, 5).findIndex((byte) => byte < 0x80);
  return packed.subarray(0, end + 1).reduceRight((length, byte) => length * 0x80 + (byte & 0x7f), 0);
}

/** A block's content. Throws BrokenAvro when it cannot be unpacked, and FileFault when it is too large. */
function unpackBlock(codec: Codec, packed: Buffer, file: string): Buffer {
  try {
    switch (codec) {
      case 'null':
        return packed;
      case 'deflate':
        return inflateRawSync(packed, { maxOutputLength: LARGEST_BLOCK, finishFlush: constants.Z_FINISH });
      case 'zstandard':
        return zstdDecompressSync(packed, { maxOutputLength: LARGEST_BLOCK });
      case 'snappy': {
        if (snappyLength(packed) > LARGEST_BLOCK) throw overLimit(file, BLOCK_LIMIT);
        const content = uncompress(packed.subarray(0, -4), LARGEST_BLOCK);
        if (packed.length < 4 || crc32(content) !== packed.readUInt32BE(packed.length - 4))
          throw new BrokenAvro('wrong checksum');
        return content;
      }
    }
  } catch (error) {
    if (error instanceof BrokenAvro || error instanceof FileFault) throw error;
    if (systemCode(error) === 'ERR_BUFFER_TOO_LARGE') throw overLimit(file, BLOCK_LIMIT, error);
    throw new BrokenAvro('wrong block', { cause: error });
  }
}

/** The type of an undeclared column that the file declares as a decimal; null for others. Those of more than 38 digits are texts. */
function exactType(type: AvroType): ColumnType | null {
  if (type.kind === 'union') {
    const branches = type.branches.filter(({ kind }) => kind !== 'null');
    return branches.length === 1 && branches[0] !== undefined ? exactType(branches[0]) : null;
  }
  const logical = type.kind === 'bytes' || type.kind === 'fixed' ? type.logical : null;
  if (logical?.name !== 'decimal') return null;
  const { precision, scale } = logical;
  if (precision === null || precision > 38 || scale > precision) return { kind: 'string' };
  return { kind: 'decimal', precision, scale };
}

/** Reads an Avro file's records into rows. Throws FileFault FILE_INCOMPLETE, FORMAT_UNREADABLE or ARCHIVE_LIMIT. */
export function avroRows(
  task: { readonly from: string; readonly to: string; readonly filename: string },
  meter: UnpackMeter,
): RowsInfo {
  const { filename } = task;
  const file = openSync(task.from, 'r');
  const rows = new RowsWriter(task.to, meter);
  try {
    const input = new FileInput(file);
    const { schema, codec, sync } = readHeader(input, filename);
    while (!input.isAtEnd()) {
      const count = input.long();
      const length = input.long();
      if (count < 0 || length > LARGEST_BLOCK) throw new BrokenAvro('wrong block');
      const packed = input.bytes(length);
      if (!input.bytes(SYNC_BYTES).equals(sync)) throw new BrokenAvro('wrong block');
      const values = new AvroValues(unpackBlock(codec, packed, filename));
      for (let left = count; left > 0; left -= 1) rows.row(values.value(schema));
      if (!values.isAtEnd()) throw new BrokenAvro('wrong block');
    }
    return {
      names: schema.fields.map((field) => field.name),
      records: rows.records,
      headerLines: 0,
      types: schema.fields.map((field) => exactType(field.type)),
    };
  } catch (error) {
    throw error instanceof BrokenAvro ? incomplete(filename, 'avro', error.message) : error;
  } finally {
    closeSync(file);
    rows.close();
  }
}
