import type { Position } from '@switchboard/model/plan';
import { optional, required } from '../../graphql/arguments.ts';
import { builder, VIEW } from '../../graphql/builder.ts';
import { boolean, dateTime, from, id, nullable, object, objects, string, strings } from '../../graphql/columns.ts';
import { accountOf, type GraphqlContext, inAccount } from '../../graphql/context.ts';
import { defineQuery } from '../../graphql/mutation.ts';
import { defineObject, hasProperty } from '../../graphql/object-type.ts';
import { NotFound, notFoundRef, POSITION_COLUMNS, refusalRef } from '../../graphql/value-types.ts';
import { type Dependency, type Details, readDetails } from './details.ts';
import type { HomeCause, HomeEntry, SparklineDay } from './health.ts';
import { type Homepage, readHomepage } from './homepage.ts';
import type { HomeEventRow } from './queries.ts';
import { NoPublishedScriptbook, unpublishedRef } from './unpublished.ts';

const homepageRef = builder.objectRef<Homepage>('Homepage');
const entryRef = builder.objectRef<HomeEntry>('HomeEntry');
const dayRef = builder.objectRef<SparklineDay>('SparklineDay');
const causeRef = builder.objectRef<HomeCause>('HomeCause');
const eventRef = builder.objectRef<HomeEventRow & { readonly qualname: string }>('HomeEvent');
const downloadDetailsRef = builder.objectRef<Details>('DownloadDetails');
const uploadDetailsRef = builder.objectRef<Details>('UploadDetails');
const dependencyRef = builder.objectRef<Dependency>('HomeDependency');
const positionRef = builder.objectRef<Position>('ScriptPosition');

function defineSmallTypes(): void {
  defineObject(dayRef, {
    description: 'The health of one report date.',
    authScopes: VIEW,
    columns: {
      status: nullable(
        string('retrying, clean, warning, issue, failed, missing or expected; null when nothing is due.'),
      ),
      running: boolean('Whether a run for the date is in progress.'),
    },
  });
  defineObject(positionRef, {
    description: 'The position of a declaration in the script.',
    authScopes: VIEW,
    columns: POSITION_COLUMNS,
  });
  defineObject(causeRef, {
    description: 'Why a download or upload is not in order, and what that delays.',
    authScopes: VIEW,
    columns: {
      kind: string('suspended, key (one that it needs is suspended), failed, issue, missing, warning or retrying.'),
      code: nullable(string('Error code of the event that explains it.')),
      runId: nullable(string('The download or upload of the subject that this event is about.')),
      title: string('The cause in a few words.'),
      since: nullable(string('First of the days in a row that are not in order, yyyy-MM-dd; null when all are.')),
      day: nullable(string('Newest of the most serious days, yyyy-MM-dd; null when all are in order.')),
      subjectKind: string('The kind of the subject: key, download or upload.'),
      subject: string('Name of the key, download or upload that is responsible.'),
      via: nullable(string('The download through which an upload depends on the subject.')),
      affected: strings('The published uploads that read the download.'),
      lateSince: nullable(
        string(
          'First report date of the upload that missed its deadline and is not delivered, yyyy-MM-dd; null when none has.',
        ),
      ),
    },
  });
  defineObject(eventRef, {
    description: 'The latest warning or error of the production runs of a download or upload.',
    authScopes: VIEW,
    columns: {
      eventId: from('id', id('Id of the event.')),
      created: dateTime('When it happened.'),
      message: string('Description of the event.'),
      purpose: nullable(string('production.')),
      qualname: string('Qualified name: project and declaration, separated by a dot.'),
      severity: string('warn, error or fatal.'),
      willRetry: from(
        'will_retry',
        nullable(boolean('Whether the failed attempt is retried; null when the event is not a failure.')),
      ),
    },
  });
}

/** Health columns of downloads and uploads in lists and details. */
const HEALTH_COLUMNS = {
  name: string('Name of the declaration.'),
  project: string('Project that declares it.'),
  destination: nullable(string('Destination of an upload; null for a download.')),
  artifactStatus: string('active, suspended, or paused by a person.'),
  dependencyStatus: string(
    'working, suspended (a key or download that it needs), blocked (by a key that a download needs) or paused (one of these).',
  ),
  level: string(
    'Level of the last seven days: Working, Notice, Issue or Error. At least Error while something that it needs is suspended, and Issue while it is blocked. Working while it is paused.',
  ),
  idle: boolean('Whether it has not run for more than seven days.'),
  message: string('How it is doing, in words: that it is suspended, blocked or idle, its event, or that it is well.'),
  messageKind: string('error, warning, dirty (some rows are) or information.'),
  pos: from('position', object(positionRef, 'Position of the declaration.')),
} as const;

function defineEntry(): void {
  defineObject(entryRef, {
    description: 'The health of a download or upload in the last seven days.',
    authScopes: VIEW,
    columns: {
      ...HEALTH_COLUMNS,
      sparkline: objects(dayRef, 'The last seven days, oldest first.'),
      status: nullable(string('The most serious status of the seven days.')),
    },
    fields: (t) => ({
      event: t.field({
        type: eventRef,
        nullable: true,
        description: 'The latest warning or error of the seven days.',
        resolve: eventOf,
      }),
      cause: t.field(CAUSE_FIELD),
    }),
  });
}

