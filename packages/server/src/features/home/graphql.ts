import type { Position } from '@switchboard/model';
import { optional } from '../../graphql/arguments.ts';
import { builder, VIEW } from '../../graphql/builder.ts';
import { boolean, dateTime, from, id, nullable, object, objects, string } from '../../graphql/columns.ts';
import { inAccount } from '../../graphql/context.ts';
import { defineQuery } from '../../graphql/mutation.ts';
import { defineObject, hasProperty } from '../../graphql/object-type.ts';
import { POSITION_COLUMNS } from '../../graphql/value-types.ts';
import { type HomeEntry, type Homepage, readHomepage, type SparklineDay } from './homepage.ts';
import type { HomeEventRow } from './queries.ts';

const homepageRef = builder.objectRef<Homepage>('Homepage');
const entryRef = builder.objectRef<HomeEntry>('HomeEntry');
const dayRef = builder.objectRef<SparklineDay>('SparklineDay');
const eventRef = builder.objectRef<HomeEventRow & { readonly qualname: string }>('HomeEvent');
const positionRef = builder.objectRef<Position>('ScriptPosition');

class NoPublishedScriptbook {
  readonly message = 'No scriptbook has been published. Publish some pipelines';
}
const unpublishedRef = builder.objectRef<NoPublishedScriptbook>('NoPublishedScriptbook');

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
  defineObject(eventRef, {
    description: 'The latest event of a download or upload.',
    authScopes: VIEW,
    columns: {
      eventId: from('id', id('Id of the event.')),
      created: dateTime('When it happened.'),
      message: string('Description of the event.'),
      purpose: nullable(string('production or backfill.')),
      qualname: string('Qualified name: project and declaration, separated by a dot.'),
      severity: string('debug, info, warn, error or fatal.'),
      willRetry: from(
        'will_retry',
        nullable(boolean('Whether the failed attempt is retried; null when the event is not a failure.')),
      ),
    },
  });
}

function defineEntry(): void {
  defineObject(entryRef, {
    description: 'The health of a download or upload in the last seven days.',
    authScopes: VIEW,
    columns: {
      name: string('Name of the declaration.'),
      project: string('Project that declares it.'),
      destination: nullable(string('Destination of an upload; null for a download.')),
      artifactStatus: string('active or suspended.'),
      dependencyStatus: string(
        'working, suspended (a key or download that it needs) or blocked (by a key that a download needs).',
      ),
      sparkline: objects(dayRef, 'The last seven days, oldest first.'),
      status: nullable(string('The most serious status of the seven days.')),
      level: string('Working, Notice, Issue or Error.'),
      idle: boolean('Whether it has not run for more than seven days.'),
      pos: from('position', object(positionRef, 'Position of the declaration.')),
    },
    fields: (t) => ({
      event: t.field({
        type: eventRef,
        nullable: true,
        description: 'The latest event of the seven days.',
        resolve: ({ event, project, name }) => event && { ...event, qualname: `${project}.${name}` },
      }),
    }),
  });
}

/** The health of published declarations. */
export function defineHome(): void {
  defineSmallTypes();
  defineEntry();
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
    args: optional({ refresh: boolean('Has no effect: the answer is always current.') }),
    resolve: (_args, context) =>
      inAccount(
        context,
        async (tx, accountId) => (await readHomepage(tx, accountId, context.now())) ?? new NoPublishedScriptbook(),
      ),
  });
}
