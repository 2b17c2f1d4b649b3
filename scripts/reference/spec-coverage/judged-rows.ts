import { CONNECTORS } from '@switchboard/connectors/registry';
import type { KeyField, KeyType } from '@switchboard/model/key-types/key-type';
import { findKeyType } from '@switchboard/model/key-types/key-types';
import { isSource, isTest, type Tree } from '../../checks/tree.ts';
import type { ProductTexts } from './literals.ts';
import { type References, referencesOf } from './references.ts';
import { type CoverageRow, type Note, readRows, wordsOf } from './rows.ts';
import type { SchemaNames } from './schema-names.ts';

/** Product that the rows are compared with. */
export type Product = {
  readonly tree: Tree;
  readonly schema: SchemaNames;
  readonly texts: ProductTexts;
  readonly references: References;
};

/** A row, how many things of the documents it names, and what of them is missing. */
export type JudgedRow = {
  readonly what: string;
  readonly count: number;
  readonly note: Note;
  readonly problems: readonly string[];
};

type Judgement = { readonly what: string; readonly count?: number; readonly problems: readonly (string | null)[] };
export type Judge = (cells: readonly string[], product: Product) => Judgement;

/** The rows of a table, each with what is missing of it. */
export function judgeRows(file: string, judge: Judge, product: Product): JudgedRow[] {
  return readRows(file).map(({ cells, note }: CoverageRow) => {
    const { what, count = 1, problems } = judge(cells, product);
    return { what, count, note, problems: problems.filter((problem) => problem !== null) };
  });
}

const ROOTS: Readonly<Record<string, string>> = { query: 'Query', mutation: 'Mutation' };

/** Operation, kind, arguments and returned type. */
export const judgeOperation: Judge = ([what = '', kind = '', given = '', returned = ''], { schema }) => {
  const name = what.split(': ').at(-1) ?? '';
  const [type = '', field = ''] = kind === 'field' ? name.split('.') : [ROOTS[kind] ?? kind, name];
  const missing = schema.field(type, field);
  if (missing !== null) return { what, problems: [missing] };
  const problems = wordsOf(given).map((argument) => schema.argument(type, field, argument));
  return { what, problems: [...problems, schema.returns(type, field, returned)] };
};

/** Call, route in the server and references. */
export const judgeRoute: Judge = ([what = '', route = '', checkedBy = ''], product) => {
  const isServed = productSources(product.tree, 'packages/server/src').some((text) => text.includes(`'${route}'`));
  return {
    what,
    problems: [isServed ? null : `the server has no route ${route}`, ...problemsOf(checkedBy, product)],
  };
};

/** Entity, type and fields. */
export const judgeFields: Judge = ([what = '', type = '', fields = ''], { schema }) => {
  const names = wordsOf(fields);
  return {
    what,
    count: names.length,
    problems: names.map((name) => schema.field(type, name.split('=').at(-1) ?? name)),
  };
};

/** Type, fields and the operation that returns it. */
export const judgeResult: Judge = ([what = '', fields = '', operation = ''], { schema }) => {
  const root = schema.field('Mutation', operation) === null ? 'Mutation' : 'Query';
  return {
    what,
    problems: [schema.mayReturn(root, operation, what), ...wordsOf(fields).map((field) => schema.field(what, field))],
  };
};

/** Set, values and the enum or the place in the sources. */
export const judgeValues: Judge = ([what = '', values = '', place = ''], { schema, tree }) => {
  if (!place.includes('/')) return { what, problems: wordsOf(values).map((value) => schema.enumValue(place, value)) };
  const text = productSources(tree, place).join('\n');
  return {
    what,
    problems: wordsOf(values).map((value) => (holdsValue(text, value) ? null : `${place} has no value ${value}`)),
  };
};

/** Document, section, text and how it is put together. */
export const judgeText: Judge = ([document = '', section = '', text = '', parts = ''], { texts, references }) => {
  const what = `${document} ${section}: “${text}”`;
  if (/^(spec|proof):/.test(parts))
    return { what, problems: referencesOf(parts).map((reference) => references.problemOf(reference)) };
  const pieces = parts === '' ? [text] : parts.split(' + ');
  return { what, problems: pieces.map((piece) => (texts.has(piece) ? null : `no source holds "${piece}"`)) };
};

/** Subject in one or more cells, then references. */
export const judgeReferences: Judge = (cells, product) => {
  const checkedBy = cells.at(-1) ?? '';
  const problems = checkedBy === '' ? ['names nothing that shows it'] : problemsOf(checkedBy, product);
  return { what: cells.slice(0, -1).join(': '), problems };
};

/** Key type, fields and references. */
export const judgeKeyType: Judge = ([what = '', fields = '', checkedBy = ''], product) => {
  const type = findKeyType(what);
  if (!type) return { what, problems: [`no key type is called ${what}`] };
  return {
    what,
    problems: [...wordsOf(fields).map((field) => fieldProblem(type, field)), ...problemsOf(checkedBy, product)],
  };
};

/** Connector, whether it is a source and a destination, and references. */
export const judgeConnector: Judge = ([what = '', source = '', destination = '', checkedBy = ''], product) => {
  const spec = CONNECTORS.find(({ spec: { name } }) => name === what)?.spec;
  return {
    what,
    problems: [
      spec ? null : `no connector is called ${what}`,
      source !== '' && spec?.source === undefined ? `${what} cannot be a source` : null,
      destination !== '' && spec?.destination === undefined ? `${what} cannot be a destination` : null,
      ...problemsOf(checkedBy, product),
    ],
  };
};

const problemsOf = (checkedBy: string, { references }: Product): (string | null)[] =>
  referencesOf(checkedBy).map((reference) => references.problemOf(reference));

/** A field with a question mark may be left out; another one is required, apart from optional groups and conditions. */
function fieldProblem(type: KeyType, word: string): string | null {
  const name = word.replace('?', '');
  const field: KeyField | undefined = type.fields.find((one) => one.name === name);
  if (!field) return `${type.name} has no field ${name}`;
  const isOptional = word.endsWith('?');
  const hasCondition = field.when !== undefined || type.groups?.some((one) => one.name === field.group && one.optional);
  if (isOptional && field.required && !hasCondition) return `${name} of ${type.name} is required`;
  if (!isOptional && !field.required && !hasCondition) return `${name} of ${type.name} may be left out`;
  return null;
}

/** Sources of the product at a path or below it, without tests. */
function productSources(tree: Tree, place: string): string[] {
  return tree.files
    .filter((path) => (path === place || path.startsWith(`${place}/`)) && isSource(path) && !isTest(path))
    .map((path) => tree.read(path));
}

const holdsValue = (text: string, value: string): boolean =>
  ["'", '"', '`'].some((quote) => text.includes(quote + value + quote)) ||
  new RegExp(`\\b${value.replaceAll('-', '\\-')}\\??:`).test(text);
