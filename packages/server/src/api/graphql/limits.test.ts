import { startProcessorTime } from '@switchboard/model/testing/processor-time';
import { buildSchema, getOperationAST, isObjectType, parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { graphqlSchema } from '../schema.ts';
import { brokenLimit, LISTS, OPERATION_LIMITS } from './limits.ts';

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
      'events with their downloads, uploads and flows',
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
      'root fields',
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

  test('a page size that is not a number counts as the largest page', () => {
    const text = 'query($n: Int) { uploads(first: $n) { nodes { inputs { parts { source_table { name } } } } } }';
    expect(check(text, { n: 'many' })).toContain('objects');
    expect(check(text, { n: 1_000_000 })).toContain('objects');
    expect(check(text, { n: 5 })).toBeNull();
  });

  describe('lists without pages', () => {
    const DAY = 'date running completed failed total_rows min_rows max_rows total_bytes min_bytes max_bytes dirty_rows';
    const STATUS_FIELDS = `{ id name project status journal { ${DAY} } }`;
    const STATUS = `{ nodes ${STATUS_FIELDS} }`;
    const ENTRY = '{ name project sparkline { status running } event { eventId message } pos { path startLine } }';
    const HOME = `{ ... on Homepage { downloads ${ENTRY} uploads ${ENTRY} } }`;
    const times = (count: number, field: string): string =>
      `{ ${Array.from({ length: count }, (_, n) => `a${n}: ${field}`).join(' ')} }`;

    test.each([
      ['all days of all downloads', `import_status(lookback_days: 92) ${STATUS}`],
      ['all days of all uploads', `export_status(lookback_days: 92, first: 1000) ${STATUS}`],
      ['the last days of all downloads', `import_status ${STATUS}`],
      ['all downloads', 'source_bundles { nodes { id bundle_name status } }'],
      ['all uploads', 'export_declarations(first: 1000) { nodes { id name status } }'],
      ['the health of what is published', `homepage ${HOME}`],
      ['the timeline of a day', 'timeline(report_date: "2026-11-20") { units { id failures { at } } }'],
      ['the graph of what is published', 'asset_graph { ... on AssetGraph { assets { id inputs } } }'],
      ['the events of flows', 'flows(first: 20) { nodes { events { id message flow { id } } } }'],
    ])('%s may be requested once, but not ten times', (_, field) => {
      expect(check(times(1, field))).toBeNull();
      expect(check(times(10, field))).toContain('objects');
    });

    test('a smaller page costs less', () => {
      expect(check(times(10, `import_status(first: 50, lookback_days: 92) ${STATUS}`))).toBeNull();
      expect(check(times(10, `import_status(name: "ads", lookback_days: 92) ${STATUS}`))).toBeNull();
      expect(check(times(10, 'source_bundles(first: 100) { nodes { id } }'))).toBeNull();
      expect(check(times(10, `import_status(name: null, lookback_days: 92) ${STATUS}`))).toContain('objects');
    });

    test('day ranges and page sizes in variables and fragments are counted', () => {
      const hidden = `fragment f on ImportStatus ${STATUS_FIELDS}`;
      const text = (given: string) =>
        `query(${given}) { a: import_status(lookback_days: $n) { nodes { ...f } } b: import_status(lookback_days: $n) { nodes { ...f } } } ${hidden}`;
      expect(check(text('$n: Int'), { n: 30 })).toBeNull();
      expect(check(text('$n: Int'))).toBeNull();
      expect(check(text('$n: Int'), { n: 92 })).toContain('objects');
      expect(check(text('$n: Int'), { n: 'many' })).toContain('objects');
      expect(check(text('$n: Int = 92'))).toContain('objects');
      expect(check(text('$n: Int = 92'), { n: 1 })).toBeNull();
    });

    test.each(Object.keys(LISTS))('%s is a list of the schema', (name) => {
      const [type = '', field = ''] = name.split('.');
      const found = graphqlSchema().getType(type);
      expect(isObjectType(found) ? String(found.getFields()[field]?.type) : null).toMatch(/^\[|Connection!$/);
    });
  });

  const TABLE = `id name project status credential { status } line changelist_id descriptor parameters schema { name type }
    volume { production { rows bytes } refill { rows bytes } backfill { rows bytes } proof { rows bytes } } exports { name }`;
  const FIELDS =
    'descriptor { truncate project dataset table } schema { name type } status credential { status } destination';
  const DAYS = '{ nodes { name project journal { date running completed failed total_rows total_bytes } } }';
  const DRAFT =
    'description needs_merge flow_summary { purpose } credentials { name } compilation_result { messages { line } }';

  test.each([
    ['10,000 files', `changelist(id: "1") { files(first: 10000) { id path } ${DRAFT} }`],
    [
      'the contents of 1000 files',
      `changelist(id: "1") { files(opened_paths: [${'"a",'.repeat(1000)}]) { path text } }`,
    ],
    [
      '1000 sources',
      `source_bundles(first: 1000, can_backfill: true) { nodes { id status descriptor tables { ${TABLE} } } }`,
    ],
    ['1000 exports', `export_declarations(first: 1000) { nodes { id name export_type project line ${FIELDS} } }`],
    ['a month of 1000 imports', `import_status(first: 1000, lookback_days: 30) ${DAYS}`],
    ['a month of 1000 exports', `export_status(first: 1000, lookback_days: 30) ${DAYS}`],
    ['100 keys', 'credentials(first: 100) { nodes { id name credential_type status description properties } }'],
  ])('%s may be requested at once, as the specification names it', { tags: 'proof:named-calls-pass' }, (_, field) => {
    expect(check(`{ ${field} }`)).toBeNull();
  });

  describe('calls that the console makes at a stated size', () => {
    const console = buildSchema(`
      type Query { source_bundles(first: Int): SourceBundleConnection, export_declarations(first: Int): ExportDeclarationConnection }
      type SourceBundleConnection { nodes: [SourceBundle] }
      type SourceBundle { id: ID, bundle_name: String, credential: Credential, tables: [Table] }
      type Credential { name: String }
      type Table { id: ID, name: String, schema: [Field], exports: [ExportDeclaration] }
      type Field { name: String, type: String }
      type ExportDeclarationConnection { nodes: [ExportDeclaration] }
      type ExportDeclaration { name: String, schema: [Field] }`);
    const checkIn = (text: string): string | null => {
      const operation = getOperationAST(parse(text), null);
      if (!operation) throw new Error('one operation is expected');
      return brokenLimit(console, parse(text), operation, {});
    };
    const TABLES = 'nodes { id bundle_name credential { name } tables { id name schema { name type } } }';
    const EXPORTS = 'nodes { name schema { name type } }';

    test('1000 sources with tables and fields and 1000 exports pass once, not twice', () => {
      const once = `source_bundles(first: 1000) { ${TABLES} } export_declarations(first: 1000) { ${EXPORTS} }`;
      expect(checkIn(`{ ${once} }`)).toBeNull();
      expect(checkIn(`{ ${once} again: source_bundles(first: 1000) { ${TABLES} } }`)).toContain('objects');
    });

    test('deeper nesting than the console needs is refused', () => {
      const deep = 'nodes { tables { schema { name } exports { name schema { name } } } }';
      expect(checkIn(`{ source_bundles(first: 1000) { ${deep} } }`)).toContain('objects');
    });
  });

  test('a page size in a variable without a value is the default of the variable', () => {
    const text = (size: string) =>
      `query($n: Int${size}, $no: Int) { uploads(first: $no, last: $n) { nodes { inputs { parts { source_table { name } } } } } }`;
    expect(check(text(''))).toBeNull();
    expect(check(text(' = 100'))).toContain('objects');
  });

  test('measuring is fast for operations that would never end', () => {
    const processorTime = startProcessorTime();
    check(doubling('g'));
    expect(processorTime()).toBeLessThan(200);
  });
});
