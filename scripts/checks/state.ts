import { type Node, Visitor } from 'oxc-parser';
import { textCheck } from './check.ts';
import { type Module, readModule } from './modules.ts';
import type { Tree } from './tree.ts';

const CODE = /^packages\/[a-z-]+\/src\/.*(?<!\.test)\.tsx?$/;
/** Reads the text of another program, whose errors carry no code. The test of each pins that text. */
const FOREIGN_TEXTS: ReadonlySet<string> = new Set([
  'packages/connectors/src/providers/databricks/api.ts',
  'packages/connectors/src/providers/ftp/answers.ts',
  'packages/connectors/src/providers/postgres/failures.ts',
  'packages/connectors/src/providers/s3/failures.ts',
  'packages/connectors/src/providers/sftp/failures.ts',
  'packages/connectors/src/providers/snowflake/access.ts',
  'packages/connectors/src/sql/mssql-failures.ts',
  'packages/connectors/src/sql/mysql-failures.ts',
  'packages/connectors/src/ssh/ssh-failure.ts',
  'packages/connectors/src/ssh/tunnel-failure.ts',
  'packages/connectors/src/providers/clickhouse/testing/stand-in.ts',
  'packages/connectors/src/testing/mysql-stand-in.ts',
  'packages/connectors/src/warehouse/warehouse-destination.ts',
  'packages/engine/src/executors/failures.ts',
  'packages/engine/src/executors/value-failure.ts',
  'packages/engine/src/executors/misfit.ts',
  'packages/engine/src/formats/xml/xml-stream.ts',
  'packages/language/src/check/expressions/patterns.ts',
  'packages/server/src/api/graphql/present-result.ts',
  'packages/server/src/db/database-bounds.ts',
  'packages/server/src/db/dialect.ts',
]);
/** The catalogues of our own texts. */
const CATALOGUES = /^packages\/model\/src\/(?:errors\/[a-z]+-errors|event-codes)\.ts$/;
const MIGRATION = /^packages\/server\/src\/db\/migrations\/(\d{4})-/;
/** The last migration that may read sentences. */
const LAST_READER = 20;

/** Columns that hold sentences for people. */
const SENTENCE = '(?:message|status_reason)';
/** Columns that hold names or ids, which are compared whole and never taken apart. */
const WHOLE = '(?:blocked_by|trigger)';
const COLUMN = String.raw`\b(?:\w+\.)?`;
const SQL_READS: readonly RegExp[] = [
  new RegExp(String.raw`${COLUMN}(?:${SENTENCE}|${WHOLE})\s+(?:not\s+)?(?:like|ilike|similar)\b`, 'gi'),
  new RegExp(String.raw`${COLUMN}(?:${SENTENCE}|${WHOLE})\s*!?~`, 'gi'),
  new RegExp(String.raw`${COLUMN}${SENTENCE}\s*(?:<>|!=|\s(?:not\s+)?in\b|\sis\s+(?:not\s+)?distinct\b)`, 'gi'),
  // An assignment stands behind `set` or a comma, and never names its table.
  new RegExp(String.raw`\b(?:where|and|or|on|when|not|having)\s*\(?\s*${SENTENCE}\s*=`, 'gi'),
  new RegExp(String.raw`\b\w+\.${SENTENCE}\s*=`, 'gi'),
  new RegExp(
    String.raw`\b(?:md5|lower|upper|substring|substr|split_part|position|strpos|starts_with|left|right|regexp_\w+)\s*\(\s*(?:\w+\.)?(?:${SENTENCE}|${WHOLE})\b`,
    'gi',
  ),
];
/** The search of people uses trigrams; it is not a comparison. */
const INDEX = new RegExp(String.raw`create\s+(?:unique\s+)?index[^;]*\b${SENTENCE}\b[^;]*;`, 'gi');

const READERS = new Set([
  'includes',
  'startsWith',
  'endsWith',
  'indexOf',
  'match',
  'matchAll',
  'replace',
  'replaceAll',
  'search',
  'split',
  'localeCompare',
]);
const MATCHERS = new Set(['test', 'exec']);
/** Texts without which a module compares and takes apart nothing. */
const CANDIDATE = new RegExp(
  String.raw`\b(?:sql|message|\w+_(?:HINTS|TEXTS)|${[...READERS, ...MATCHERS].join('|')})\b`,
);

