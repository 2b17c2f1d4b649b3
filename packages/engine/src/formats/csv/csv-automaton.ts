import type { Target } from '../../values/column-reader.ts';
import { CARRIAGE_RETURN, LINE_FEED } from '../csv-dialect.ts';
import type { ScanLayout } from '../part-scan/scan-task.ts';
import type { StateBuilder } from './state-builder.ts';
import { buildTyped } from './value-states.ts';

/**
 * A table-driven automaton over the bytes of CSV records. It accepts records whose fields are all in a plain form, so
 * that both readings and the database agree on it, and stops at the first other byte; that record is then validated
 * separately. The table has a row for each state (a place within a field of a column) and a column for each class of
 * bytes.
 */
export type CsvAutomaton = {
  /** The class of each byte, in text known to be valid UTF-8. */
  readonly classes: Uint8Array;
  /** The same, with every byte beyond ASCII as one to stop at. */
  readonly asciiClasses: Uint8Array;
  /** Next state by `(state << bits) + class`. Small numbers, so that the rows in use stay in the processor's first cache. */
  readonly table: Uint16Array;
  readonly bits: number;
  /** The state to stop in. State 0 is the start and end of a record. */
  readonly stop: number;
  /** States below this one are 0, `stop`, and those just behind a line end within quotes. */
  readonly special: number;
  /** The state at each column's start, by position. */
  readonly entries: readonly number[];
  /** The state within a text without quotes, by position; -1 for columns of other types. */
  readonly texts: readonly number[];
};

/** The layout of a file's records, as far as recognising plain ones depends on it. */
export type PlainRecordLayout = Pick<
  Extract<ScanLayout, { kind: 'csv' }>,
  'dialect' | 'crlf' | 'nullValues' | 'fields'
>;

/** The state in which a walk ends. */
const STOP = 1;
/** The maximum number of states in a table of 16-bit states. */
const STATES_LIMIT = 65_535;

/** The automaton of a file's records; null when there are too many columns for it to pay. */
export function csvAutomaton(options: PlainRecordLayout): CsvAutomaton | null {
  const { dialect, crlf, fields } = options;
  const width = fields.length;
  const delimiter = dialect.delimiter.charCodeAt(0);
  const quote = dialect.quote?.charCodeAt(0) ?? -1;
  const escapeByte = dialect.escape?.charCodeAt(0) ?? quote;
  const nullValues = options.nullValues.filter(
    (value) => /^[\x20-\x7e]+$/.test(value) && !value.includes(dialect.delimiter) && value.charCodeAt(0) !== quote,
  );
  const byteClasses = classify([
    delimiter,
    quote,
    escapeByte,
    ...nullValues.flatMap((value) => [...Buffer.from(value)]),
    ...formatBytes(fields),
  ]);
  const { count, classOf, other, forbidden } = byteClasses;
  const rows: Uint32Array[] = [];
  const add = (): number => rows.push(new Uint32Array(count).fill(STOP)) - 1;
  const on = (state: number, bytes: string | readonly number[], next: number): void => {
    for (const byte of typeof bytes === 'string' ? Buffer.from(bytes) : bytes)
      (rows[state] as Uint32Array)[classOf(byte)] = next;
  };
  const onAllText = (state: number, next: number): void => {
    (rows[state] as Uint32Array).fill(next);
    (rows[state] as Uint32Array)[forbidden] = STOP;
  };
  add();
  add();
  const behindLineEnd = fields.map(add);
  const entries = fields.map((_, index) => (index === 0 ? 0 : add()));
  const texts = fields.map(() => -1);
  const lineEnd = add();
  on(lineEnd, [LINE_FEED], 0);

  /** Lets the field of a column end in a state. */
  const close = (state: number, index: number): void => {
    if (index < width - 1) on(state, [delimiter], entries[index + 1] ?? STOP);
    else if (crlf) on(state, [CARRIAGE_RETURN], lineEnd);
    else on(state, [LINE_FEED], 0);
  };

  for (const [index, target] of fields.entries()) {
    const entry = entries[index] ?? 0;
    const isText = target === null || target.type.kind === 'string' || target.type.kind === 'unknown';
    const nullable = target?.nullable ?? true;
    if (isText) {
      const open = add();
      texts[index] = open;
      for (const state of [entry, open]) {
        (rows[state] as Uint32Array)[other] = open;
        for (let byte = 0; byte < 128; byte += 1) if (classOf(byte) !== forbidden) on(state, [byte], open);
        on(state, [delimiter, LINE_FEED, CARRIAGE_RETURN, ...(quote < 0 ? [] : [quote, escapeByte])], STOP);
      }
      close(open, index);
      if (quote >= 0) {
        const inside = add();
        const after = add();
        const newLine = behindLineEnd[index] ?? STOP;
        on(entry, [quote], inside);
        for (const state of [inside, newLine]) {
          onAllText(state, inside);
          on(state, [LINE_FEED], newLine);
          if (escapeByte !== quote) {
            const escaped = add();
            onAllText(escaped, inside);
            on(escaped, [LINE_FEED], newLine);
            on(state, [escapeByte], escaped);
          }
          on(state, [quote], after);
        }
        if (escapeByte === quote) on(after, [quote], inside);
        close(after, index);
      }
      if (!nullable) for (const value of options.nullValues) on(entry, [Buffer.from(value)[0] ?? 0], STOP);
    } else {
      const outside = { add, on, accept: (state: number) => close(state, index) };
      buildTyped(target, entry, outside, dialect.delimiter);
      if (quote >= 0) {
        const inside = add();
        const after = add();
        buildTyped(target, inside, { add, on, accept: (state) => on(state, [quote], after) }, null);
        if ((rows[inside] as Uint32Array).some((next) => next !== STOP)) on(entry, [quote], inside);
        close(after, index);
      }
      if (nullable) addNulls(nullValues, entry, outside, (state, byte) => rows[state]?.[classOf(byte)] ?? STOP, STOP);
      else for (const value of options.nullValues) on(entry, [Buffer.from(value)[0] ?? 0], STOP);
    }
    // In a file of one column an empty field would be a blank line, which is skipped.
    if (nullable && width > 1) close(entry, index);
    if (rows.length > STATES_LIMIT) return null;
  }
  return { ...packed(rows, byteClasses), special: 2 + width, entries, texts };
}

