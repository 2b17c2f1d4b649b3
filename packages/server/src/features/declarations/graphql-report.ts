import type { Parameters } from '@switchboard/model/plan';
import { DAY_NAMES } from '@switchboard/model/schedule/schedule';
import { readAccountPage } from '../../graphql/account-fields.ts';
import { optional, required } from '../../graphql/arguments.ts';
import { builder, VIEW } from '../../graphql/builder.ts';
import { boolean, float, object, string } from '../../graphql/columns.ts';
import { defineConnection, pageArguments } from '../../graphql/connection.ts';
import { inAccount } from '../../graphql/context.ts';
import { type LoaderDefinition, load } from '../../graphql/loaders.ts';
import { defineObject } from '../../graphql/object-type.ts';
import { exportRef, sourceRef } from './graphql.ts';
import { DECLARED_SOURCES, readerRef, tableRef } from './graphql-declared.ts';
import {
  DECLARATIONS_PAGE,
  type ExportRow,
  exportsNamed,
  listSources,
  readDeclarationsPage,
  sourceNamed,
} from './queries.ts';
import type { DeclaredSource } from './queries-plan.ts';
import { type TableVolume, VOLUME_DAYS, type VolumeAmount, volumesOfSources } from './queries-volume.ts';

/** By name of the source. */
const VOLUMES: LoaderDefinition<readonly TableVolume[]> = { keys: 'names', batch: volumesOfSources };
/** By name. */
const EXPORTS: LoaderDefinition<ExportRow> = { keys: 'names', batch: exportsNamed };

const amountRef = builder.objectRef<VolumeAmount>('VolumeAmount');
const volumeRef = builder.objectRef<TableVolume>('TableVolume');
const schedulingRef = builder.objectRef<DeclaredSource>('SourceScheduling');

const NOTHING: VolumeAmount = { rows: 0, bytes: 0 };

function numberOf(parameters: Parameters, name: string): number | null {
  const value = parameters[name];
  return typeof value === 'number' ? value : null;
}
function textOf(parameters: Parameters, name: string): string | null {
  const value = parameters[name];
  return typeof value === 'string' ? value : null;
}

function defineVolume(): void {
  defineObject(amountRef, {
    description: 'Rows and bytes.',
    authScopes: VIEW,
    columns: { rows: float('Rows, dirty ones included.'), bytes: float('Bytes of the files as they were fetched.') },
  });
  defineObject(volumeRef, {
    description: `Volume loaded into a table in the last ${VOLUME_DAYS} UTC days, today included.`,
    authScopes: VIEW,
    columns: {
      production: object(amountRef, 'The first version of each report date.'),
      refill: object(amountRef, 'Further versions of report dates.'),
      backfill: object(amountRef, 'Downloads of backfills.'),
      proof: object(amountRef, 'Downloads of tests.'),
    },
  });
  builder.objectField(tableRef, 'volume', (t) =>
    t.field({
      type: volumeRef,
      description: `Volume loaded into it in the last ${VOLUME_DAYS} UTC days, today included.`,
      resolve: async ({ source, table }, _args, context) => {
        const volumes = (await load(context, VOLUMES, source.name)) ?? [];
        const none = { name: table.name, production: NOTHING, refill: NOTHING, backfill: NOTHING, proof: NOTHING };
        return volumes.find(({ name }) => name === table.name) ?? none;
      },
    }),
  );
}

function defineScheduling(): void {
  defineObject(schedulingRef, {
    description: 'When a source is downloaded. Parameters that its declaration does not give are null or empty.',
    authScopes: VIEW,
    fields: (t) => ({
      period_hours: t.int({
        nullable: true,
        description: 'Hours between runs, from midnight.',
        resolve: ({ parameters }) => numberOf(parameters, 'period_hours'),
      }),
      hour_of_day: t.intList({
        description: 'Local hours at which it runs; empty when period_hours or delay_hours say it.',
        resolve: ({ parameters, schedule }) =>
          numberOf(parameters, 'period_hours') === null && numberOf(parameters, 'delay_hours') === null
            ? [...schedule.hours]
            : [],
      }),
      day_of_week: t.stringList({
        description: 'Weekdays on which it runs; empty for all.',
        resolve: ({ schedule }) => (schedule.daysOfWeek ?? []).map((day) => DAY_NAMES[day] ?? String(day)),
      }),
      day_of_month: t.intList({
        description: 'Days of the month on which it runs; empty for all.',
        resolve: ({ schedule }) => [...(schedule.daysOfMonth ?? [])],
      }),
      delay_hours: t.int({
        nullable: true,
        description: "Hours after the report date's end at midnight.",
        resolve: ({ parameters }) => numberOf(parameters, 'delay_hours'),
      }),
      timezone: t.string({
        description: 'IANA name; hours and days are in it.',
        resolve: ({ schedule }) => schedule.timezone,
      }),
      repull_days: t.intList({
        description: 'Earlier report dates that each run downloads again: days before its own.',
        resolve: ({ schedule }) => [...schedule.repullDays],
      }),
    }),
  });
  builder.objectField(sourceRef, 'scheduling', (t) =>
    t.field({
      type: schedulingRef,
      nullable: true,
      description: 'When it is downloaded; null when the running script does not declare it.',
      resolve: (row, _args, context) => load(context, DECLARED_SOURCES, row.name),
    }),
  );
}

function defineFileSelection(): void {
  const parameter = (name: string, description: string) =>
    builder.objectField(sourceRef, name, (t) =>
      t.string({
        nullable: true,
        description,
        resolve: async (row, _args, context) =>
          textOf((await load(context, DECLARED_SOURCES, row.name))?.parameters ?? {}, name),
      }),
    );
  parameter('network', 'The network that its reports are of, if its declaration gives one.');
  parameter('pattern', 'Pattern of the files that it downloads, with wildcards; null without.');
  parameter('regex', 'Regular expression of the files that it downloads; null without.');
}

/** Volumes, schedules and schemas of sources, for the reports. */
export function defineSourceReport(): void {
  defineVolume();
  defineScheduling();
  defineFileSelection();
  builder.objectField(readerRef, 'declaration', (t) =>
    t.field({
      type: exportRef,
      nullable: true,
      description: 'The upload declaration; null when it is not published any more.',
      resolve: ({ name }, _args, context) => load(context, EXPORTS, name),
    }),
  );
  builder.queryFields((t) => ({
    sbs_schemas: t.field({
      type: defineConnection('SbsSchema', sourceRef, VIEW),
      authScopes: VIEW,
      description:
        'The published download declarations whose schemas a report shows, sorted by name. Filters combine with AND.',
      args: {
        ...pageArguments(DECLARATIONS_PAGE, DECLARATIONS_PAGE),
        ...optional({
          importName: string('Only the declaration with this name.'),
          project: string('Only declarations of this project.'),
          include_suspended: boolean('Whether suspended ones are among them; not by default.'),
        }),
      },
      resolve: (_root, args, context) =>
        readAccountPage(context, readDeclarationsPage('sbs_schemas', args), (tx, accountId, page) =>
          listSources(tx, accountId, page, { ...args, include_suspended: args.include_suspended ?? false }),
        ),
    }),
    sbs_schema: t.field({
      type: sourceRef,
      nullable: true,
      authScopes: VIEW,
      description: 'The published download declaration with this name, suspended or not; null when it does not exist.',
      args: required({ name: string('Name of the declaration.') }),
      resolve: (_root, { name }, context) => inAccount(context, (tx, accountId) => sourceNamed(tx, accountId, name)),
    }),
  }));
}
