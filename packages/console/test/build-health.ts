import type { HealthCauseFragment, HealthRowFragment, HomepageQuery } from '../src/api/generated/graphql.ts';
import type { Details } from '../src/screens/home/use-details.ts';

export const FIRST_DATE = '2026-11-14';

/** Days of a sparkline. */
export const buildDays = (...statuses: readonly (string | null)[]) =>
  statuses.map((status) => ({ __typename: 'SparklineDay' as const, status, running: false }));

const WEEK = ['clean', 'clean', 'clean', 'clean', 'clean', 'clean', 'expected'];

const POSITION = {
  __typename: 'ScriptPosition' as const,
  path: 'ads.sbs',
  startLine: 3,
  endLine: 7,
  startColumn: 1,
  endColumn: 4,
};

/** The rejected key of the download ads. */
export const buildCause = (patch: Partial<HealthCauseFragment> = {}): HealthCauseFragment =>
  ({
    __typename: 'HomeCause',
    kind: 'failed',
    code: 'SOURCE_AUTH_FAILED',
    runId: 'd1',
    title: 'Key rejected by the source',
    since: '2026-11-16',
    day: '2026-11-19',
    subjectKind: 'download',
    subject: 'ads',
    via: null,
    affected: [],
    lateSince: null,
    ...patch,
  }) as HealthCauseFragment;

/** The failure of the download ads. */
export const buildHealthEvent = (): NonNullable<HealthRowFragment['event']> =>
  ({
    __typename: 'HomeEvent',
    eventId: 'e1',
    created: '2026-11-19T06:00:00.000Z',
    message: 'ads: the key was rejected.',
    purpose: 'production',
    qualname: 'shop.ads',
    severity: 'error',
    willRetry: false,
  }) as NonNullable<HealthRowFragment['event']>;

/** A download or upload that is well. */
export const buildHealth = (patch: Partial<HealthRowFragment> = {}): HealthRowFragment =>
  ({
    __typename: 'HomeEntry',
    name: 'ads',
    project: 'shop',
    destination: null,
    artifactStatus: 'active',
    dependencyStatus: 'working',
    level: 'Working',
    idle: false,
    message: 'This download is running without issues.',
    messageKind: 'information',
    cause: null,
    sparkline: buildDays(...WEEK),
    event: null,
    pos: POSITION,
    ...patch,
  }) as HealthRowFragment;

/** The answer of Home. */
export const buildHomepage = (
  downloads: readonly HealthRowFragment[] = [buildHealth()],
  uploads: readonly HealthRowFragment[] = [],
): HomepageQuery =>
  ({
    homepage: {
      __typename: 'Homepage',
      refreshedAt: '2026-11-20T12:00:00.000Z',
      sparklineFirstDate: FIRST_DATE,
      downloads,
      uploads,
    },
  }) as unknown as HomepageQuery;

/** The details of a download, two months up to 20 November 2026. */
export const buildDownloadDetails = (patch: Partial<Details> & { readonly uploads?: Details['uses'] } = {}) => ({
  downloadDetails: {
    __typename: 'DownloadDetails',
    name: 'ads',
    project: 'shop',
    destination: null,
    status: 'active',
    dependencyStatus: 'working',
    level: 'Error',
    message: 'ads: the key was rejected.',
    messageKind: 'error',
    cause: buildCause({ since: '2026-11-19', day: '2026-11-19', affected: ['daily'] }),
    refreshedAt: '2026-11-20T12:00:00.000Z',
    sparklineFirstDate: '2026-10-01',
    scriptbookId: 'v1',
    hasReportDates: true,
    sparkline: buildDays(...Array.from({ length: 49 }, () => 'clean'), 'failed', 'expected'),
    event: null,
    pos: POSITION,
    keys: [{ __typename: 'HomeDependency', name: 'warehouse', status: 'working' }],
    uploads: [{ __typename: 'HomeDependency', name: 'daily', status: 'blocked' }],
    ...patch,
  },
});
