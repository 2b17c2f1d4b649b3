import { type Line, type Proof, type Section, testsOf } from './line.ts';

const api = testsOf('packages/server/src/features/test-runs/graphql.test.ts');
const run = testsOf('packages/server/src/pipeline/uploads/run-test.test.ts');
const target = testsOf('packages/server/src/pipeline/uploads/test-target.test.ts');
const compared = testsOf('packages/engine/src/flow/compare-results.test.ts');
const pages = testsOf('packages/server/src/api/graphql/page-sizes.test.ts');
const health = testsOf('packages/model/src/health.test.ts');
const home = testsOf('packages/server/src/features/home/graphql.test.ts');
const suspension = testsOf('packages/server/src/pipeline/suspension/suspension.test.ts');

const rule = (section: Section, what: string, ...proofs: readonly Proof[]): Line => ({
  section,
  kind: 'rule',
  what,
  proofs,
});
const text = (section: Section, what: string, ...proofs: readonly Proof[]): Line => ({
  section,
  kind: 'text',
  what,
  proofs,
});
const published = (title: string): Proof => home(`the health of what is published > ${title}`);
const RANKS = ['clean', 'expected', 'missing', 'warning', 'issue', 'failed'] as const;

/** Test runs, drafts as far as the engine sees them, and the health of what runs: the second document. */
export const DRAFT_AND_HOME_LINES: readonly Line[] = [
  rule(
    '2.4',
    'A test run is a flow, or several, launched from a draft for the chosen uploads; it can be archived, and taken back.',
    api(
      'testing a draft > launches a flow for connected uploads, which stands among the test runs until it is archived',
    ),
  ),
  rule(
    '2.4',
    'With existing downloads the newest files of production are loaded anew under the draft’s schema.',
    run(
      'a test run with existing downloads > loads production’s files under the draft’s schema, keeps its result and changes nothing else',
    ),
    api('testing a draft > takes the newest files of production, of the newest date that all sources have'),
  ),
  rule(
    '2.4',
    'With new downloads the sources are asked.',
    run('a test run with new downloads > asks the sources, and reads what they say now'),
  ),
  rule(
    '2.4',
    'Nothing of production is changed by a test run, also when it fails.',
    run(
      'a test run with existing downloads > loads production’s files under the draft’s schema, keeps its result and changes nothing else',
    ),
    run(
      'a test run with existing downloads > fails alone when every row is dirty, and keeps working on the draft as it was',
    ),
    run('a test run with new downloads > fails alone when a source does'),
  ),
  rule(
    '2.4',
    'Its result goes to the declaration’s target for tests, else into a file; never to the real destination.',
    run('a test run with existing downloads > delivers to the declaration’s target for tests, and to no other'),
    run('what cannot be tested > to the real destination'),
    target('a declaration without a target for tests keeps its result'),
    target('the same path written otherwise is the real destination'),
  ),
  rule(
    '2.4',
    'A test run tells how its result differs from production’s, by key and column.',
    api('the result of a test run > shows how it differs from production'),
    compared('rows by their keys > are added, removed and changed, with counts by column and samples'),
    compared('columns > are added, removed and retyped; rows are compared in those of both'),
  ),
  rule(
    '2.4',
    'A draft of others, or one that never was, answers alike.',
    api('drafts and test runs of others answer like what never was, and stay as they are'),
  ),
  text('2.4', 'You cannot edit published or archived drafts', run('what cannot be tested > once it is archived')),
  rule(
    '2.5',
    'Testing needs zero compilation errors, which are told.',
    run('what cannot be tested > with errors, which are told'),
    api('testing a draft > is refused in words'),
  ),
  rule('2.5', 'At least one upload is chosen for a test run.', run('what cannot be tested > without uploads')),
  text(
    '2.8',
    'Cannot act on previously published changelist',
    run('what cannot be tested > once it is replaced'),
    api('testing a draft > is refused in words'),
  ),
  text('2.8', 'Fix Validation Errors.', api('testing a draft > is refused in words')),
  rule('2.9', 'A page of test runs has 10.', pages('a page of flows has 10 rows when no number is given')),
  ...RANKS.slice(1).map((more, index) =>
    rule(
      '2.4',
      `Of several days the more serious stands for all: ${RANKS[index]} < ${more}.`,
      health(`several days > ${RANKS[index]} and ${more}: the latter is more serious`),
    ),
  ),
  rule(
    '2.4',
    'The level of a row is Error when it failed, or is missing while its declaration is suspended.',
    health('the level of a day > is Error when it is failed and the declaration active'),
    health('the level of a day > is Error when it is missing and the declaration suspended'),
  ),
  rule(
    '2.4',
    'The level of a row is Issue when it has one, and Notice when it is a warning or missing otherwise.',
    health('the level of a day > is Issue when it is issue and the declaration active'),
    health('the level of a day > is Notice when it is warning and the declaration active'),
    health('the level of a day > is Notice when it is missing and the declaration active'),
  ),
  rule(
    '2.4',
    'The level of a row is Working when it is clean, expected or under way.',
    health('the level of a day > is Working when it is clean and the declaration active'),
    health('the level of a day > is Working when it is expected and the declaration active'),
    health('the level of a day > is Working when it is retrying and the declaration active'),
  ),
  rule(
    '2.4',
    'Nothing has run for over seven days when the first six are missing and the seventh is expected or missing.',
    health('a week > nothing ran, and today is still to come'),
    health('a week > nothing ran'),
    health('a week > one day ran'),
    published('says what is suspended, and what waits for it'),
  ),
  rule(
    '2.4',
    'A day has the status of its newest production run; what people ended and backfills do not count.',
    published('is the newest production run of each report date of seven days'),
  ),
  rule(
    '2.4',
    'A run that is late is a warning.',
    published('tells what was due and is not there, what is tried again, and what was late'),
  ),
  rule(
    '2.4',
    'A declaration is shown as suspended, and what it needs as working, suspended or blocked.',
    published('says what is suspended, and what waits for it'),
  ),
  rule(
    '2.4',
    'A suspended download or upload is unsuspended by setting it active.',
    suspension('three report dates in a row that fail > suspend the download; unsuspending it tries them again'),
    suspension('an unknown declaration is named, and only active can be set'),
  ),
  text(
    '2.4',
    'No scriptbook has been published. Publish some pipelines',
    published('is none before anything is published, and none of others'),
  ),
  rule(
    '2.9',
    'A sparkline has seven days.',
    published('is the newest production run of each report date of seven days'),
  ),
  text(
    '2.4',
    '{person} launched a test run of {uploads} with existing downloads.',
    run(
      'a test run with existing downloads > loads production’s files under the draft’s schema, keeps its result and changes nothing else',
    ),
  ),
  text(
    '2.4',
    '{name}: the test result of {number} rows is ready to look at.',
    run(
      'a test run with existing downloads > loads production’s files under the draft’s schema, keeps its result and changes nothing else',
    ),
  ),
  text('2.5', 'Choose at least one upload.', run('what cannot be tested > without uploads')),
  text('2.5', 'The draft has no upload {name}.', run('what cannot be tested > of an unknown upload')),
  text(
    '2.5',
    'The test target of {name} is its real destination. Give its test block another path, table or key.',
    run('what cannot be tested > to the real destination'),
  ),
  text(
    '2.4',
    'Only test runs can be archived.',
    api(
      'testing a draft > launches a flow for connected uploads, which stands among the test runs until it is archived',
    ),
  ),
];
