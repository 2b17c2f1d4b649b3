import { LIMITS } from '@switchboard/model/limits';
import { mayNameError, memberSaysError, saysPartial } from '@switchboard/model/values/error-member';
import type { Absence, RecordSlice } from '../documents/document-reader.ts';
import { quotedError, type Reported, ReportedError } from '../documents/reported-error.ts';

type Level = { readonly isList: boolean; key: string; index: number };

/** A row that is nested too deeply is dirty; a document whose levels would fill the memory is none. */
const MAX_LEVELS = 100_000;
/** The maximum length of a key outside the rows. */
const LONGEST_KEY = LIMITS.recordBytes;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const BRACE_CLOSE = 0x7d;
/** More bytes than this say that something failed. */
const LONGEST_NO_ERROR = 64 * 1024;

/** A member that may say that something failed, read up to `from` in the chunk. */
type ErrorMember = {
  readonly key: string;
  readonly depth: number;
  readonly parts: Buffer[];
  length: number;
  from: number;
};

/** The error that a member reports; null for none. */
function errorIn({ key, parts, length }: ErrorMember): Reported | null {
  const text = Buffer.concat(parts).toString();
  const found = { name: key, text };
  if (length > LONGEST_NO_ERROR) return found;
  try {
    const value: unknown = JSON.parse(text);
    return memberSaysError(key, value) ? { name: key, text: JSON.stringify(value) } : null;
  } catch {
    return found;
  }
}

function addBytes(member: ErrorMember, part: Buffer): void {
  if (member.length <= LONGEST_NO_ERROR) member.parts.push(part);
  member.length += part.length;
  member.from = 0;
}

/** The first byte of null: no other value begins with it. */
const NULL_START = 0x6e;
const isBlank = (byte: number): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/**
 * Cuts a JSON document into its rows without holding it whole: the elements of the list at `path`, or the one value there
 * when it is not a list. Objects that follow one another are read one by one. Throws SyntaxError when the document ends early, has
 * nothing or null at the path unless it may lack records, or is nested too deeply; ReportedError when it says that something failed,
 * in place of rows or beside them unless they may be partial.
 */
