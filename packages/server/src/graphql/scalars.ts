import { type GraphQLScalarLiteralParser, Kind, valueFromASTUntyped } from 'graphql';
import { builder } from './builder.ts';
import { badRequest } from './request-error.ts';

const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);
const MAX_DEPTH = 20;

/** Rejects names that would modify an object's prototype, and excessive nesting. */
export function checkJson(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_DEPTH) throw badRequest('The JSON value is nested too deeply.');
  for (const [key, inner] of Object.entries(value)) {
    if (FORBIDDEN_KEYS.has(key)) throw badRequest(`The JSON value has a name that is not allowed: ${key}.`);
    checkJson(inner, depth + 1);
  }
  return value;
}

// An instant as it is written in UTC. PostgreSQL has no year 0, and longer years are a slip.
const COMMON_ERA = /^(?!0000)\d{4}-/;

/** The instant that an ISO 8601 text names; null for another text, and for one before the year 1 or after the year 9999. */
export function instantOf(text: string): Date | null {
  const instant = new Date(text);
  return !Number.isNaN(instant.getTime()) && COMMON_ERA.test(instant.toISOString()) ? instant : null;
}

function readInstant(value: unknown): string {
  const instant = typeof value === 'string' ? instantOf(value) : null;
  if (instant === null) throw badRequest('A DateTime must be an ISO 8601 string such as 2026-11-20T06:00:00Z.');
  return instant.toISOString();
}

const readJsonLiteral: GraphQLScalarLiteralParser<unknown> = (node, variables) =>
  checkJson(valueFromASTUntyped(node, variables));

/** Scalars in addition to those of GraphQL. */
export function defineScalars(): void {
  builder.scalarType('DateTime', {
    description: 'An instant in UTC, in ISO 8601 format with Z.',
    serialize: (value) => value.toISOString(),
    parseValue: readInstant,
    parseLiteral: (node) => readInstant(node.kind === Kind.STRING ? node.value : null),
  });
  builder.scalarType('JSON', {
    description: 'A JSON value.',
    serialize: (value) => value,
    parseValue: (value) => checkJson(value),
    parseLiteral: readJsonLiteral,
  });
}
