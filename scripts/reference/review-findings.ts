/** A finding of a review: its number or section there, what was wrong, and what holds it now. */
export type Finding = {
  readonly at: string;
  readonly found: string;
  /** Names of cases of `case-tests-page.ts`. */
  readonly cases?: readonly string[];
  /** Path of a test file, and words of the title of one of its tests. */
  readonly tests?: readonly (readonly [path: string, title: string])[];
  /** Why it stays as it was, or a limit that remains. */
  readonly answer?: string;
};

const LOAD = 'packages/engine/src/download/load/';
const HTTP = 'packages/connectors/src/providers/http/';
const BLAMED = 'packages/connectors/src/key-forms/blamed-keys.test.ts';
const MISTAKES = 'packages/language/test/mistakes/';
const LENSES = 'packages/language/test/lsp/lens-cases.ts';
const HABITS: readonly [string, string] = [`${MISTAKES}dialects.test.ts`, 'has one message, whose fix keeps the value'];
const CASE_19: readonly [string, string] = [`${MISTAKES}case-19.test.ts`, 'the script %s has the right messages'];

/** Findings about files and providers, by their numbers. */
export const SOURCE_FINDINGS: readonly Finding[] = [
  { at: '1', found: 'A report that is mailed twice is loaded twice.', cases: ['mail-resent-doubles'] },
  { at: '2', found: '`skip_footer` counts blank lines.', cases: ['footer-blank-line-doubles'] },
  { at: '3', found: 'A link and its target count twice.', cases: ['sftp-partial-suffix'] },
  { at: '4', found: 'Members of an archive are left out in silence.', cases: ['zip-members-dropped'] },
  {
    at: '5',
    found: 'An error in XML counts as an empty report.',
    cases: ['xml-error-is-empty'],
    tests: [
      [`${LOAD}load-shapes.test.ts`, 'is partial, which is tried again'],
      [`${LOAD}load-shapes.test.ts`, 'rows within rows are refused'],
    ],
  },
  { at: '6', found: 'A comma in quotes ends paging.', cases: ['link-header-comma'] },
  { at: '7', found: 'A file without bytes is empty.', cases: ['zero-bytes-is-empty'] },
  { at: '9', found: 'A date restated to nothing keeps its rows in silence.', cases: ['restated-to-empty-stays'] },
  {
    at: '10',
    found: 'A 403 of another host suspends the key.',
    cases: ['foreign-403-suspends-key'],
    tests: [[BLAMED, 'a page of a firewall is tried again']],
  },
  {
    at: '11',
    found: 'A 403 that asks to slow down suspends the key.',
    tests: [
      [`${HTTP}rate-limits.test.ts`, 'limits on requests may be reported by a code in the body'],
      [BLAMED, 'asks to slow down'],
    ],
  },
  { at: '12', found: 'Unsuspending forgets backfills.', cases: ['unsuspend-forgets-backfill'] },
  {
    at: '13',
    found: 'Destinations round.',
    cases: ['destination-rounds'],
    tests: [['packages/connectors/src/column-types/altered-value.test.ts', 'has at least 200 cells']],
  },
  {
    at: '14',
    found: 'Partial transfers are loaded, and a cut row is clean.',
    cases: ['sftp-partial-suffix'],
    tests: [[`${LOAD}load-shapes.test.ts`, 'a last line without a line end']],
  },
  { at: '15', found: 'A formula without a stored value is null.', cases: ['03-xlsx-formula-without-value'] },
  { at: '16', found: 'A duration beyond a day is a date of 1900.', cases: ['xlsx-duration'] },
  {
    at: '18',
    found: 'Inline images and signatures are reports.',
    tests: [
      ['packages/connectors/src/providers/email/source.test.ts', 'logos, signatures and invitations are no reports'],
    ],
  },
  { at: '20', found: 'A page with status 200 is a missing column.', cases: ['login-page-200'] },
  {
    at: '22',
    found: 'A source that is declared again waits for its former schedule.',
    cases: ['redeclared-source-waits'],
  },
  { at: '23', found: 'The charset of the answer is ignored.', cases: ['charset-header-ignored'] },
  { at: '24', found: 'One unreadable entry fails an FTP pattern.', cases: ['ftp-550-permanent'] },
  {
    at: '25',
    found: 'The answer of the provider is hidden.',
    cases: ['answer-hidden'],
    tests: [[`${HTTP}pages.test.ts`, 'errors beside records']],
  },
  {
    at: '27',
    found: 'Binary files are taken for text.',
    cases: ['binary-taken-for-text/plain-named-gz', 'binary-taken-for-text/xlsx-named-csv'],
  },
  {
    at: '28',
    found: 'A refusal without a key names the key (none).',
    tests: [[BLAMED, 'a refusal of a request without a key blames none']],
  },
  { at: '29', found: 'An old SSH server with a password has no advice.', cases: ['old-ssh-with-password'] },
  {
    at: '31',
    found: 'A backfill with failures is completed.',
    tests: [['packages/server/src/pipeline/backfills/run-backfill.test.ts', "'completed_with_errors'"]],
  },
];

