import { UPLOADS_HINTS } from '../../../packages/server/src/pipeline/uploads/uploads-hint.ts';
import { type Line, type Proof, type Section, testsOf } from './line.ts';

const texts = testsOf('packages/server/src/features/downloads/status-texts.test.ts');
const hints = testsOf('packages/server/src/pipeline/uploads/uploads-hint.test.ts');
const abandon = testsOf('packages/server/src/features/transfers/abandon.test.ts');
const api = testsOf('packages/server/src/features/transfers/graphql.test.ts');
const files = testsOf('packages/server/src/features/transfers/rest.test.ts');
const suspension = testsOf('packages/server/src/pipeline/suspension/suspension.test.ts');
const pages = testsOf('packages/server/src/api/graphql/page-sizes.test.ts');
const requests = testsOf('packages/server/src/api/graphql/register-graphql.test.ts');
const statuses = testsOf('packages/model/src/status.test.ts');
const format = testsOf('packages/model/src/format.test.ts');
const load = testsOf('packages/engine/src/download/load/load.test.ts');
const pipeline = testsOf('packages/server/test/pipeline.test.ts');
const fileSources = testsOf('packages/server/test/files.test.ts');
const journal = testsOf('packages/server/src/features/integrations/journal.test.ts');
const unsuspend = testsOf('packages/server/src/pipeline/suspension/unsuspend.test.ts');
const told = testsOf('packages/server/test/outcome-events.test.ts')(
  'each download and upload tells how it went, with what it concerns',
);
const events = testsOf('packages/server/src/features/events/graphql.test.ts');

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
const date = (title: string): Proof => pipeline(`a report date, from its schedule to its file > ${title}`);

/** What a download shows instead of uploads, each with the case that gives it. */
const HINTS: Readonly<Record<keyof typeof UPLOADS_HINTS, string>> = {
  allDirty: 'when all rows are dirty',
  failed: 'when it failed',
  notScheduled: 'when no flow has been started yet',
  none: 'when its flow had no rows',
  unfinished: 'while it is %s',
};

const ABANDONABLE: readonly (readonly [noun: string, open: readonly string[], over: readonly string[]])[] = [
  [
    'download',
    ['queued', 'requested', 'downloading', 'unpacking', 'retrying', 'failed'],
    ['completed', 'STOPPED', 'cancelled', 'abandoned', 'skipped'],
  ],
  [
    'upload',
    ['preparing', 'queued', 'uploading', 'loading', 'retrying', 'failed'],
    ['completed', 'cancelled', 'abandoned'],
  ],
];
const abandoning = ABANDONABLE.flatMap(([noun, open, over]) => [
  rule(
    '1.4',
    `A person with \`manage-pipelines\` abandons the ${noun} that is ${open.join(', ')}; it becomes \`abandoned\` and leaves the list.`,
    ...open.map((status) =>
      abandon(`a person who may manage pipelines abandons > the ${noun} that is ${status}, and it leaves the list`),
    ),
  ),
  rule(
    '1.4',
    `Nobody abandons a ${noun} that is ${over.join(', ')}.`,
    ...over.map((status) =>
      abandon(
        `a person who may manage pipelines abandons > no ${noun} that is ${status}: The ${noun} has already finished.`,
      ),
    ),
  ),
  text(
    '1.4',
    `The ${noun} has already finished.`,
    abandon(
      `a person who may manage pipelines abandons > no ${noun} that is completed: The ${noun} has already finished.`,
    ),
  ),
]);

const LIST = 'a list > with ';

const stored = testsOf('packages/server/src/features/keys/stored-keys.test.ts');
const KEYS: Readonly<Record<'active' | 'suspended' | 'archived', readonly Proof[]>> = {
  active: [suspension('a suspended key > holds what needs it, says so, and lets it go once unsuspended')],
  suspended: [
    suspension('a suspended key > holds what needs it, says so, and lets it go once unsuspended'),
    stored('stored keys > are refused at use when they are suspended or archived'),
  ],
  archived: [
    suspension('a suspended key > that is archived is a missing one'),
    stored('stored keys > are refused at use when they are suspended or archived'),
  ],
};

