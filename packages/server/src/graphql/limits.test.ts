import { getOperationAST, parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { brokenLimit, OPERATION_LIMITS } from './limits.ts';
import { graphqlSchema } from './schema.ts';

function check(text: string, variables: Record<string, unknown> = {}, limits = OPERATION_LIMITS): string | null {
  const document = parse(text);
  const operation = getOperationAST(document, null);
  if (!operation) throw new Error('one operation is expected');
  return brokenLimit(graphqlSchema(), document, operation, variables, limits);
}

/** Fragments that each use the next one twice: 2^30 fields in a short text. */
const doubling = (name: string): string => {
  const fragments = Array.from(
    { length: 30 },
    (_, n) => `fragment ${name}${n} on Query { ...${name}${n + 1} ...${name}${n + 1} }`,
  );
  return `{ ...${name}0 } ${fragments.join(' ')} fragment ${name}30 on Query { a: meV2 { id } }`;
};

describe('brokenLimit', () => {
  test.each([
    ['an ordinary list', '{ downloads(first: 50) { nodes { id name parts { id } } pageInfo { endCursor } } }'],
    ['the session', '{ meV2 { id accounts { name } } }'],
    [
      'events with what they concern',
      '{ events(first: 50) { nodes { id download { id } upload { id inputs { id } } flow { id } } } }',
    ],
  ])('lets %s pass', (_, text) => {
    expect(check(text)).toBeNull();
  });

  test.each([
    ['doubled fragments', doubling('f'), 'aliases'],
    ['fragments named like the schema’s own', doubling('__schema'), 'aliases'],
    [
      'nested lists',
      '{ events { nodes { flow { outputs { inputs { parts { source_table { name } } } } } } } }',
      'objects',
    ],
    ['directives', `{ meV2 { ${'id @include(if: true) '.repeat(25)} } }`, 'directives'],
    [
      'directives inside fragments',
      `{ meV2 { ${Array.from({ length: 5 }, () => '...f').join(' ')} } } fragment f on Me { ${'id @skip(if: false) '.repeat(5)} }`,
      'directives',
    ],
    [
      'root fields in fragments',
      `{ ${'...f '.repeat(6)} } fragment f on Query { meV2 { id } x: userPreference(name: "a") }`,
      'things',
    ],
    [
      'a page hidden in a variable',
      'query($n: Int) { downloads(first: $n) { edges { node { parts { source_table { name } } source_tables { name } } } nodes { parts { source_table { name } } source_tables { name } } } uploads(first: $n) { nodes { inputs { parts { id } } } } }',
      'objects',
    ],
  ])('stops %s', (_, text, broken) => {
    expect(check(text, { n: 100 })).toContain(broken);
  });

  test('depth counts through fragments of every kind', () => {
    const text = `{ ...a } fragment a on Query { flow(id: 1) { outputs { ...b } } }
      fragment b on Upload { ... { ... on Upload { inputs { parts { name } } } } }`;
    expect(check(text, {}, { ...OPERATION_LIMITS, depth: 5 })).toBeNull();
    expect(check(text, {}, { ...OPERATION_LIMITS, depth: 4 })).toContain('5 deep');
  });

  test('a page size that is no number counts as the largest page', () => {
    const text = 'query($n: Int) { uploads(first: $n) { nodes { inputs { parts { source_table { name } } } } } }';
    expect(check(text, { n: 'many' })).toContain('objects');
    expect(check(text, { n: 1_000_000 })).toContain('objects');
    expect(check(text, { n: 5 })).toBeNull();
  });

  test('measuring takes no longer for what would be endless to run', () => {
    const started = performance.now();
    check(doubling('g'));
    expect(performance.now() - started).toBeLessThan(200);
  });
});