export function* splitJson(
  chunks: Iterable<Buffer>,
  path: readonly string[],
  { mayLackRecords, mayBePartial }: Absence,
): Generator<RecordSlice> {
  const levels: Level[] = [];
  let line = 0;
  let inText = false;
  let escaped = false;
  let isKey = false;
  let keyParts: Buffer[] = [];
  let keyLength = 0;
  /** The value being gathered: at which depth it began, its bytes so far. */
  let gathering: { depth: number; parts: Buffer[]; length: number; line: number; isScalar: boolean } | null = null;
  let expectsKey = false;
  let found = false;
  let closed = false;
  let targetIsList = false;
  let isNull = false;
  /** The first error that stands beside the rows, and the first that makes them partial. */
  let beside: Reported | null = null;
  let partial: Reported | null = null;
  let member: ErrorMember | null = null;
  let rows = 0;

  const atPath = (depth: number): boolean =>
    depth === path.length &&
    levels.every((level, index) => (level.isList ? String(level.index) : level.key) === path[index]);
  /** Whether a value that begins now is a row. */
  const isRow = (): boolean => {
    if (targetIsList) return levels.length === path.length + 1;
    return false;
  };

  /** Whether a member begins that may say that something failed beside the rows, or beside what holds them. */
  const isMember = (byte: number): boolean => {
    const depth = levels.length;
    if (depth === 0 || depth > path.length) return false;
    if (expectsKey || byte === 0x3a || byte === COMMA || byte === BRACE_CLOSE) return false;
    const level = levels[depth - 1];
    if (level?.isList !== false || level.key === path[depth - 1] || !mayNameError(level.key)) return false;
    return levels.every(
      (each, index) => index === depth - 1 || (each.isList ? String(each.index) : each.key) === path[index],
    );
  };

  const push = (isList: boolean): void => {
    if (levels.length === MAX_LEVELS) throw new SyntaxError('its values are nested too deep');
    levels.push({ isList, key: '', index: 0 });
  };
  const addKey = (part: Buffer): void => {
    keyLength += part.length;
    if (keyLength > LONGEST_KEY) throw new SyntaxError('one of its keys is longer than 1 MB');
    keyParts.push(part);
  };

  for (const chunk of chunks) {
    let from = 0;
    const finish = (end: number): RecordSlice | null => {
      if (!gathering) return null;
      const slice = { bytes: Buffer.concat([...gathering.parts, chunk.subarray(from, end)]), line: gathering.line };
      rows += 1;
      gathering = null;
      return slice;
    };
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0;
      if (byte === 0x0a) line += 1;
      if (inText) {
        if (escaped) escaped = false;
        else if (byte === BACKSLASH) escaped = true;
        else if (byte === QUOTE) {
          inText = false;
          if (isKey) {
            addKey(chunk.subarray(from, at + 1));
            const key = String(JSON.parse(Buffer.concat(keyParts).toString()));
            const level = levels.at(-1);
            // Keys of deeper levels are not needed.
            if (level && levels.length <= path.length) level.key = key;
            isKey = false;
            keyParts = [];
            keyLength = 0;
          }
        }
        continue;
      }
      if (isBlank(byte)) continue;
      if (closed) {
        // Objects one behind another are documents of one record each.
        if (byte !== 0x7b) throw new SyntaxError('there is more text behind its end');
        closed = false;
        found = false;
      }
      if (member !== null && levels.length === member.depth && (byte === COMMA || byte === BRACE_CLOSE)) {
        addBytes(member, chunk.subarray(member.from, at));
        const error = errorIn(member);
        beside ??= error;
        if (error !== null && saysPartial(error.name)) partial ??= error;
        member = null;
      } else if (member === null && isMember(byte))
        member = { key: levels.at(-1)?.key ?? '', depth: levels.length, parts: [], length: 0, from: at };
      if (gathering === null && byte !== 0x5d && byte !== 0x7d && byte !== 0x2c && byte !== 0x3a && !expectsKey) {
        // A value begins.
        if (isRow()) {
          gathering = { depth: levels.length, parts: [], length: 0, line, isScalar: byte !== 0x5b && byte !== 0x7b };
          from = at;
        } else if (!found && atPath(levels.length)) {
          found = true;
          if (byte === 0x5b) targetIsList = true;
          else if (byte === NULL_START) isNull = true;
          else {
            gathering = { depth: levels.length, parts: [], length: 0, line, isScalar: byte !== 0x7b };
            from = at;
          }
        }
      }
      switch (byte) {
        case QUOTE:
          inText = true;
          if (expectsKey && gathering === null) {
            isKey = true;
            from = at;
          }
          expectsKey = false;
          break;
        case 0x7b: // {
          push(false);
          expectsKey = true;
          break;
        case 0x5b: // [
          push(true);
          expectsKey = false;
          break;
        case 0x7d: // }
        case 0x5d: {
          const level = levels.at(-1);
          if (level?.isList !== (byte === 0x5d)) throw new SyntaxError('brackets do not match');
          if (gathering?.isScalar && gathering.depth === levels.length) {
            const slice = finish(at);
            if (slice) yield slice;
          }
          levels.pop();
          expectsKey = false;
          if (gathering && !gathering.isScalar && gathering.depth === levels.length) {
            const slice = finish(at + 1);
            if (slice) yield slice;
          }
          if (targetIsList && levels.length === path.length) targetIsList = false;
          if (levels.length === 0) closed = true;
          break;
        }
        case 0x2c: {
          // ,
          const level = levels.at(-1);
          if (!level) throw new SyntaxError('there is more than one value');
          if (gathering?.isScalar && gathering.depth === levels.length) {
            const slice = finish(at);
            if (slice) yield slice;
          }
          if (level.isList) level.index += 1;
          else expectsKey = true;
          break;
        }
        default:
      }
    }
    if (member !== null) addBytes(member, chunk.subarray(member.from));
    if (gathering) {
      // Of a value that is longer than a record may be, the beginning is enough.
      if (gathering.length <= LIMITS.recordBytes) gathering.parts.push(chunk.subarray(from));
      gathering.length += chunk.length - from;
    } else if (isKey) addKey(chunk.subarray(from));
  }
  const last = gathering as {
    readonly parts: readonly Buffer[];
    readonly line: number;
    readonly isScalar: boolean;
  } | null;
  if (last?.isScalar && levels.length === 0) yield { bytes: Buffer.concat(last.parts), line: last.line };
  else if (levels.length > 0 || inText) throw new SyntaxError('it ends in the middle');
  if (rows === 0 && beside !== null) {
    const isNothing = !found && !mayLackRecords && path.length > 0;
    const what = isNothing ? `there is nothing at ${path.join('.')} beside its` : 'there are no rows beside its';
    throw new ReportedError(`${what} ${quotedError(beside, beside.name)}`);
  }
  if (partial !== null && !mayBePartial)
    throw new ReportedError(`it has rows beside its ${quotedError(partial, partial.name)}`);
  if (mayLackRecords) return;
  if (isNull) throw new SyntaxError(path.length === 0 ? 'it is null' : `there is null at ${path.join('.')}`);
  if (!found) throw new SyntaxError(path.length === 0 ? 'it is empty' : `there is nothing at ${path.join('.')}`);
}
