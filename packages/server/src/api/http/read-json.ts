import { badRequest } from '../../graphql/request-error.ts';

/** Values that a body may consist of: ten thousand files with all that belongs to them have a fifth of these. */
const VALUE_LIMIT = 250_000;

/**
 * Parses the JSON of a request.
 * @throws RequestError BAD_REQUEST for other texts, names that change prototypes, and more values than the program should hold
 */
export function readJson(text: string): unknown {
  const parsed = parse(text);
  if (parsed === null) throw badRequest('The body must be valid JSON.');
  let left = VALUE_LIMIT;
  const open = [parsed.value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    const members: readonly unknown[] = Array.isArray(next) ? next : Object.values(next);
    left -= members.length;
    if (left < 0) throw badRequest(`The body must have at most ${VALUE_LIMIT} values.`);
    if (!Array.isArray(next)) refusePrototype(next);
    for (const member of members) open.push(member);
  }
  return parsed.value;
}

function parse(text: string): { readonly value: unknown } | null {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
}

function refusePrototype(value: object): void {
  const made: unknown = Object.hasOwn(value, 'constructor') ? value.constructor : null;
  const isPrototype = typeof made === 'object' && made !== null && Object.hasOwn(made, 'prototype');
  if (isPrototype || Object.hasOwn(value, '__proto__'))
    throw badRequest('The body must not have names that change prototypes: __proto__ and constructor.');
}