type ByteClasses = ReturnType<typeof classify>;

const DISTINCT_BYTES = '0123456789-+.: TZtruefalsTRUEFALS\n\r';

/** One class for each byte that any state distinguishes, one for all others, one for control characters, which text cannot contain. */
function classify(more: readonly number[]) {
  const classes = new Uint8Array(256);
  const other = 0;
  const forbidden = 1;
  let count = 2;
  for (const byte of [...Buffer.from(DISTINCT_BYTES), ...more])
    if (byte >= 0 && classes[byte] === 0) classes[byte] = count++;
  classes[0] = forbidden;
  classes[1] = forbidden;
  return { count, classes, classOf: (byte: number): number => classes[byte] ?? other, other, forbidden };
}

function formatBytes(fields: readonly (Target | null)[]): readonly number[] {
  return fields.flatMap((field) =>
    [...Buffer.from(`${field?.format ?? ''}${field?.separators?.decimal ?? ''}`)].filter((byte) => byte < 128),
  );
}

/** Lays the states' rows out as one table. */
function packed(
  rows: readonly Uint32Array[],
  byteClasses: ByteClasses,
): Pick<CsvAutomaton, 'classes' | 'asciiClasses' | 'table' | 'bits' | 'stop'> {
  const { count, classes, forbidden } = byteClasses;
  const bits = Math.ceil(Math.log2(count));
  const table = new Uint16Array(rows.length << bits);
  for (const [state, row] of rows.entries()) table.set(row, state << bits);
  const asciiClasses = classes.slice();
  asciiClasses.fill(forbidden, 128);
  return { classes, asciiClasses, table, bits, stop: STOP };
}

/** Declared null texts, where no plain value begins like them. */
function addNulls(
  values: readonly string[],
  entry: number,
  builder: StateBuilder,
  nextOf: (state: number, byte: number) => number,
  stop: number,
): void {
  const free = values.filter((value) => nextOf(entry, value.charCodeAt(0)) === stop);
  for (const value of free) {
    let state = entry;
    for (const byte of Buffer.from(value)) {
      const known = nextOf(state, byte);
      const next = known === stop ? builder.add() : known;
      builder.on(state, [byte], next);
      state = next;
    }
    builder.accept(state);
  }
}
