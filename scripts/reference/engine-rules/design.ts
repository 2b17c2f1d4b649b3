import { type Line, type Proof, testsOf } from './line.ts';

const schedule = testsOf('packages/model/src/schedule.test.ts');
const worked = testsOf('packages/model/src/schedule-table.test.ts');
const suspensions = testsOf('packages/model/src/suspension.test.ts');
const retry = testsOf('packages/engine/src/retry.test.ts');
const load = testsOf('packages/engine/src/download/load/load.test.ts');
const fetch = testsOf('packages/engine/src/download/fetch/fetch.test.ts');
const states = testsOf('packages/engine/src/flow/table-states.test.ts');
const results = testsOf('packages/engine/src/flow/build-results.test.ts');
const unit = testsOf('packages/server/src/units/unit.test.ts');
const heldUploads = testsOf('packages/server/src/pipeline/uploads/held-uploads.test.ts');
const taken = testsOf('packages/server/src/units/take-unit.test.ts');
const scheduler = testsOf('packages/server/src/pipeline/schedule/scheduler.test.ts');
const reconciler = testsOf('packages/server/src/units/reconciler.test.ts');
const prober = testsOf('packages/server/src/pipeline/sources/prober.test.ts');
const failures = testsOf('packages/server/src/pipeline/sources/prober-failures.test.ts');
const queue = testsOf('packages/server/src/queue/queue.test.ts');
const due = testsOf('packages/server/src/pipeline/flows/due-flows.test.ts');
const launch = testsOf('packages/server/src/pipeline/flows/launch-flow.test.ts');
const sourcing = testsOf('packages/server/src/pipeline/flows/sourcing.test.ts');
const started = testsOf('packages/server/src/pipeline/flows/start-flows.test.ts');
const ends = testsOf('packages/server/src/pipeline/flows/end-flow.test.ts');
const suspension = testsOf('packages/server/src/pipeline/suspension/suspension.test.ts');
const pipeline = testsOf('packages/server/test/pipeline.test.ts');
const kept = testsOf('packages/server/test/kept-rows.test.ts');
const turns = testsOf('packages/server/test/concurrency-slots.test.ts');
const month = testsOf('packages/server/test/month.test.ts');
const destinations = testsOf('packages/connectors/src/destinations.test.ts');
const deadlines = testsOf('packages/server/src/pipeline/deadlines/deadlines.test.ts');
const swap = testsOf('packages/server/src/pipeline/uploads/swap.test.ts');
const retryFlow = testsOf('packages/server/src/pipeline/flows/retry-flow.test.ts');
const waits = testsOf('packages/model/src/waiting.test.ts');
const rest = testsOf('packages/server/src/features/transfers/rest.test.ts');

const rule = (what: string, ...proofs: readonly Proof[]): Line => ({ section: 'design', kind: 'rule', what, proofs });
const text = (what: string, ...proofs: readonly Proof[]): Line => ({ section: 'design', kind: 'text', what, proofs });
const date = (title: string): Proof => pipeline(`a report date, from its schedule to its file > ${title}`);
const threeDates = (title: string): Proof => suspension(`three report dates in a row that fail > ${title}`);