const CAUSE_FIELD = {
  type: causeRef,
  nullable: true,
  description: 'Why it is not in order; null when it is.',
  resolve: ({ cause }: HomeEntry) => cause,
} as const;

const eventOf = ({ event, project, name }: HomeEntry) => event && { ...event, qualname: `${project}.${name}` };

function defineDetails(): void {
  defineObject(dependencyRef, {
    description: 'A key, download or upload with which another declaration is connected.',
    authScopes: VIEW,
    columns: {
      name: string('Its name.'),
      status: string('working, suspended or paused (by itself) or blocked (by its key).'),
    },
  });
  for (const [kind, ref, others, description] of [
    ['download', downloadDetailsRef, 'uploads', 'The published uploads that read it.'],
    ['upload', uploadDetailsRef, 'downloads', 'The downloads that it reads.'],
  ] as const)
    defineObject(ref, {
      description: `The health of one ${kind} in the previous and the current month.`,
      authScopes: VIEW,
      isTypeOf: (value) => hasProperty('scriptbookId')(value) && Reflect.get(Object(value), 'kind') === kind,
      columns: {
        ...HEALTH_COLUMNS,
        status: from('artifactStatus', string('active, suspended, or paused by a person.')),
        sparkline: objects(dayRef, 'The days of the previous and the current month up to today, oldest first.'),
        sparklineFirstDate: from('firstDate', string('First day of the sparkline, yyyy-MM-dd.')),
        scriptbookId: id('Id of the published version of the scripts.'),
        hasReportDates: boolean('Whether its runs have report dates.'),
        keys: objects(dependencyRef, 'The key that it uses.'),
        [others]: from('uses', objects(dependencyRef, description)),
      },
      fields: (t) => ({
        event: t.field({
          type: eventRef,
          nullable: true,
          description: 'The latest warning or error of the last seven days.',
          resolve: eventOf,
        }),
        cause: t.field(CAUSE_FIELD),
        refreshedAt: t.field({
          type: 'DateTime',
          description: 'When the health was determined.',
          resolve: (details) => new Date(details.refreshedAt),
        }),
      }),
    });
}

const CURRENT = { refresh: boolean('Has no effect: the answer is always current.') };

async function detailsOf(context: GraphqlContext, kind: 'download' | 'upload', name: string) {
  const found = await inAccount(context, (tx, accountId) => readDetails(tx, accountId, { kind, name }, context.now()));
  if (found === undefined) return new NoPublishedScriptbook();
  return found ?? new NotFound(`There is no published ${kind} ${name.slice(0, 200)}.`);
}

function defineDetailQueries(): void {
  defineQuery('downloadDetails', {
    authScopes: VIEW,
    description: 'The health of one published download, by day, and what it is connected with.',
    result: {
      name: 'DownloadDetailsResult',
      description: 'The health of the download, or why there is none.',
      types: [downloadDetailsRef, unpublishedRef, notFoundRef],
    },
    args: { ...required({ downloadName: string('Name of the download.') }), ...optional(CURRENT) },
    resolve: ({ downloadName }, context) => detailsOf(context, 'download', downloadName),
  });
  defineQuery('uploadDetails', {
    authScopes: VIEW,
    description: 'The health of one published upload, by day, and what it is connected with.',
    result: {
      name: 'UploadDetailsResult',
      description: 'The health of the upload, or why there is none.',
      types: [uploadDetailsRef, unpublishedRef, notFoundRef],
    },
    args: { ...required({ uploadName: string('Name of the upload.') }), ...optional(CURRENT) },
    resolve: ({ uploadName }, context) => detailsOf(context, 'upload', uploadName),
  });
}

/** The health of published declarations. */
export function defineHome(): void {
  defineSmallTypes();
  defineEntry();
  defineDetails();
  defineDetailQueries();
  defineObject(homepageRef, {
    description: 'The health of the published downloads and uploads.',
    authScopes: VIEW,
    isTypeOf: hasProperty('firstDate'),
    columns: {
      downloads: objects(entryRef, 'Downloads, in the order of their declaration.'),
      uploads: objects(entryRef, 'Uploads, in the order of their declaration.'),
      sparklineFirstDate: from('firstDate', string('First day of every sparkline, yyyy-MM-dd.')),
    },
    fields: (t) => ({
      refreshedAt: t.field({
        type: 'DateTime',
        description: 'When the health was determined.',
        resolve: (home) => new Date(home.refreshedAt),
      }),
    }),
  });
  defineObject(unpublishedRef, {
    description: 'The account has not published a script.',
    authScopes: VIEW,
    isTypeOf: (value) => value instanceof NoPublishedScriptbook,
    interfaces: [refusalRef],
    columns: { message: string('Text to show in place of the home page.') },
  });
  defineQuery('homepage', {
    authScopes: VIEW,
    description: 'The health of the published downloads and uploads in the last seven days.',
    result: {
      name: 'HomepageResult',
      description: 'The health of the published downloads and uploads, or that none are published.',
      types: [homepageRef, unpublishedRef],
    },
    args: optional(CURRENT),
    resolve: async (_args, context) =>
      (await readHomepage(context.database, accountOf(context), context.now())) ?? new NoPublishedScriptbook(),
  });
}
