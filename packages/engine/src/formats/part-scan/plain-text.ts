import {
  bytesBelow,
  bytesEqual,
  get,
  highBits,
  isBelow,
  number,
  plus,
  sixteenAt,
  sixteenOf,
  V128,
  vectorOr,
  WasmFunction,
  zerosBelow,
} from '../wasm-code.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const FIRST_PRINTED = 0x20;

/** Bytes that JSON writes otherwise. */
export const IS_ESCAPED = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte < FIRST_PRINTED || byte === QUOTE || byte === BACKSLASH ? 1 : 0,
);

/** Whether the bytes from `start` to `end` need no escapes in JSON. */
export type PlainText = (start: number, end: number) => boolean;

export const plainTextOf =
  (bytes: Buffer): PlainText =>
  (start, end) => {
    for (let at = start; at < end; at += 1) if (IS_ESCAPED[bytes[at] as number] === 1) return false;
    return true;
  };

/** The offset of the first byte that JSON writes otherwise, or one behind the stretch. */
function program(): Uint8Array<ArrayBuffer> {
  const code = new WasmFunction(2);
  const [start, end] = [0, 1];
  const [vector, found] = [code.local(V128), code.local()];
  code.block((done) =>
    code.loop((again) => {
      code.set(vector, sixteenAt(get(start)));
      const escaped = [
        bytesBelow(get(vector), sixteenOf(FIRST_PRINTED)),
        bytesEqual(get(vector), sixteenOf(QUOTE)),
        bytesEqual(get(vector), sixteenOf(BACKSLASH)),
      ].reduce((one, other) => vectorOr(one, other));
      code.set(found, highBits(escaped));
      code.when(get(found), () => {
        code.set(start, plus(get(start), zerosBelow(get(found))));
        code.branch(done);
      });
      code.set(start, plus(get(start), number(16)));
      code.branchIf(again, isBelow(get(start), get(end)));
    }),
  );
  return code.module(get(start));
}

let compiled: WebAssembly.Module | null = null;

/** The same for a WebAssembly memory, sixteen bytes at a time: behind every stretch it has to have fifteen more. */
export function plainTextIn(memory: WebAssembly.Memory): PlainText {
  compiled ??= new WebAssembly.Module(program());
  const { exports } = new WebAssembly.Instance(compiled, { env: { memory } });
  const run = exports['run'] as (start: number, end: number) => number;
  return (start, end) => run(start, end) >= end;
}