/** Downloads, uploads and events: sections 4, 5, 8 and 9 of the first document. */
export const TRANSFER_LINES: readonly Line[] = [
  rule(
    '1.4',
    'Unfinished are queued, requested, downloading, unpacking and retrying downloads.',
    api(`${LIST}status: ["unfinished", "failed"]`),
    hints('uploadsHint > while it is %s'),
  ),
  rule(
    '1.4',
    'Progress is kept as done and expected rows, bytes and reports, each where it is known.',
    texts('readProgress > tells done from expected, and unknown from nothing'),
    api('a download > is shown whole'),
    load('the work around > reaches the middle once and reports progress'),
  ),
  rule(
    '1.4',
    'A completed download is a warning when some of its rows are dirty, an error when all are.',
    statuses('downloads > warns when some rows are dirty, and is red when all are'),
  ),
  ...abandoning,
  rule(
    '1.4',
    'Whoever may only look abandons neither downloads nor uploads.',
    abandon('a person who may only look abandons no download'),
    abandon('a person who may only look abandons no upload'),
  ),
  rule(
    '1.4',
    'An abandoned download or upload is abandoned by name, and its event says so.',
    api('saving > abandons a failed download, once, and tells by whom'),
  ),
  rule(
    '1.4',
    'Nothing that runs for an abandoned one publishes anything afterwards.',
    date('publishes nothing of what a person abandoned while it ran, and starts a failed one again on demand'),
  ),
  rule(
    '1.4',
    'A failed download or upload is started again by setting it to queued; nothing else is.',
    api('saving > tries a failed upload again and wakes a worker'),
    api('saving > refuses other statuses, unknown ids, and people without the permission'),
  ),
  text('1.4', 'Checking for new files', texts('waitingText > both looks known')),
  text(
    '1.4',
    'Subscribing',
    texts('waitingText > tells of a report that is being made, and nothing of what does not wait'),
  ),
  text(
    '1.4',
    'Report is being created at provider. Check back later for an estimated download start time.',
    texts('waitingText > tells of a report that is being made, and nothing of what does not wait'),
    texts('describeDownload > a report that is being made'),
  ),
  text('1.4', 'Source has not been probed yet.', texts('waitingText > no look yet')),
  text('1.4', 'Next probe will be scheduled shortly.', texts('waitingText > no next look')),
  text('1.4', 'Last probe: {time}. Next probe: {time}.', texts('waitingText > both looks known')),
  ...Object.entries(UPLOADS_HINTS).map(([name, hint]) =>
    text('1.4', hint, hints(`uploadsHint > ${HINTS[name as keyof typeof UPLOADS_HINTS]}`)),
  ),
  rule(
    '1.4',
    'A completed upload has its row count; it is shown with its destination and its inputs.',
    date('downloads, keeps dirty rows apart, groups and delivers'),
    api('uploads > are found by flow, download and part, with what they come from'),
  ),
  rule(
    '1.4',
    'A sample, once its download finished over 30 days ago, has expired.',
    files('dirty rows > after 30 days there are none'),
  ),
  rule(
    '1.4',
    'A sample is for those who manage the account.',
    files('samples > are given to those who manage the account'),
  ),
  rule(
    '1.4',
    'A suspended key is unsuspended by setting it active: what waited for it goes on.',
    suspension('a suspended key > holds what needs it, says so, and lets it go once unsuspended'),
  ),
  ...(['active', 'suspended', 'archived'] as const).map(
    (status): Line => ({ section: '1.4', kind: 'status', what: `key: \`${status}\``, proofs: KEYS[status] }),
  ),
  rule(
    '1.4',
    'The heartbeat answers "ok" while the database is up, and says when it is not.',
    testsOf('packages/server/src/api/http/app.test.ts')(
      'failures > the heartbeat is well while the database is, and says when it is not',
    ),
  ),
  rule('1.4', 'An archived key is a missing one.', suspension('a suspended key > that is archived is a missing one')),
  rule(
    '1.4',
    'The same report again is skipped, and the reason says so.',
    fileSources(
      'files, from their arrival to their upload > waits for the file of a due date, then takes each new version and skips what is the same',
    ),
  ),
  rule(
    '1.4',
    'A report that the provider is making is asked for again, as requested, and given up after 192 hours.',
    fileSources('a report that is never made > ends in an error that says so'),
  ),
  rule(
    '1.4',
    'An event says whether it is tried again, for the how-manieth time, and of how many.',
    events('events > lead to what they concern'),
    date('retries a source that fails, tells each time, and delivers once it recovers'),
  ),
  rule(
    '1.5',
    'Search is a substring of name, description or id, in any case.',
    api(`${LIST}search: "BÜRO_50%"`),
    api('a list > an id is found by search'),
    events('events > with search: "DAILY"'),
  ),
  rule(
    '1.5',
    'Ranges of dates include both ends.',
    api(`${LIST}report_datetime_after: "2026-11-11", report_datetime_before: "2026-11-13"`),
    api(`${LIST}downloaded_after: "2026-11-14", downloaded_before: "2026-11-14"`),
    events('events > with created_after: "2026-11-19", created_before: "2026-11-19"'),
  ),
  rule(
    '1.5',
    'Dirty rows cannot be had when the download finished over 30 days ago.',
    files('dirty rows > after 30 days there are none'),
  ),
  text('1.8', 'Samples are expired after 30 days.', files('dirty rows > after 30 days there are none')),
  text(
    '1.8',
    'Downloading files over 30 days old is not supported.',
    files('dirty rows > after 30 days there are none'),
  ),
  text(
    '1.8',
    'Unknown server error.',
    requests(
      'what is wrong with an operation > the unexpected names the request, and nothing else, and goes to the log',
    ),
  ),
  text('1.8', 'You do not have access to this.', abandon('a person who may only look abandons no download')),
  rule(
    '1.8',
    'Without a usable token the answer is 401.',
    requests('the request > without a usable token answers 401'),
  ),
  rule(
    '1.8',
    'What one may not do, or an account of others, is answered with 403.',
    requests('the account > of others, unknown, and absent answer alike'),
    abandon('a person who may only look abandons no download'),
  ),
  rule(
    '1.9',
    'Samples, dirty rows and test results are to be had for 30 days.',
    files('dirty rows > after 30 days there are none'),
    testsOf('packages/server/src/features/test-runs/graphql.test.ts')(
      'the result of a test run > is fetched as a compressed file for thirty days',
    ),
  ),
  rule(
    '1.9',
    'A preview of dirty rows has 100 rows at most.',
    files('dirty rows > the first 100 as JSON texts'),
    files('dirty rows > first_101_rows is refused'),
  ),
  rule('1.9', 'A page of downloads has 20 rows.', pages('a page of downloads has 20 rows when no number is given')),
  rule('1.9', 'A page of uploads has 20 rows.', pages('a page of uploads has 20 rows when no number is given')),
  rule('1.9', 'A page of events has 50 rows.', pages('a page of events has 50 rows when no number is given')),
  rule(
    '1.9',
    'A choice of declarations has 1000 at most.',
    pages('a choice of source_bundles has 1000 rows at most'),
    pages('a choice of export_declarations has 1000 rows at most'),
  ),
  rule(
    '1.9',
    'The percentage of dirty rows is floored.',
    format('numbers > shows full figures, bytes and floored percents'),
  ),
  rule(
    '1.9',
    'A timestamp without zone is UTC, cut to 19 characters.',
    format('dates > takes a timestamp without zone for UTC'),
  ),
  rule(
    '1.9',
    'Times read "MMM d, h:mmaaa" in the current year, and with the year otherwise.',
    format('dates > shows times in the zone asked for, with the year only when it is another'),
  ),
  rule(
    '1.9',
    'How the days of a declaration went is counted for 30 days back, by report date or by the day of the transfer.',
    journal('import_status > counts the published runs of each report date, a month back'),
    journal('import_status > counts by the day on which they finished; what is not finished as of today'),
    journal('export_status > counts uploads by report date and by the day on which they finished'),
  ),
  text('1.4', 'Abandoned by {name}.', api('saving > abandons a failed download, once, and tells by whom')),
  text('1.4', 'Started again by {name}.', api('saving > tries a failed upload again and wakes a worker')),
  text('1.4', '{name}: downloaded {number} rows.', told),
  text('1.4', '{name}: {number} of {number} rows are dirty.', told),
  text('1.4', '{name}: uploaded {number} rows to {destination}.', told),
  text(
    '1.4',
    'Identical report already downloaded',
    fileSources(
      'files, from their arrival to their upload > waits for the file of a due date, then takes each new version and skips what is the same',
    ),
  ),
  text(
    '1.4',
    'The key {name} was unsuspended by {person}. Waiting: {number}, tried again: {number}.',
    unsuspend('unsuspending is told with what it set going > a key'),
  ),
  text(
    '1.4',
    '{name} was unsuspended by {person}. {number} failed runs are tried again.',
    unsuspend('unsuspending is told with what it set going > a download of which 2 runs failed'),
  ),
];
