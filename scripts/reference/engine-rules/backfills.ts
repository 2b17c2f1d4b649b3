import { type Line, type Proof, type Section, testsOf } from './line.ts';

const rules = testsOf('packages/model/src/backfill.test.ts');
const api = testsOf('packages/server/src/features/backfills/graphql.test.ts');
const status = testsOf('packages/server/src/pipeline/backfills/status.test.ts');
const launch = testsOf('packages/server/src/features/backfills/launch-backfill.test.ts');
const preview = testsOf('packages/server/src/features/backfills/preview-backfill.test.ts');
const delivered = testsOf('packages/server/src/features/backfills/queries-state.test.ts');
const run = testsOf('packages/server/src/pipeline/backfills/run-backfill.test.ts');
const pages = testsOf('packages/server/src/api/graphql/page-sizes.test.ts');

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
const refused = (request: string): Proof => rules(`what may be backfilled > ${request} is refused`);
const ofFive = (title: string): Proof => run(`a backfill of five dates > ${title}`);

/** Backfills: sections 4, 5, 8 and 9 of the second document. */
export const BACKFILL_LINES: readonly Line[] = [
  rule(
    '2.4',
    'Preparing and running backfills can be cancelled; completed and cancelled ones are final.',
    status('a backfill > that is preparing can be cancelled'),
    status('a backfill > that is running can be cancelled'),
    status('a backfill > that is completed stays so'),
    status('a backfill > that is cancelled stays so'),
  ),
  rule(
    '2.4',
    'Once it is cancelled nothing of it is published; what ran is stopped, and its dates are free.',
    ofFive('publishes nothing once it is cancelled in the middle, and frees its dates'),
    launch(
      'the job that makes the flows of a backfill > cancels thousands of waiting pipelines at once, and none can be claimed afterwards',
    ),
  ),
  rule(
    '2.4',
    'Who cancelled it, and when, is kept; its title and description can be edited at any time.',
    api('a backfill > is launched, shown, renamed and cancelled'),
  ),
  rule(
    '2.4',
    'Pipelines are counted as they are: all, succeeded, failed and cancelled; dirty rows are told.',
    api('a backfill > counts its pipelines as they are, and lists them by report date, status and phase'),
  ),
  rule(
    '2.4',
    'Launching makes exactly the flows and downloads of the preview, once, whoever is killed.',
    launch(
      'the job that makes the flows of a backfill > makes exactly what the preview says, however often it is killed and whoever runs it',
    ),
  ),
  rule(
    '2.4',
    'A failed pipeline goes on when its download is started again; of a cancelled backfill nothing is.',
    ofFive('delivers all but the one whose download fails, and that too once it is started again'),
    ofFive('publishes nothing once it is cancelled in the middle, and frees its dates'),
  ),
  rule(
    '2.4',
    'The connected uploads of a choice are told, so that more can be chosen.',
    api('a backfill > names those in its way, and is previewed exactly'),
  ),
  rule(
    '2.4',
    'Runs are listed by report date, newest first, by status and by phase.',
    api('a backfill > counts its pipelines as they are, and lists them by report date, status and phase'),
  ),
  rule(
    '2.4',
    'Only those with the permission `backfills` see, launch and cancel them; nobody sees those of others.',
    api('a backfill > is for those who may run backfills only'),
    api('backfills of others > are in no list, no preview and no conflict'),
    api('backfills of others > cancelling answers like what never was, and changes nothing'),
  ),
  rule(
    '2.4',
    'The preview says for each upload and date: made, skipped, in conflict, or good already.',
    preview('the preview of a backfill > makes each upload for each date, and each download once a date'),
    preview(
      'the preview of a backfill > skips dates for which a schedule has no report, and uploads that read nothing',
    ),
    preview('the preview of a backfill > names the backfill that has an upload and a date already'),
    preview('the preview of a backfill > says what is good already, and makes it all the same'),
    delivered('the newest completed upload of a name and date is good'),
  ),
  rule(
    '2.4',
    'A source that keeps no history is fetched once, and says so before the launch.',
    preview('the preview of a backfill > downloads a source without dates once, and says that it keeps no history'),
    ofFive('delivers all but the one whose download fails, and that too once it is started again'),
  ),
  rule(
    '2.4',
    'What was delivered before is replaced, also when nothing has changed at the source.',
    ofFive('replaces what was delivered before, also when nothing has changed at the source, exactly once'),
  ),
  text('2.5', 'Backfill must have a name', refused('{"title":" \\n "}'), api('a backfill > is refused: {"title":""}')),
  text(
    '2.5',
    'Max Date Range is 30 days.',
    refused('{"start":"2026-10-21"}'),
    api('a backfill > is refused: {"start":"2025-12-01"}'),
  ),
  text('2.5', 'Select an Import.', refused('{"uploadNames":[]}'), api('a backfill > is refused: {"uploads":""}')),
  rule(
    '2.5',
    'A range of 30 days up to today may be backfilled.',
    rules('what may be backfilled > is thirty report dates up to today'),
  ),
  rule(
    '2.5',
    'Report dates in the future cannot be backfilled.',
    refused('{"end":"2026-11-21","start":"2026-11-01"}'),
    api('a backfill > is refused: {"end":"2999-01-01","start":"2998-12-31"}'),
  ),
  rule('2.5', 'The end of a range is not before its start.', refused('{"end":"2026-10-21"}')),
  rule(
    '2.5',
    'A description has 4000 characters at most, a title 500.',
    rules('what may be backfilled > a long description is refused'),
    rules('what may be backfilled > a long title is refused'),
  ),
  rule(
    '2.5',
    'Everything that is wrong is named at once.',
    rules('what may be backfilled > names everything that is wrong at once'),
  ),
  rule(
    '2.8',
    'A backfill that shares an upload and a report date with one in progress is refused, naming those in its way.',
    api('a backfill > names those in its way, and is previewed exactly'),
    launch('launching a backfill > lets neighbours in dates and in uploads be, and follows one that is over'),
  ),
  rule(
    '2.8',
    'Of two hundred launched at once exactly one succeeds; the database itself refuses the others.',
    launch('launching a backfill > succeeds for exactly one of two hundred at once that share an upload and a date'),
    launch('launching a backfill > is refused by the database itself, whoever writes the row'),
  ),
  rule(
    '2.9',
    'Its window is from 00:00:00.000Z of the first to 23:59:59.000Z of the last report date.',
    api('a backfill > is launched, shown, renamed and cancelled'),
  ),
  rule(
    '2.9',
    'A thousand uploads can be chosen, and no more.',
    launch('launching a backfill > takes a thousand uploads over thirty dates within two seconds'),
    rules('what may be backfilled > too many uploads are refused'),
  ),
  rule('2.9', 'A page of backfills has 20 rows.', pages('a page of backfills has 20 rows when no number is given')),
  rule(
    '2.9',
    'A page of a backfill’s messages has 50 rows.',
    pages('a page of events has 50 rows when no number is given'),
  ),
  rule(
    '2.9',
    'Backfills are found by dates, status and title: equals, contains, starts with.',
    api('a backfill > is found by status, dates and title'),
  ),
  text(
    '2.4',
    '{person} launched the backfill {title}: {uploads}, {first} to {last}.',
    ofFive('delivers all but the one whose download fails, and that too once it is started again'),
    api('a backfill > is launched, shown, renamed and cancelled'),
  ),
  text(
    '2.4',
    'The backfill {title} is over: {number} of {number} pipelines succeeded, {number} failed.',
    ofFive('delivers all but the one whose download fails, and that too once it is started again'),
  ),
  text(
    '2.4',
    '{person} cancelled the backfill {title}. Pipelines stopped: {number}.',
    ofFive('publishes nothing once it is cancelled in the middle, and frees its dates'),
  ),
  text(
    '2.4',
    'The backfill is over, so it cannot be cancelled.',
    status('a backfill > that is completed stays so'),
    api('a backfill > is launched, shown, renamed and cancelled'),
  ),
];
