import { LIMITS } from '@switchboard/model/limits';
import { isErrorName, mayNameError, saysPartial, textSaysError } from '@switchboard/model/values/error-member';
import type { Absence, RecordSlice } from '../documents/document-reader.ts';
import { quotedError, type Reported, ReportedError } from '../documents/reported-error.ts';
import { XmlEntities } from '../documents/xml-entities.ts';
import { localName } from './xml-stream.ts';

const OPENS = 0x3c;
const CLOSES = 0x3e;
const SLASH = 0x2f;
const EQUALS = 0x3d;
const LINE_FEED = 0x0a;
/** A tag, comment or the like that is longer than this is none. */
const LONGEST_TAG = 4 * 1024 ** 2;
const DEEPEST = 256;

const isQuote = (byte: number): boolean => byte === 0x22 || byte === 0x27;

/** Offset behind the tag that begins at `start`; -1 when it does not end here. `>` inside a quoted attribute does not end it. */
function endOfTag(bytes: Buffer, start: number): number {
  let quote = 0;
  for (let at = start; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (quote !== 0) {
      if (byte === quote) quote = 0;
    } else if (isQuote(byte)) quote = byte;
    else if (byte === CLOSES) return at + 1;
  }
  return -1;
}

function endOfText(bytes: Buffer, start: number, end: string): number {
  const at = bytes.indexOf(end, start);
  return at < 0 ? -1 : at + end.length;
}

/** Whether `bytes` may still become `text` from `at` on, with what follows. */
const mayBecome = (bytes: Buffer, at: number, text: string): boolean =>
  text.startsWith(bytes.toString('latin1', at, Math.min(bytes.length, at + text.length)));

/** Whether there is anything but whitespace. */
const hasText = (bytes: Buffer, from: number, to: number): boolean => {
  for (let at = from; at < to; at += 1) if (!/\s/.test(String.fromCharCode(bytes[at] ?? 0))) return true;
  return false;
};

type Markup = { readonly kind: 'open' | 'empty' | 'close' | 'other'; readonly end: number };
const INCOMPLETE: Markup = { kind: 'other', end: -1 };

/** Reads the markup that begins with the `<` at `at`; `end` is -1 when its end has not arrived yet. */
function markupAt(bytes: Buffer, at: number): Markup {
  const next = bytes[at + 1];
  if (next === undefined) return INCOMPLETE;
  if (next === 0x3f) return { kind: 'other', end: endOfText(bytes, at + 2, '?>') };
  if (next === 0x21) {
    if (mayBecome(bytes, at, '<!--')) return { kind: 'other', end: endOfText(bytes, at + 4, '-->') };
    if (mayBecome(bytes, at, '<![CDATA[')) return { kind: 'other', end: endOfText(bytes, at + 9, ']]>') };
    const end = endOfTag(bytes, at);
    const inner = bytes.subarray(at, end < 0 ? bytes.length : end);
    // The document's own entities would stand in brackets here.
    if (inner.includes('[')) throw new XmlEntities('it declares entities');
    return { kind: 'other', end };
  }
  const end = endOfTag(bytes, at);
  if (next === SLASH) return { kind: 'close', end };
  return { kind: end > 0 && bytes[end - 2] === SLASH ? 'empty' : 'open', end };
}

const nameOf = (bytes: Buffer, start: number, end: number): string => {
  const [name = ''] = bytes.toString('utf8', start, Math.min(end, start + 1024)).split(/[\s/>]/, 1);
  return localName(name);
};

/**
 * Cuts an XML document into its rows without holding it whole: the elements at `path` (names of elements, the root's may be
 * left out), or the children of the root. Of a row longer than a record may be, the beginning is given. Throws SyntaxError
 * when the document is not well-formed, ends early, has nothing at `path` unless it may lack records, or rows within rows; XmlEntities when it
 * declares entities; ReportedError when it says that something failed, in place of rows or beside them unless they may be partial.
 */
