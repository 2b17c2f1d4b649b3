import type { Tree } from '../checks/tree.ts';
import { code, page, table } from './markdown.ts';
import { type Finding, LANGUAGE_FINDINGS, SOURCE_FINDINGS } from './review-findings.ts';
import type { TaggedTitle } from './spec-checklist/sentences.ts';

/** The suite that runs whole pipelines by the command, and its table of cases. */
const SUITE = 'packages/cli/test/cases/cases.test.ts';
const TABLE = /^packages\/cli\/test\/cases\/[a-z]+-cases\.ts$/;
const ROW = /name: '([^']+)',\s+behaviour: '((?:[^'\\]|\\.)+)'/g;

/** Folders of the reviews with one small pipeline each, and what is right about it. */
const CASES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  language: {
    '01-impossible-date-literal': 'An error at each constant that is not a date, with the function that reads it.',
    '02-union-misnamed-column': 'A warning with the column that was meant.',
    '03-xlsx-formula-without-value': 'Dirty rows: the formula has no stored value.',
    '04-xlsx-elapsed-time': '36:00 and 30:00 as texts, dirty as datetimes.',
    '07-upsert-withdrawn-and-restated-rows': 'k1,100 alone after the date was loaded again.',
    '10-parquet-decimal-by-star': 'The sum is 0.30 exactly.',
    '11-parquet-bytes-as-text': 'Two dirty rows.',
    '13-conversion-nulls-uncounted': 'The run counts the values that each conversion made null.',
    '14-empty-restatement': 'A warning that rows stay, or an empty date where the upload says so.',
    '15-xml-records-not-found': 'FILE_INCOMPLETE, tried again: there is nothing at row, beside its <error>: 429.',
    '17-star-on-an-empty-day': 'Empty uploads, as with declared columns.',
    '19-messages': 'One message with the right diagnosis; a fix only where it keeps the value.',
  },
  sources: {
    'answer-hidden': 'The error quotes the answer: User request limit reached.',
    'binary-taken-for-text/plain-named-gz': 'An error: a text, not gzip.',
    'binary-taken-for-text/xlsx-named-csv': 'An error: it begins like xlsx.',
    'charset-header-ignored': 'The encoding of the header is used: Café,5.',
    'destination-rounds': 'DESTINATION_SCHEMA; the table stays empty.',
    'footer-blank-line-doubles': 'The sum is 11.',
    'foreign-403-suspends-key': 'The expired link is tried again; the key is not blamed.',
    'ftp-550-permanent': 'The file that is gone is left out.',
    'link-header-comma': 'The ids 1, 2 and 3.',
    'login-page-200': 'The HTML page is named, and the report asked for again.',
    'mail-resent-doubles': 'A resent mail changes nothing; a corrected one replaces the one before.',
    'old-ssh-with-password': 'The message names the box that allows SHA-1, for passwords, too.',
    'redeclared-source-waits': 'It starts at its lookback, as a new name does.',
    'restated-to-empty-stays': 'A warning with upload and date, or rows replaced where a parameter says so.',
    'sftp-partial-suffix': 'The one complete file, once.',
    'unsuspend-forgets-backfill': 'The dates of the backfill that met the refusal are tried again.',
    'xlsx-duration': '30:15:00.',
    'xml-error-is-empty': 'An error: there is nothing at row, where <code> stands.',
    'zero-bytes-is-empty': 'An error: the file has no bytes.',
    'zip-members-dropped': 'An error that names the archive in the archive.',
  },
};

/** Cases whose scripts are rows of a table of a suite. */
const IN_TABLES: readonly CaseTest[] = [
  {
    name: '19-messages',
    path: 'packages/language/test/mistakes/dialects.test.ts',
    title: 'each row of dialects.jsonl',
  },
];

type CaseTest = { readonly name: string; readonly path: string; readonly title: string };

/**
 * Lists the tests of each case of the reviews. A test names its case by the tag `case:<name>`.
 * @throws when a case or a finding has no test
 */
export function caseTestsPage(tests: readonly TaggedTitle[], tree: Tree): string {
  const all = [...IN_TABLES, ...casesOfCommand(tree), ...tests.flatMap(casesOfTags)];
  return page(
    'Cases of the reviews',
    `Pipelines of people that once had a wrong value, each with the right one and its tests. ${code(SUITE)} runs those that one command shows, by the command itself: download, load, tables and upload.`,
    ...Object.entries(CASES).flatMap(([folder, cases]) => [
      `## ${folder === 'language' ? 'Language' : 'Sources'}`,
      table(
        ['Case', 'Right', 'Tests'],
        Object.entries(cases).map(([name, right]) => [code(name), right, testsOf(name, all)]),
      ),
    ]),
    '## Findings',
    'Every numbered finding of both reviews, with the cases above and the tests that hold it, or the answer to it.',
    '### About files and providers',
    findingsTable(SOURCE_FINDINGS, tree),
    '### About the language',
    findingsTable(LANGUAGE_FINDINGS, tree),
  );
}

const findingsTable = (findings: readonly Finding[], tree: Tree): string =>
  table(
    ['Finding', 'Found', 'Held by'],
    findings.map((finding) => [finding.at, finding.found, heldBy(finding, tree)]),
  );

function heldBy({ at, cases = [], tests = [], answer }: Finding, tree: Tree): string {
  const known = new Set(Object.values(CASES).flatMap((each) => Object.keys(each)));
  const unknown = cases.find((name) => !known.has(name));
  if (unknown !== undefined) throw new Error(`Finding ${at} names the case ${unknown}, which the reviews do not have.`);
  const gone = tests.find(([path, title]) => !tree.files.includes(path) || !tree.read(path).includes(title));
  if (gone !== undefined) throw new Error(`Finding ${at} names the test "${gone[1]}", which ${gone[0]} does not have.`);
  const held = [
    ...cases.map((name) => `case ${code(name)}`),
    ...tests.map(([path, title]) => `${code(path)}: ${title}`),
    ...(answer === undefined ? [] : [answer]),
  ];
  if (held.length === 0) throw new Error(`Finding ${at} has neither a test nor an answer.`);
  return held.join('<br>');
}

function testsOf(name: string, all: readonly CaseTest[]): string {
  const own = all.filter((test) => test.name === name);
  if (own.length === 0) throw new Error(`The case ${name} has no test. Name it by the tag case:${name}.`);
  return own.map(({ path, title }) => `${code(path)}: ${title.replaceAll(/\s+/g, ' ')}`).join('<br>');
}

const casesOfTags = ({ tags, path, title }: TaggedTitle): CaseTest[] =>
  tags.flatMap((tag) => (tag.startsWith('case:') ? [{ name: tag.slice('case:'.length), path, title }] : []));

const casesOfCommand = (tree: Tree): CaseTest[] =>
  tree.files
    .filter((path) => TABLE.test(path))
    .flatMap((path) =>
      [...tree.read(path).matchAll(ROW)].map(([, name = '', behaviour = '']) => ({
        name,
        path: SUITE,
        title: `case ${name}: ${behaviour.replaceAll('\\', '')}`,
      })),
    );
