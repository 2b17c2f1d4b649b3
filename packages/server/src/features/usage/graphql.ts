import { builder, VIEW } from '../../graphql/builder.ts';
import { boolean, float, int, nullable, objects, string } from '../../graphql/columns.ts';
import { type GraphqlContext, inAccount } from '../../graphql/context.ts';
import { defineObject } from '../../graphql/object-type.ts';
import { badRequest } from '../../graphql/request-error.ts';
import {
  MAX_PROJECTS,
  type RowsReport,
  type RowsReportDimension,
  type RowsReportRequest,
  type RowsReportRow,
  readRowsReport,
} from './queries.ts';

const MONTHS_AGO = 12;
const MAX_MONTHS_AGO = 24;

const reportRef = builder.objectRef<RowsReport>('RowsReport');
const rowRef = builder.objectRef<RowsReportRow>('RowsReportRow');

type Filters = {
  readonly monthsAgo?: number | null | undefined;
  readonly topProjects?: number | null | undefined;
  readonly projects?: readonly string[] | null | undefined;
};

function defineTypes(): void {
  defineObject(rowRef, {
    description: 'Downloaded rows of a month, which is the UTC month in which the downloads were completed.',
    authScopes: VIEW,
    columns: {
      project: nullable(string('The project; null when the report is not split by project.')),
      purpose: nullable(
        string('production, backfill or proof (a test); null when the report is not split by purpose.'),
      ),
      year: int('Year of the month.'),
      month: int('Month, from 1 to 12.'),
      totalRowCount: float('Rows, those of refills included.'),
      totalByteCount: float('Bytes of the files as they were fetched.'),
    },
  });
  defineObject(reportRef, {
    description: 'Downloaded rows by month, and the current month beside the contract. Filters apply to the rows only.',
    authScopes: VIEW,
    columns: {
      rows: objects(rowRef, 'Months with rows, oldest first.'),
      contracted: nullable(float('Rows per month that the contract includes; null without a contract.')),
      forecast: float(
        'Production rows still expected in the current month: as in the days so far, weighted by weekday from the last 8 weeks.',
      ),
      backfillRowCount: float('Rows of backfills in the current month.'),
      productionRowCount: float('Rows of production in the current month, those of refills included.'),
      testRowCount: float('Rows of tests in the current month.'),
      isVisibleForCustomer: boolean('Whether the people of the account see it, not only global managers.'),
    },
  });
}

/** @throws RequestError BAD_REQUEST */
function readRequest(
  context: GraphqlContext,
  dimensions: readonly RowsReportDimension[],
  filters: Filters,
): RowsReportRequest {
  const { monthsAgo, topProjects, projects } = filters;
  const months = monthsAgo ?? MONTHS_AGO;
  if (months < 0 || months > MAX_MONTHS_AGO) throw badRequest(`monthsAgo must be 0 to ${MAX_MONTHS_AGO}.`);
  if (topProjects != null && (topProjects < 1 || topProjects > MAX_PROJECTS))
    throw badRequest(`topProjects must be 1 to ${MAX_PROJECTS}.`);
  if ((projects?.length ?? 0) > MAX_PROJECTS)
    throw badRequest(`A report has at most ${MAX_PROJECTS} projects, got ${projects?.length}.`);
  return {
    dimensions,
    // Months before the last whole one.
    months: months + 1,
    topProjects: topProjects ?? (dimensions.includes('project') ? MAX_PROJECTS : null),
    projects: projects && projects.length > 0 ? projects : null,
    today: new Date(context.now()).toISOString().slice(0, 10),
  };
}

/** Defines the fields for the account's downloaded volume: the summary, the charts and the usage report. */
export function defineUsage(): void {
  defineTypes();
  const dimension = builder.enumType('RowsReportDimension', {
    description: 'Dimension that splits the rows of a report, besides the month.',
    values: ['purpose', 'project'] as const,
  });
  const filters = builder.inputType('RowsReportFilters', {
    description: 'Filters of the rows of a report.',
    fields: (t) => ({
      monthsAgo: t.int({
        description: `Months before the last whole month, ${MONTHS_AGO} by default and at most ${MAX_MONTHS_AGO}: ${MONTHS_AGO} gives 13 whole months and the current one.`,
      }),
      topProjects: t.int({
        description: `Only so many projects, those with the most rows, tests apart; at most ${MAX_PROJECTS}, which is the default of reports by project. Without effect beside projects.`,
      }),
      projects: t.stringList({ description: `Only these projects, at most ${MAX_PROJECTS}.` }),
    }),
  });
  builder.queryField('downloadRowsReport', (t) =>
    t.field({
      type: reportRef,
      nullable: true,
      authScopes: VIEW,
      description:
        'Downloaded rows of the account; null when the account does not show them to its people and the person is not a global manager.',
      args: {
        dimensions: t.arg({
          type: [dimension],
          required: false,
          description: 'Besides the month: purpose by default; may be empty.',
        }),
        filters: t.arg({ type: filters, required: false, description: 'All projects of the last 14 months without.' }),
      },
      resolve: (_root, args, context) => {
        const request = readRequest(context, args.dimensions ?? ['purpose'], args.filters ?? {});
        const seesAll = context.session.globalPermissions.has('manage-global-users');
        return inAccount(context, (tx, accountId) => readRowsReport(tx, accountId, request, seesAll));
      },
    }),
  );
}
