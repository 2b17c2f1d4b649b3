import type { Position } from '@switchboard/model';
import { type Builder, builder } from '../../graphql/builder.ts';
import { inAccount } from '../../graphql/context.ts';
import { type HomeEntry, type Homepage, readHomepage, type SparklineDay } from './homepage.ts';
import type { HomeEventRow } from './queries.ts';

const homepageRef = builder.objectRef<Homepage>('Homepage');
const entryRef = builder.objectRef<HomeEntry>('HomeEntry');
const dayRef = builder.objectRef<SparklineDay>('SparklineDay');
const eventRef = builder.objectRef<{ readonly row: HomeEventRow; readonly qualname: string }>('HomeEvent');
const posRef = builder.objectRef<Position>('ScriptPosition');

class NoPublishedScriptbook {
  readonly message = 'No scriptbook has been published. Publish some pipelines';
}
const nothingRef = builder.objectRef<NoPublishedScriptbook>('NoPublishedScriptbook');

const VIEW = { permission: 'view' } as const;

function defineSmallTypes(): void {
  dayRef.implement({
    description: 'How one report date stands.',
    authScopes: VIEW,
    fields: (t) => ({
      status: t.exposeString('status', {
        nullable: true,
        description: 'retrying, clean, warning, issue, failed, missing or expected; null when nothing is due.',
      }),
      running: t.exposeBoolean('running', { description: 'Whether a run of it is under way.' }),
    }),
  });
  posRef.implement({
    description: 'Where a declaration stands in the script.',
    authScopes: VIEW,
    fields: (t) => ({
      path: t.exposeString('path', { description: 'The file.' }),
      startLine: t.exposeInt('startLine', { description: 'The line it begins on, from 1.' }),
      endLine: t.exposeInt('endLine', { description: 'The line it ends on.' }),
      startColumn: t.exposeInt('startColumn', { description: 'The column it begins at, from 1.' }),
      endColumn: t.exposeInt('endColumn', { description: 'The column behind its end.' }),
    }),
  });
  eventRef.implement({
    description: 'What was told of it last.',
    authScopes: VIEW,
    fields: (t) => ({
      eventId: t.id({ description: "The event's id.", resolve: ({ row }) => row.id }),
      created: t.field({ type: 'DateTime', description: 'When it was told.', resolve: ({ row }) => row.created }),
      message: t.string({ description: 'In words.', resolve: ({ row }) => row.message }),
      purpose: t.string({ nullable: true, description: 'production or backfill.', resolve: ({ row }) => row.purpose }),
      qualname: t.string({ description: 'Project and name.', resolve: ({ qualname }) => qualname }),
      severity: t.string({ description: 'debug, info, warn, error or fatal.', resolve: ({ row }) => row.severity }),
      willRetry: t.boolean({
        nullable: true,
        description: 'Whether it is tried again; null when nothing failed.',
        resolve: ({ row }) => row.will_retry,
      }),
    }),
  });
}

function defineEntry(): void {
  entryRef.implement({
    description: 'How a download or an upload has done lately.',
    authScopes: VIEW,
    fields: (t) => ({
      name: t.exposeString('name', { description: "The declaration's name." }),
      project: t.exposeString('project', { description: 'The project that declares it.' }),
      destination: t.exposeString('destination', {
        nullable: true,
        description: 'Where an upload goes; null for a download.',
      }),
      artifactStatus: t.exposeString('artifactStatus', { description: 'active or suspended.' }),
      dependencyStatus: t.exposeString('dependencyStatus', {
        description:
          'working, suspended (a key or download that it needs) or blocked (by a key that a download needs).',
      }),
      sparkline: t.field({
        type: [dayRef],
        description: 'The last seven days, oldest first.',
        resolve: (entry) => [...entry.sparkline],
      }),
      status: t.exposeString('status', { nullable: true, description: 'The most serious of the seven days.' }),
      level: t.exposeString('level', { description: 'Working, Notice, Issue or Error.' }),
      idle: t.exposeBoolean('idle', { description: 'Whether it has not run for over seven days.' }),
      event: t.field({
        type: eventRef,
        nullable: true,
        description: 'The latest event of these days.',
        resolve: ({ event, project, name }) => event && { row: event, qualname: `${project}.${name}` },
      }),
      pos: t.field({
        type: posRef,
        description: 'Where it is declared.',
        resolve: (entry) => entry.position,
      }),
    }),
  });
}

/** The health of what is published. */
export function defineHome(builder_: Builder): void {
  defineSmallTypes();
  defineEntry();
  homepageRef.implement({
    description: 'The health of what is published.',
    authScopes: VIEW,
    isTypeOf: (value) => typeof value === 'object' && value !== null && 'firstDate' in value,
    fields: (t) => ({
      downloads: t.field({ type: [entryRef], description: 'As declared.', resolve: (home) => [...home.downloads] }),
      uploads: t.field({ type: [entryRef], description: 'As declared.', resolve: (home) => [...home.uploads] }),
      refreshedAt: t.field({
        type: 'DateTime',
        description: 'When it was looked at.',
        resolve: (home) => new Date(home.refreshedAt),
      }),
      sparklineFirstDate: t.exposeString('firstDate', { description: 'The first day of every sparkline, yyyy-MM-dd.' }),
    }),
  });
  nothingRef.implement({
    description: 'Nothing has been published yet.',
    authScopes: VIEW,
    isTypeOf: (value) => value instanceof NoPublishedScriptbook,
    fields: (t) => ({ message: t.exposeString('message', { description: 'In words.' }) }),
  });
  const result = builder.unionType('HomepageResult', {
    description: 'The health of what is published, or that nothing is.',
    types: [homepageRef, nothingRef],
  });
  builder_.queryField('homepage', (t) =>
    t.field({
      type: result,
      authScopes: VIEW,
      description: 'How the published downloads and uploads have done in the last seven days.',
      args: { refresh: t.arg.boolean({ description: 'Without effect: every answer is of this moment.' }) },
      resolve: (_root, _args, context) =>
        inAccount(
          context,
          async (tx, accountId) => (await readHomepage(tx, accountId, context.now())) ?? new NoPublishedScriptbook(),
        ),
    }),
  );
}
