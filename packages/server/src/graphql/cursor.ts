import { createHash } from 'node:crypto';
import { badRequest } from './request-error.ts';

/** A place in a sorted list: the row's sort value, as PostgreSQL writes it, and its id. */
export type Position = { readonly value: string | null; readonly id: string };

export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const VALUE = /^\d{4,6}-\d\d-\d\d(?: \d\d:\d\d:\d\d(?:\.\d{1,6})?[+-]\d\d(?::\d\d){0,2})?$/;
const SUM_LENGTH = 8;
const LONGEST_CURSOR = 2_000;

/** What a list is sorted by: dates and instants, or text such as a name. */
export type CursorValue = 'moment' | 'text';

function checksum(order: string, body: string): string {
  return createHash('sha256').update(`${order}\n${body}`).digest('base64url').slice(0, SUM_LENGTH);
}

/**
 * An opaque cursor. `order` names the list and its sorting: a cursor is good for that order only.
 * The checksum tells a damaged cursor from a good one; it protects nothing, since a list shows only the account's own rows.
 */
export function encodeCursor(order: string, position: Position): string {
  const body = Buffer.from(`${position.id} ${position.value ?? ''}`).toString('base64url');
  return `${body}.${checksum(order, body)}`;
}

/** @throws RequestError BAD_REQUEST when it is not a cursor of this order */
export function decodeCursor(order: string, cursor: string, kind: CursorValue = 'moment'): Position {
  const [body = '', sum = '', ...rest] = cursor.length > LONGEST_CURSOR ? [] : cursor.split('.');
  if (rest.length > 0 || sum !== checksum(order, body)) throw badCursor();
  const text = Buffer.from(body, 'base64url').toString();
  const space = text.indexOf(' ');
  const id = text.slice(0, space);
  const value = text.slice(space + 1);
  if (!UUID.test(id)) throw badCursor();
  // Texts are never null: an empty one is a value. PostgreSQL takes no NUL in a text.
  if (kind === 'text' ? value.includes('\u0000') : value !== '' && !VALUE.test(value)) throw badCursor();
  return { id, value: value === '' && kind === 'moment' ? null : value };
}

function badCursor(): Error {
  return badRequest('The cursor does not belong to this list. Start from the first page.');
}