/** Findings about the language, by their sections and numbers. */
export const LANGUAGE_FINDINGS: readonly Finding[] = [
  { at: '2.1', found: 'XML: failure is read as emptiness.', cases: ['15-xml-records-not-found'] },
  {
    at: '2.2',
    found: 'Impossible date literals compile.',
    cases: ['01-impossible-date-literal'],
    tests: [['packages/language/test/compile-time/literals.test.ts', 'a literal that can never be valid']],
  },
  {
    at: '2.3',
    found: '`upsert` keeps what was withdrawn.',
    cases: ['07-upsert-withdrawn-and-restated-rows'],
    tests: [['packages/language/test/kept-histories.test.ts', 'histories']],
  },
  {
    at: '2.4',
    found: 'Formulas and elapsed times of spreadsheets.',
    cases: ['03-xlsx-formula-without-value', '04-xlsx-elapsed-time'],
  },
  {
    at: '2.5',
    found: 'Quick fixes change values.',
    tests: [[`${MISTAKES}dialect-values.test.ts`, 'the fix of a habit of %s keeps the values']],
  },
  { at: '2.6', found: 'A misspelt column of a union.', cases: ['02-union-misnamed-column'] },
  { at: '2.8', found: 'Decimals of Parquet become floats.', cases: ['10-parquet-decimal-by-star'] },
  { at: '2.9', found: 'Bytes become texts.', cases: ['11-parquet-bytes-as-text'] },
  { at: '2.10', found: 'Nulls of conversions are not counted.', cases: ['13-conversion-nulls-uncounted'] },
  { at: '2.14', found: 'Empty results.', cases: ['14-empty-restatement'] },
  { at: '3 (1)', found: 'An empty day ends a wildcard pipeline.', cases: ['17-star-on-an-empty-day'] },
  {
    at: '3 (2)',
    found: 'Short files in other encodings are dirty without advice.',
    tests: [[`${LOAD}load-text.test.ts`, 'an encoding that the texts do not show must be declared']],
  },
  {
    at: '3 (3)',
    found: '`sep=;`, a list in `.jsonl`, concatenated objects.',
    tests: [
      [`${LOAD}load-shapes.test.ts`, 'sep=;'],
      [`${LOAD}load-shapes.test.ts`, 'concatenated in a file of lines'],
    ],
  },
  {
    at: '4 (speed)',
    found: 'An edit in one file of 10,000 lines.',
    answer: '`npm run bench -- lsp` fails above 150 ms at the 95th percentile; it needs a quiet machine.',
  },
  { at: '4 (selection)', found: 'Selection ranges.', tests: [[LENSES, 'grows a selection']] },
  { at: '4 (lenses)', found: 'Code lenses.', tests: [[LENSES, 'shows lenses that run uploads and preview tables']] },
  { at: '4 (links)', found: 'Document links.', tests: [[LENSES, 'links the addresses of a file']] },
  {
    at: '4 (typing)',
    found: 'Formatting on type.',
    tests: [[LENSES, 'formats a declaration when its semicolon is typed']],
  },
  { at: '4 (pull)', found: 'Pull diagnostics.', tests: [[LENSES, 'answers the messages of a file']] },
  {
    at: '4 (completion)',
    found: 'Completion before `from`, in `columns("…")`, after a mistyped keyword.',
    tests: [
      [LENSES, 'completes columns before the tables are written'],
      ['packages/language/test/editor/mistyped-keywords.test.ts', 'completion after a mistyped keyword'],
    ],
  },
  {
    at: '4 (several)',
    found: 'One syntax message hides the others.',
    tests: [[`${MISTAKES}case-19.test.ts`, 'a fix leaves no message but those of other mistakes']],
  },
  { at: '5 (1)', found: 'Advice that gives null or nonsense.', tests: [CASE_19, HABITS] },
  {
    at: '5 (2)',
    found: 'Argument orders of BigQuery.',
    tests: [HABITS, [`${MISTAKES}function-habits.test.ts`, '$sql is $here']],
  },
  {
    at: '5 (3)',
    found: 'Wrong diagnoses.',
    tests: [CASE_19, [`${MISTAKES}syntax-habits.test.ts`, 'explains $pattern: $sql']],
  },
  {
    at: '5 (4)',
    found: 'Several messages for one mistake.',
    tests: [
      CASE_19,
      [`${MISTAKES}distinct-and-temporary.test.ts`, 'a temporary table has one message'],
      [`${MISTAKES}statement-habits.test.ts`, '%s is one message'],
    ],
  },
  { at: '5 (5)', found: 'A fix that makes it worse.', tests: [CASE_19] },
  { at: '5 (6)', found: '`date_part`, `1e400`, tuples.', tests: [CASE_19] },
  { at: '5 (7)', found: '`to_varchar` and names without advice.', tests: [CASE_19, HABITS] },
  {
    at: '5 (warnings)',
    found: 'No warning without an order.',
    tests: [
      ['packages/language/test/compile-time/doubts.test.ts', 'without an order is a warning'],
      [
        'packages/language/test/compile-time/orders.test.ts',
        'a result that depends on the order of rows has a warning',
      ],
    ],
  },
  {
    at: '6',
    found: 'What data engineers miss.',
    answer:
      'Wishes, not wrong values. Snapshots, rows without a source (`values`) and decisions about empty dates are there; the others are outside of this list.',
  },
];