export function* splitXml(
  chunks: Iterable<Buffer>,
  path: readonly string[],
  { mayLackRecords: mayLack, mayBePartial }: Absence,
): Generator<RecordSlice> {
  const open: string[] = [];
  let bytes: Buffer = Buffer.alloc(0);
  let line = 0;
  /** Where in `bytes` the first line end stands that is not counted yet. */
  let nextFeed = 0;
  let hasRoot = false;
  let foundParent = path.length < 2;
  /** The number of rows, and the first thing beside them where they should be. */
  let rows = 0;
  let beside: string | null = null;
  /** At which depth an error stands beside the rows, and the first two that have a text: of any name, and of one that makes rows partial. */
  let errorDepth = 0;
  let failed: Reported | null = null;
  let partial: Reported | null = null;
  /** Where an element that is named like a row stands at another place. */
  let elsewhere: string | null = null;
  /** At which depth an element that is named like its row stands in it, and where one stands that is a row. */
  let within = 0;
  let nested: string | null = null;
  /** The row being read: its depth, where it begins in `bytes`, what was read of it before, its line. */
  let row: { depth: number; start: number; parts: Buffer[]; length: number; line: number } | null = null;

  /** Whether an element with these ones around it, outermost first, is at the first `length` steps of the path. */
  const isAt = (length: number): boolean => {
    const wanted = path.slice(0, length);
    const fits = (names: readonly string[]): boolean =>
      names.length === length && names.every((name, index) => name === wanted[index]);
    return fits(open) || fits(open.slice(1));
  };
  /** Whether these elements end as the path does. */
  const endsAtPath = (): boolean =>
    path.length > 0 && path.every((name, index) => name === open.at(index - path.length));
  /** Whether the last element stands beside one of the path, or is the root. */
  const isBesideRows = (): boolean => {
    const above = open.length - 1;
    return above < 2 || (above <= path.length && [0, 1].some((root) => isStart(open.slice(root, above))));
  };
  const isStart = (names: readonly string[]): boolean => names.every((name, index) => name === path[index]);
  /** The element at `errorDepth`, or one in it, whose text says that something failed. */
  const failedBy = (text: string): readonly Reported[] =>
    open
      .filter(
        (name, index) =>
          index >= errorDepth - 1 && (isErrorName(name) || index === open.length - 1) && textSaysError(name, text),
      )
      .map((name) => ({ name, text }));
  const shownPath = (depth: number): string => open.slice(0, Math.min(depth, 8)).join('.').slice(0, 200);
  const isRow = (): boolean => (path.length === 0 ? open.length === 2 : isAt(path.length));
  const findFeed = (from: number): void => {
    const at = bytes.indexOf(LINE_FEED, from);
    nextFeed = at < 0 ? bytes.length : at;
  };
  /** Counts the lines that end before `to`. The next line end is cached, because it may be far and is needed at every tag. */
  const countLines = (to: number): void => {
    for (; nextFeed < to; findFeed(nextFeed + 1)) line += 1;
  };
  const checkText = (from: number, to: number): void => {
    if (open.length === 0 && hasText(bytes, from, to))
      throw new SyntaxError(hasRoot ? 'there is more text behind its end' : 'it does not begin with an element');
  };
  /** Keeps of a row what `bytes` has up to `end`, as long as the row may still be one. */
  const gather = (end: number): void => {
    if (row === null) return;
    if (row.length <= LIMITS.recordBytes) row.parts.push(bytes.subarray(row.start, end));
    row.length += end - row.start;
    row.start = 0;
  };

  for (const chunk of chunks) {
    bytes = bytes.length === 0 ? chunk : Buffer.concat([bytes, chunk]);
    findFeed(0);
    let at = 0;
    for (;;) {
      const tag = bytes.indexOf(OPENS, at);
      const textEnd = tag < 0 ? bytes.length : tag;
      checkText(at, textEnd);
      if (
        rows === 0 &&
        beside === null &&
        path.length > 0 &&
        open.length > 0 &&
        isAt(path.length - 1) &&
        hasText(bytes, at, textEnd)
      )
        beside = 'a text';
      if (errorDepth > 0 && (failed === null || partial === null) && hasText(bytes, at, textEnd)) {
        const found = failedBy(bytes.toString('utf8', at, Math.min(textEnd, at + 1024)));
        if (rows === 0) failed ??= found[0] ?? null;
        partial ??= found.find(({ name }) => saysPartial(name)) ?? null;
      }
      countLines(textEnd);
      at = textEnd;
      if (tag < 0) break;
      const { kind, end } = markupAt(bytes, tag);
      if (end < 0) {
        if (bytes.length - tag > LONGEST_TAG) throw new SyntaxError('one of its tags does not end');
        break;
      }
      const tagLine = line;
      countLines(end);
      at = end;
      if (kind === 'open' || kind === 'empty') {
        if (open.length === 0 && hasRoot) throw new SyntaxError('there is more than one root element');
        hasRoot = true;
        const isBeside = row === null && path.length > 0 && open.length > 0 && isAt(path.length - 1);
        const name = nameOf(bytes, tag + 1, end);
        open.push(name);
        if (row !== null && row.depth !== path.length && nested === null) {
          // Named like its row, it is a row if it has an element or attribute of its own.
          if (within > 0) nested = shownPath(within);
          else if (name === open[row.depth - 1]) {
            if (bytes.subarray(tag, end).includes(EQUALS)) nested = shownPath(open.length);
            else if (kind === 'open') within = open.length;
          }
        }
        if (errorDepth === 0 && row === null && isBesideRows() && mayNameError(name)) errorDepth = open.length;
        if (open.length > DEEPEST) throw new SyntaxError('its elements are nested too deep');
        if (row === null && isRow()) {
          row = { depth: open.length, start: tag, parts: [], length: 0, line: tagLine };
          rows += 1;
        } else if (row === null) {
          if (!foundParent && isAt(path.length - 1)) foundParent = true;
          if (isBeside) beside ??= `<${name.slice(0, 60)}>`;
          if (endsAtPath()) elsewhere ??= shownPath(open.length);
        }
      }
      if (kind === 'close' && nameOf(bytes, tag + 2, end) !== open.at(-1))
        throw new SyntaxError(`</${nameOf(bytes, tag + 2, end).slice(0, 60)}> closes nothing`);
      if (kind === 'close' || kind === 'empty') {
        if (row !== null && row.depth === open.length) {
          gather(end);
          yield { bytes: Buffer.concat(row.parts), line: row.line };
          row = null;
        }
        if (open.length === errorDepth) errorDepth = 0;
        if (open.length === within) within = 0;
        open.pop();
      }
    }
    gather(at);
    bytes = bytes.subarray(at);
  }
  if (open.length > 0 || bytes.length > 0) throw new SyntaxError('it ends in the middle');
  if (!hasRoot) throw new SyntaxError('it is empty');
  const at = path.join('.');
  if (elsewhere !== null) {
    const also = rows === 0 ? `there is nothing at ${at}` : `there are rows at ${at} and elsewhere`;
    throw new SyntaxError(`${also}: ${elsewhere} ends like it`);
  }
  if (rows === 0 && failed !== null && path.length > 0) {
    const what = beside === null ? 'there are no rows' : `there is nothing at ${at}, where ${beside} stands,`;
    throw new ReportedError(`${what} beside its ${quotedError(failed, `<${failed.name}>`)}`);
  }
  if (rows > 0 && partial !== null && path.length > 0 && !mayBePartial)
    throw new ReportedError(`it has rows beside its ${quotedError(partial, `<${partial.name}>`)}`);
  if (nested !== null)
    throw new SyntaxError(`there are rows within rows (${nested}): name the path of the outer ones from the root`);
  if (!foundParent && mayLack) return;
  if (!foundParent) throw new SyntaxError(`there is nothing at ${at}`);
  // A report without rows has nothing where they would be.
  if (rows === 0 && beside !== null && !mayLack)
    throw new SyntaxError(`there is nothing at ${at}, where ${beside} stands`);
}
