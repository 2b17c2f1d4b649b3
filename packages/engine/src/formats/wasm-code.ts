/**
 * A small assembler for WebAssembly functions. There is no build step and no compiler at run time, so the few loops that
 * every byte of every file passes through are put together here, instruction by instruction. Expressions are lists of bytes
 * that leave one value on the stack; statements are written through a `WasmFunction`.
 */
export type Expression = readonly number[];

/** A local variable of a function, by its number. */
export type Local = number;

/** A block or loop that can be branched to: behind its end for a block, to its start for a loop. */
export type Label = { readonly depth: number };

export const I32 = 0x7f;
export const V128 = 0x7b;
const NO_RESULT = 0x40;

function unsigned(value: number): readonly number[] {
  const bytes: number[] = [];
  let rest = value;
  do {
    const low = rest & 0x7f;
    rest >>>= 7;
    bytes.push(rest === 0 ? low : low | 0x80);
  } while (rest !== 0);
  return bytes;
}

function signed(value: number): readonly number[] {
  const bytes: number[] = [];
  let rest = value;
  for (;;) {
    const low = rest & 0x7f;
    rest >>= 7;
    const isLast = (rest === 0 && (low & 0x40) === 0) || (rest === -1 && (low & 0x40) !== 0);
    bytes.push(isLast ? low : low | 0x80);
    if (isLast) return bytes;
  }
}

type Operation = (one: Expression, other: Expression) => Expression;
const operation =
  (...code: readonly number[]): Operation =>
  (one, other) => [...one, ...other, ...code];

/** 32-bit numbers. Comparisons give 1 or 0 and are unsigned. */
export const number = (value: number): Expression => [0x41, ...signed(value | 0)];
export const get = (local: Local): Expression => [0x20, ...unsigned(local)];
export const isZero = (one: Expression): Expression => [...one, 0x45];
export const equals = operation(0x46);
export const differs = operation(0x47);
export const isBelow = operation(0x49);
export const isAbove = operation(0x4b);
export const isAtLeast = operation(0x4f);
export const plus = operation(0x6a);
export const minus = operation(0x6b);
export const times = operation(0x6c);
export const bothBits = operation(0x71);
export const eitherBits = operation(0x72);
export const shiftedRight = operation(0x76);
/** How many bits are 0 below the lowest 1; 32 for 0. */
export const zerosBelow = (one: Expression): Expression => [...one, 0x68];
export const bitsInverted = (one: Expression): Expression => [...one, ...number(-1), 0x73];

/** Bytes of the memory, by address and a fixed distance from it. They need not be aligned. */
export const byteAt = (at: Expression, offset = 0): Expression => [...at, 0x2d, 0, ...unsigned(offset)];
export const pairAt = (at: Expression, offset = 0): Expression => [...at, 0x2f, 0, ...unsigned(offset)];
export const fourAt = (at: Expression, offset = 0): Expression => [...at, 0x28, 0, ...unsigned(offset)];
export const sixteenAt = (at: Expression): Expression => [...at, 0xfd, 0x00, 0, 0];

/** Vectors of sixteen bytes. Comparisons are unsigned and set all bits of the bytes for which they hold. */
export const sixteenOf = (byte: number): Expression => [0xfd, 0x0c, ...Array.from({ length: 16 }, () => byte)];

export const bytesEqual = operation(0xfd, 0x23);
export const bytesBelow = operation(0xfd, 0x26);
export const vectorAnd = operation(0xfd, 0x4e);
export const vectorOr = operation(0xfd, 0x50);
export const bytesMinus = operation(0xfd, 0x71);
/** The highest bit of each byte, as the lowest sixteen bits of a number. */
export const highBits = (one: Expression): Expression => [...one, 0xfd, 0x64];

/** The body of a function of 32-bit numbers that gives one. */
export class WasmFunction {
  private readonly parameters: number;
  private readonly locals: number[] = [];
  private readonly body: number[] = [];
  private depth = 0;

  constructor(parameters: number) {
    this.parameters = parameters;
  }

  local(type: typeof I32 | typeof V128 = I32): Local {
    return this.parameters + this.locals.push(type) - 1;
  }

  set(local: Local, value: Expression): void {
    this.add(value, [0x21], unsigned(local));
  }

  /** Writes a number to the memory. */
  store(address: number, value: Expression): void {
    this.add(number(address), value, [0x36, 0, 0]);
  }

  block(write: (end: Label) => void): void {
    this.nested([0x02], write);
  }

  loop(write: (again: Label) => void): void {
    this.nested([0x03], write);
  }

  when(condition: Expression, write: () => void): void {
    this.add(condition);
    this.nested([0x04], write);
  }

  branch(label: Label): void {
    this.add([0x0c], unsigned(this.depth - label.depth));
  }

  branchIf(label: Label, condition: Expression): void {
    this.add(condition, [0x0d], unsigned(this.depth - label.depth));
  }

  /** The binary of a module that has this function, which ends with `result`, as `run`, and takes its memory as `env.memory`. */
  module(result: Expression): Uint8Array<ArrayBuffer> {
    const text = (value: string): readonly number[] => [...unsigned(value.length), ...Buffer.from(value)];
    const section = (id: number, content: readonly number[]): readonly number[] => [
      id,
      ...unsigned(content.length),
      ...content,
    ];
    const locals = [...unsigned(this.locals.length), ...this.locals.flatMap((type) => [1, type])];
    const code = [...locals, ...this.body, ...result, 0x0b];
    const parameters = Array.from({ length: this.parameters }, () => I32);
    return Uint8Array.from([
      ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
      ...section(1, [1, 0x60, ...unsigned(parameters.length), ...parameters, 1, I32]),
      ...section(2, [1, ...text('env'), ...text('memory'), 0x02, 0x00, 1]),
      ...section(3, [1, 0]),
      ...section(7, [1, ...text('run'), 0x00, 0]),
      ...section(10, [1, ...unsigned(code.length), ...code]),
    ]);
  }

  private nested(opening: readonly number[], write: (label: Label) => void): void {
    this.add(opening, [NO_RESULT]);
    this.depth += 1;
    write({ depth: this.depth });
    this.add([0x0b]);
    this.depth -= 1;
  }

  private add(...pieces: readonly Expression[]): void {
    for (const piece of pieces) this.body.push(...piece);
  }
}