/** What the specification leaves to the engine, and its design decides. */
export const DESIGN_LINES: readonly Line[] = [
  rule(
    'Each local hour of each scheduled day happens once, whatever the clocks do.',
    schedule('due runs > runs each report date of two years exactly once in %s, at every hour'),
    worked('schedules, worked out by hand > summer time begins: 2:00 runs at 3:00'),
    worked('schedules, worked out by hand > summer time ends: 1:30 comes twice, 1:00 runs once'),
  ),
  rule(
    'The 31st is also the last day of a shorter month.',
    schedule('due runs > takes the last day of a shorter month for a later one'),
  ),
  rule(
    'Past report dates are fetched again as declared.',
    schedule('due runs > fetches past report dates again, each under a trigger of its own'),
  ),
  rule(
    'Missed runs are made once, back to the lookback.',
    scheduler('the scheduler > makes every missed run once, whoever runs it and however often'),
    scheduler('the scheduler > reaches back no further than the lookback'),
    month('a month of an account > catches up what the outage left, as far as each lookback goes'),
  ),
  rule('What is suspended is not run.', scheduler('the scheduler > does not run what is suspended')),
  rule(
    'A source without dates runs once, however many runs were missed.',
    scheduler('the scheduler > runs a source without dates once, however many of its runs were missed'),
  ),
  rule(
    'A due date of a file source waits until its file comes, and is given up after the lookback.',
    prober('looking for files > shows due dates as waiting, and fills them when their files come'),
    prober('looking for files > gives up dates whose file has not come within the lookback, and takes it even then'),
  ),
  rule('A file is not taken while it grows.', prober('looking for files > waits while a file grows')),
  rule(
    'A changed or further file makes a new version of all files of its date.',
    prober(
      'looking for files > makes a new version of all files of a date when one comes late or changes, and nothing of unchanged ones',
    ),
  ),
  rule(
    'A look that fails is never read as no files.',
    failures('a look that fails > is never read as no files: it is told, and made again at growing intervals'),
  ),
  rule(
    'A failure is never read as no rows.',
    date('never takes a permanent refusal for no rows'),
    date('never takes an endless failure for no rows'),
    date('never takes half an answer for no rows'),
    date('never takes other columns for no rows'),
    fetch('fetchSource > no file is an answer; a failure is none'),
  ),
  rule(
    'Transient and internal failures are tried again; permanent ones and refused keys are not.',
    retry('decideRetry > transient and internal failures are tried again'),
    retry('decideRetry > permanent and authentication failures are not'),
  ),
  rule(
    'Waits double from half a minute to half an hour, with chance, and are never shorter than the other side asked for.',
    retry('retryDelay > doubles from half a minute to half an hour'),
    retry('retryDelay > waits at least as long as the other side asked, within reason'),
  ),
  rule(
    'After five retries it is over.',
    date('never takes an endless failure for no rows'),
    reconciler('the reconciler > gives a unit up that kills every worker, with one last event'),
  ),
  rule(
    'One worker at a time has a unit; an attempt that was superseded or revoked writes nothing.',
    unit('a unit of work > is claimed by exactly one of many workers'),
    unit('a unit of work > lets a superseded attempt renew nothing and write nothing'),
    unit('a unit of work > is beyond every attempt once it is revoked'),
  ),
  rule(
    'Three report dates in a row that failed suspend a download or upload.',
    threeDates('suspend the download; unsuspending it tries them again'),
    threeDates('do not when one of them succeeds'),
    suspensions('one date failed three times'),
    heldUploads('three report dates in a row whose processing failed > suspend their uploads, and no others'),
    month('a month of an account > suspends what fails three dates, and catches it up once unsuspended'),
  ),
  text(
    '{name} is suspended: its last 3 report dates failed. Mend the cause, then unsuspend it.',
    threeDates('suspend the download; unsuspending it tries them again'),
  ),
  rule(
    'Unsuspending catches up: what waited goes on, and what failed within the lookback is tried again.',
    threeDates('suspend the download; unsuspending it tries them again'),
    month('a month of an account > suspends what fails three dates, and catches it up once unsuspended'),
  ),
  rule(
    'A key that was refused is suspended; what needs it waits until it is mended.',
    failures('a look that fails > suspends a key that was refused, and waits until it is mended'),
    suspension('a suspended key > holds what needs it, says so, and lets it go once unsuspended'),
  ),
  rule(
    'So many units use a key at once, and no more.',
    suspension('turns of a key > are given to so many units at once, and passed on'),
  ),
  rule(
    'A place that a unit cannot use goes to the next that can.',
    taken('a turn that its unit cannot use > goes to the next that can, past all that wait for something else by now'),
    turns('those of a suspended source leave their places to those that share its key'),
    turns('those that wait for a key go on with the key that a later script names'),
  ),
  rule(
    'What waited for a deactivated account goes on once it is active again.',
    reconciler('the reconciler > releases what was laid aside for an account once that is active again'),
  ),
  rule(
    'An upload whose processing failed says so under its own name, and why.',
    heldUploads('uploads whose processing failed > each say so once, beside their flow'),
    heldUploads('uploads whose processing failed > are found by their names and ids, and said on the home page'),
  ),
  rule(
    'A flow of which people ended all that it had to deliver is ABANDONED.',
    ends('a pipeline of a backfill of which people abandon every upload counts as cancelled'),
  ),
  rule(
    'Kept rows of a newer version are never replaced by those of an older one, nor a newer state of them by an older one.',
    kept('a flow that is late never puts older rows of its report date over newer ones'),
    kept('an upload that is late never puts fewer kept rows in the place of more'),
  ),
  rule(
    'An upload that is published while its inputs are under way is made whichever of them comes last.',
    started('an upload that is published while its inputs are under way is started whichever comes last (a)'),
  ),
  rule(
    'A row that does not fit is dirty: kept out of the table, with line, column, reason and text.',
    load('dirty rows > stay out of the table, with line, column, reason and text'),
    rest('dirty rows > come as the files that were kept, for keeping only'),
  ),
  rule(
    'What only the strict reading refuses is a new dirty row, and stays in the table.',
    load('dirty rows > integer reads "12.0" leniently, which is a new dirty row'),
    load('dirty rows > date reads "20250102" leniently, which is a new dirty row'),
  ),
  rule(
    'A download whose rows are all dirty fails, and its source is suspended.',
    date('fails a download whose rows are all dirty, and suspends its source'),
  ),
  rule(
    'A flow is due when every input of an upload is there; uploads that share inputs are one flow.',
    due('which flows are due > waits until every input of an upload is there'),
    due('which flows are due > puts uploads that share inputs into one flow, through others too'),
  ),
  rule(
    'The same inputs make no second flow, and newer ones a new one.',
    due('which flows are due > names the same work the same, and work on newer data anew'),
  ),
  rule(
    'A launched flow waits for all its downloads; one that failed or was ended ends it.',
    sourcing('a flow starts only when every download has rows'),
    launch('a flow launched ahead of its downloads > waits for the last of them, then reads their parts'),
    launch('a download that a person ends takes its flows with it'),
  ),
  text(
    'Nothing was processed, because the download {name} for {date} failed. Start that download again to go on: {reason}',
    launch(
      'a download that fails for good > ends the flows that wait for it, with a message that names it, and revives them when it is started again',
    ),
  ),
  rule(
    'A flow that a failed download ended goes on once that is started again.',
    launch(
      'a download that fails for good > ends the flows that wait for it, with a message that names it, and revives them when it is started again',
    ),
  ),
  rule(
    'The rows of an upsert table are kept from flow to flow, however many run at once.',
    states('a run starts from the rows that the one before left'),
    date('keeps the rows of an upsert table from flow to flow, however many run at once'),
  ),
  rule(
    'A flow beyond its memory or time fails alone.',
    results('tables > a query beyond its memory fails alone'),
    results('tables > a query beyond its time is ended'),
  ),
  rule('Equal inputs give equal bytes.', results('equal inputs give equal bytes, run after run')),
  rule(
    'A result without rows leaves the destination alone.',
    date('leaves the destination alone when the query gives no rows'),
    destinations('%s > is never given an empty result, and would not take one'),
  ),
  rule(
    'A result is delivered once, however often it is tried; a newer one replaces it, an older one is refused.',
    destinations('%s > in mode %s > delivers the same result once, however often it is asked to'),
    destinations('%s > in mode %s > takes a newer result, and refuses an older one'),
    destinations('%s > in mode %s > has the rows once after a crash in the middle'),
    destinations('%s > in mode %s > has the rows once after a crash when delivered'),
  ),
  rule(
    'Work that is cancelled stops within five seconds.',
    destinations('%s > stops within five seconds when it is cancelled, before it begins and in the middle'),
    fetch('fetchSource > an abort closes the connection and gives its reason'),
  ),
  rule(
    'Production comes before backfills, these before tests; then what is nearest to its destination.',
    queue('the queue > lets purpose decide before nearness, and nearness before the report date'),
  ),
  rule(
    'No account holds up another: whoever has its share is passed over.',
    queue('the queue > gives production first, and passes over accounts that have their share'),
  ),
  rule(
    'An upload that is not there by its deadline is late: said once, with what it waits for.',
    deadlines('an upload with a deadline > is late once, with what it waits for, when it has passed'),
    deadlines(
      'an upload with a deadline > says what is missing when nothing came, and that all is there when only processing is',
    ),
  ),
  rule(
    'What failed, was abandoned or has no rows is not called late as well.',
    deadlines('an upload with a deadline > is not late when it was failed'),
    deadlines('an upload with a deadline > is not late when it was abandoned'),
    deadlines('an upload with a deadline > is not late when it was without rows'),
  ),
  rule(
    'Once a late upload is delivered, an event says by how much it was late.',
    deadlines('an upload with a deadline > says by how much it was late once it is uploaded, in events and calls'),
  ),
  rule(
    'An upload without a deadline takes its account’s.',
    deadlines('an upload with a deadline > takes its account’s own when it declares none'),
  ),
  rule(
    'A cancel wins, or says that it lost: who is told that it worked never finds the rows afterwards.',
    swap('shows nothing any more once it is abandoned, however near the end the attempt was'),
    swap('waits for a delivery that is just being shown, and is too late when that arrives'),
    swap('wins when the delivery that is just being shown is refused at the very end'),
  ),
  rule(
    'A cancel that cannot know in time what becomes of a delivery promises nothing.',
    swap('promises nothing when what becomes of the delivery is not known in time'),
  ),
  rule(
    'A flow whose processing failed is processed again, and only that, with its uploads behind it.',
    retryFlow('a flow whose processing failed > is processed again, and only that, with its uploads behind it'),
    retryFlow(
      'a flow whose processing failed > is also started again from one of its uploads, but for those that were abandoned',
    ),
    retryFlow('retry_flow > starts a failed one again for those who may, and says why not'),
  ),
  text('Activate the account again.', waits('account_deactivated: its account is not active')),
  text('Unsuspend the download {name}.', waits('source_suspended: its download is suspended')),
  text('Unsuspend the upload {name}.', waits('upload_suspended: its upload is suspended')),
  text('Add a key named {name} under Keys.', waits('key_missing: there is no such key')),
  text(
    'Reconnect or unsuspend the key {name}.',
    suspension('a suspended key > holds what needs it, says so, and lets it go once unsuspended'),
  ),
  text('Retry or abandon {name}.', waits('inputs_missing: a download failed')),
  text('a turn of the key {name}', waits('key_limit: its key has its share')),
  text('a turn of the account', waits('account_limit: its account has its share')),
  text('retry {number} of {number}', waits('retry_scheduled: it is to be tried again')),
  rule(
    'Work runs exactly when nothing keeps it from running, by the same decision that people are shown.',
    waits('%s: %s'),
    suspension('a suspended key > holds what needs it, says so, and lets it go once unsuspended'),
  ),
];