/** State is data: code decides by codes, kinds and numbers, never by sentences. */
export const state = textCheck('state', 'nothing compares, parses or indexes a sentence', (tree) => {
  // A catalogue may build one text from another.
  const own = tree.files
    .filter((path) => CATALOGUES.test(path))
    .map((path) => tree.read(path))
    .join('\n');
  const findings = tree.files.flatMap((path) => {
    if (CODE.test(path) && !CATALOGUES.test(path))
      return CANDIDATE.test(tree.read(path)) ? moduleFindings(readModule(tree, path), own) : [];
    return Number(MIGRATION.exec(path)?.[1] ?? 0) > LAST_READER ? migrationFindings(tree, path) : [];
  });
  return { findings, note: `${findings.length} sentences compared in SQL or code` };
});

/**
 * Sentences that a module compares or takes apart.
 * @param own the texts of the catalogues: nothing may search for their words, whatever the variable is called
 */
function moduleFindings(module: Module, own: string): string[] {
  const findings: string[] = [];
  const isForeign = FOREIGN_TEXTS.has(module.path);
  const find = (offset: number, text: string): void => {
    findings.push(`${module.path}:${module.lineAt(offset)} ${text}`);
  };
  new Visitor({
    TaggedTemplateExpression: ({ tag, quasi }) => {
      if (tag.type !== 'Identifier' || tag.name !== 'sql') return;
      for (const { start, value } of quasi.quasis) {
        for (const [offset, found] of readsIn(value.raw)) find(start + offset, inSql(found));
      }
    },
    BinaryExpression: ({ operator, left, right, start }) => {
      if (!/^[!=]==?$/.test(operator) || isNothing(left) || isNothing(right)) return;
      if (isForeign) return;
      if (isSentence(left) || isSentence(right)) find(start, 'compares a sentence; compare a code');
    },
    CallExpression: ({ callee, arguments: given, start }) => {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
      const { name } = callee.property;
      const [first] = given;
      const isReader = READERS.has(name);
      const [text, pattern] = isReader ? [callee.object, first] : [first, callee.object];
      if (text === undefined || pattern === undefined || !(isReader || MATCHERS.has(name))) return;
      if (wordsOf(pattern).some((words) => own.includes(words)))
        find(start, 'searches for a text of the catalogue; decide by the code or the parameters of the error');
      else if (!isForeign && isSentence(text)) find(start, 'takes a sentence apart; store what it says as data');
    },
  }).visit(module.program);
  return findings;
}

function migrationFindings(tree: Tree, path: string): string[] {
  const text = tree.read(path).replace(/--.*$/gm, (comment) => ' '.repeat(comment.length));
  const indexed = [...text.matchAll(INDEX)].filter(([found]) => !found.includes('gin_trgm_ops'));
  const found: readonly (readonly [number, string])[] = [
    ...readsIn(text),
    ...indexed.map((match) => [match.index, 'index'] as const),
  ];
  return found.map(([offset, what]) => `${path}:${text.slice(0, offset).split('\n').length} ${inSql(what)}`);
}

const inSql = (found: string): string =>
  `reads a sentence (${found.trim().replaceAll(/\s+/g, ' ')}); compare a code, a kind or a number`;

function readsIn(text: string): readonly (readonly [offset: number, found: string])[] {
  return SQL_READS.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(({ index, 0: found }) => [index, found] as const),
  );
}

/** `message`, `row.message`, and a text of a catalogue of texts. */
function isSentence(node: Node): boolean {
  const inner = node.type === 'ChainExpression' ? node.expression : node;
  if (inner.type === 'Identifier') return inner.name === 'message';
  if (inner.type !== 'MemberExpression' || inner.computed || inner.property.type !== 'Identifier') return false;
  const owner = inner.object.type === 'Identifier' ? inner.object.name : '';
  return inner.property.name === 'message' || /_(?:HINTS|TEXTS)$/.test(owner);
}

/** The plain words, two or more in a row, that a literal or a regular expression searches for. */
function wordsOf(pattern: Node): string[] {
  if (pattern.type !== 'Literal') return [];
  const text = 'regex' in pattern ? pattern.regex.pattern : pattern.value;
  return typeof text === 'string' ? (text.match(/\b[A-Za-z]\w*(?: \w+)+\b/g) ?? []) : [];
}

function isNothing(node: Node): boolean {
  return (node.type === 'Literal' && node.value === null) || (node.type === 'Identifier' && node.name === 'undefined');
}
