import { createHash } from 'node:crypto';
import { badRequest } from './request-error.ts';

/** A position in a sorted list: the row's sort value, as formatted by PostgreSQL, and its id. */
export type Position = { readonly value: string | null; readonly id: string };

export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const VALUE = /^\d{4,6}-\d\d-\d\d(?: \d\d:\d\d:\d\d(?:\.\d{1,6})?[+-]\d\d(?::\d\d){0,2})?$/;
const SUM_LENGTH = 8;
const MAX_CURSOR_LENGTH = 2_000;

/** The type of sort values: dates and instants, or text such as a name. */
export type CursorValue = 'moment' | 'text';

function checksum(order: string, body: string): string {
  return createHash('sha256').update(`${order}\n${body}`).digest('base64url').slice(0, SUM_LENGTH);
}

/**
 * An opaque cursor. `order` identifies the list and its sort order: a cursor is valid for that order only.
 * The checksum detects damaged cursors. Cursors need no protection: a list shows rows of the account only.
 */
export function encodeCursor(order: string, position: Position): string {
  const body = Buffer.from(`${position.id} ${position.value ?? ''}`).toString('base64url');
  return `${body}.${checksum(order, body)}`;
}

/** @throws RequestError BAD_REQUEST when it is not a cursor of this order */
export function decodeCursor(order: string, cursor: string, kind: CursorValue = 'moment'): Position {
  const [body = '', sum = '', ...rest] = cursor.length > MAX_CURSOR_LENGTH ? [] : cursor.split('.');
  if (rest.length > 0 || sum !== checksum(order, body)) throw badCursor();
  const text = Buffer.from(body, 'base64url').toString();
  const space = text.indexOf(' ');
  const id = text.slice(0, space);
  const value = text.slice(space + 1);
  if (!UUID.test(id)) throw badCursor();
  // Text is never null: the empty string is a value. PostgreSQL rejects NUL in text.
  if (kind === 'text' ? value.includes('\u0000') : value !== '' && !VALUE.test(value)) throw badCursor();
  return { id, value: value === '' && kind === 'moment' ? null : value };
}

function badCursor(): Error {
  return badRequest('The cursor does not belong to this list. Start from the first page.');
}
