import { isUtf8 } from 'node:buffer';
import { NATIVE_NUMBER, NATIVE_TIME, NOT_TEXT, nativeFault, plainNative } from '../../values/native-value.ts';
import { numberJson } from '../rows/rows-writer.ts';
import type { AvroRecord, AvroType, Logical } from './avro-schema.ts';

/** Thrown when a block ends in the middle of a value, or a value cannot be. */
export class BrokenAvro extends Error {}

/** A longer record is treated as corrupt. */
const LONGEST_ROW = 16 * 1024 ** 2;
const DEEPEST_VALUE = 64;

/** Reads the values of one block as JSON text. */
export class AvroValues {
  private readonly bytes: Buffer;
  private at = 0;
  private size = 0;
  /** Parts of the row being read: bytes where a text is not valid. */
  private parts: (string | Buffer)[] = [];

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  isAtEnd(): boolean {
    return this.at === this.bytes.length;
  }

  /** The next value as JSON, in bytes when a text in it is not valid UTF-8. */
  value(type: AvroType): string | Buffer {
    this.parts = [];
    this.size = 0;
    this.read(type, 0);
    return this.parts.every((part) => typeof part === 'string')
      ? this.parts.join('')
      : Buffer.concat(this.parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
  }

  private take(length: number): Buffer {
    if (length < 0 || length > this.bytes.length - this.at) throw new BrokenAvro('it ends in the middle of a value');
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }

  /** A whole number of up to 64 bits, in zigzag form. */
  long(): bigint {
    let low = 0;
    let factor = 1;
    for (let index = 0; index < 7; index += 1) {
      const byte = this.take(1)[0] ?? 0;
      low += (byte & 0x7f) * factor;
      if (byte < 0x80) return BigInt(low % 2 === 0 ? low / 2 : -(low + 1) / 2);
      factor *= 128;
    }
    let value = BigInt(low);
    for (let shift = 49n; shift < 70n; shift += 7n) {
      const byte = this.take(1)[0] ?? 0;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt.asIntN(64, (value >> 1n) ^ -(value & 1n));
    }
    throw new BrokenAvro('a number has too many bytes');
  }

  private count(): number {
    const value = Number(this.long());
    if (!Number.isSafeInteger(value)) throw new BrokenAvro('a length is too large');
    return value;
  }

  private put(part: string | Buffer): void {
    this.size += part.length;
    if (this.size > LONGEST_ROW) throw new BrokenAvro('a record is longer than 16 MB');
    this.parts.push(part);
  }

  private text(bytes: Buffer): void {
    if (isUtf8(bytes)) this.put(JSON.stringify(plainNative(bytes.toString('utf8'))));
    // Only rows that need the value are dirty.
    else this.put(JSON.stringify(nativeFault(shownBytes(bytes), NOT_TEXT)));
  }

  private read(type: AvroType, depth: number): void {
    if (depth > DEEPEST_VALUE) throw new BrokenAvro('a value is nested too deep');
    switch (type.kind) {
      case 'union': {
        const branch = type.branches[this.count()];
        if (!branch) throw new BrokenAvro('a union has no such branch');
        this.read(branch, depth + 1);
        break;
      }
      case 'record':
        this.fields(type, depth);
        break;
      case 'array':
      case 'map':
        this.items(type, depth);
        break;
      case 'bytes':
      case 'string':
        this.binary(this.take(this.count()), type.logical);
        break;
      case 'fixed':
        this.binary(this.take(type.size), type.logical);
        break;
      default:
        this.put(this.scalar(type));
    }
  }

  private scalar(type: Exclude<AvroType, { kind: 'union' | 'record' | 'array' | 'map' | 'fixed' }>): string {
    switch (type.kind) {
      case 'boolean':
        return (this.take(1)[0] ?? 0) === 0 ? 'false' : 'true';
      case 'int':
      case 'long':
        return wholeJson(this.long(), type.logical);
      case 'float':
        return floatJson(this.take(4).readFloatLE());
      case 'double':
        return numberJson(String(this.take(8).readDoubleLE()));
      case 'enum': {
        const symbol = type.symbols[this.count()];
        if (symbol === undefined) throw new BrokenAvro('an enum has no such symbol');
        return JSON.stringify(symbol);
      }
      default:
        return 'null';
    }
  }

  /** The fields of the row itself are a list, those of a record in it an object. */
  private fields(type: AvroRecord, depth: number): void {
    const isRow = depth === 0;
    this.put(isRow ? '[' : '{');
    for (const [index, field] of type.fields.entries()) {
      if (index > 0) this.put(',');
      if (!isRow) this.put(`${JSON.stringify(field.name)}:`);
      this.read(field.type, depth + 1);
    }
    this.put(isRow ? ']' : '}');
  }

  private items(type: Extract<AvroType, { kind: 'array' | 'map' }>, depth: number): void {
    this.put(type.kind === 'array' ? '[' : '{');
    let isFirst = true;
    for (;;) {
      let items = this.count();
      if (items === 0) break;
      if (items < 0) {
        items = -items;
        this.count();
      }
      for (; items > 0; items -= 1) {
        if (!isFirst) this.put(',');
        isFirst = false;
        if (type.kind === 'map') {
          this.put(JSON.stringify(this.take(this.count()).toString('utf8')));
          this.put(':');
        }
        this.read(type.element, depth + 1);
      }
    }
    this.put(type.kind === 'array' ? ']' : '}');
  }

  private binary(bytes: Buffer, logical: Logical): void {
    if (logical?.name === 'decimal') this.put(decimalJson(decimalText(bytes, logical.scale)));
    else this.text(bytes);
  }
}

const LONGEST_SHOWN = 100;

/** Bytes as people read them: those beyond ASCII by their numbers. */
const shownBytes = (bytes: Buffer): string =>
  bytes
    .toString('latin1', 0, LONGEST_SHOWN)
    .replace(/[^ -~]/g, (char) => `\\x${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);

const digits = (value: number, length: number): string => String(value).padStart(length, '0');
const native = (text: string): string => JSON.stringify(NATIVE_TIME + text);

/** `10:00:00`, with a fraction if there is one. */
function clockOf(micros: bigint): string {
  const seconds = Number(micros / 1_000_000n);
  const fraction = Number(micros % 1_000_000n);
  const clock = [seconds / 3600, (seconds / 60) % 60, seconds % 60]
    .map((part) => digits(Math.floor(part), 2))
    .join(':');
  return fraction === 0 ? clock : `${clock}.${digits(fraction, 6).replace(/0+$/, '')}`;
}

const DAY = 86_400_000_000n;
/** Days from 1970 of 0001-01-01 and 9999-12-31: what ISO forms can show. */
const FIRST_DAY = -719_162n;
const LAST_DAY = 2_932_896n;

function dayOf(day: bigint): string | null {
  if (day < FIRST_DAY || day > LAST_DAY) return null;
  return new Date(Number(day) * 86_400_000).toISOString().slice(0, 10);
}

function instantJson(micros: bigint): string {
  const inDay = ((micros % DAY) + DAY) % DAY;
  const day = dayOf((micros - inDay) / DAY);
  return day === null ? JSON.stringify(String(micros)) : native(`${day}T${clockOf(inDay)}`);
}

const floorDivide = (value: bigint, by: bigint): bigint => (value - (((value % by) + by) % by)) / by;

/** JSON text of a whole number, or of what it stands for. */
function wholeJson(value: bigint, logical: Logical): string {
  switch (logical?.name) {
    case 'date': {
      const day = dayOf(value);
      return day === null ? String(value) : native(`${day}T`);
    }
    case 'time-millis':
    case 'time-micros': {
      const micros = logical.name === 'time-millis' ? value * 1000n : value;
      return micros >= 0n && micros < DAY ? native(`T${clockOf(micros)}`) : String(value);
    }
    case 'timestamp-millis':
    case 'local-timestamp-millis':
      return instantJson(value * 1000n);
    case 'timestamp-micros':
    case 'local-timestamp-micros':
      return instantJson(value);
    case 'timestamp-nanos':
    case 'local-timestamp-nanos':
      return instantJson(floorDivide(value, 1000n));
    default:
      return String(value);
  }
}

/** JSON text of a single-precision number, with no more digits than it has. */
function floatJson(value: number): string {
  for (let length = 6; length < 9; length += 1) {
    const short = Number(value.toPrecision(length));
    if (Math.fround(short) === value) return numberJson(String(short));
  }
  return numberJson(String(value));
}

const decimalJson = (text: string): string => (text.includes('.') ? JSON.stringify(NATIVE_NUMBER + text) : text);

/** A decimal kept as a whole number in two's complement. */
function decimalText(bytes: Buffer, scale: number): string {
  const unscaled = bytes.length === 0 ? 0n : BigInt.asIntN(bytes.length * 8, BigInt(`0x${bytes.toString('hex')}`));
  const shown = (unscaled < 0n ? -unscaled : unscaled).toString().padStart(scale + 1, '0');
  const whole = scale === 0 ? shown : `${shown.slice(0, -scale)}.${shown.slice(-scale)}`;
  return unscaled < 0n ? `-${whole}` : whole;
}
