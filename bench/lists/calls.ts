import { consoleDocument } from './documents.ts';

type Variables = Readonly<Record<string, unknown>>;

/** A call of the console, with how long it may take at most (p95, milliseconds). */
export type Call = {
  readonly name: string;
  readonly document: string;
  readonly variables: Variables;
  readonly limit: number;
  /** How many times as long as on the small account it may take at most; without, only `limit` holds. */
  readonly ratio?: number;
  /** Pages that are turned before the measured one. */
  readonly deep?: number;
};

const LIMIT = 150;
const RATIO = 1.5;
const DASHBOARD_LIMIT = 300;
/** Pages of a hundred rows. */
const DEEP = 50;

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

const RANGE = { report_datetime_after: daysAgo(20), report_datetime_before: daysAgo(10) };
const ASCENDING = { sortDirection: 'ASC' };

/** Variables of the queries of each list, by name. */
const LISTS: Readonly<Record<'Downloads' | 'Uploads' | 'Events', Readonly<Record<string, Variables>>>> = {
  Downloads: {
    'first page': {},
    failed: { status: ['failed'] },
    unfinished: { status: ['unfinished'] },
    dirty: { status: ['dirty'] },
    late: { status: ['late'] },
    skipped: { status: ['skipped'] },
    'completed and failed': { status: ['completed', 'failed'] },
    'more new dirty rows': { status: ['newDirtyGreaterThanDirty'] },
    project: { projects: ['project_7'] },
    'two names': { names: ['source_7', 'source_8'] },
    'failed of a name': { names: ['source_7'], status: ['failed'] },
    'failed of a project': { projects: ['project_7'], status: ['failed'] },
    'name by finish': { names: ['source_7'], sortBy: 'FINISHED' },
    import: { import_name: 'source_9' },
    backfills: { purpose: ['backfill'] },
    'report dates': RANGE,
    finished: { downloaded_after: daysAgo(20), downloaded_before: daysAgo(10) },
    'failed in report dates': { ...RANGE, status: ['failed'] },
    'search a name': { search: 'source_77' },
    'search a rare text': { search: 'source_123-2024-01' },
    'search two characters': { search: '77' },
    'search nothing': { search: 'zebra' },
    'by created': { sortBy: 'CREATED' },
    'by finished': { sortBy: 'FINISHED' },
    'by finished, oldest first': { sortBy: 'FINISHED', ...ASCENDING },
    'by started': { sortBy: 'STARTED' },
    'oldest first': ASCENDING,
  },
  Uploads: {
    'first page': {},
    failed: { status: ['failed'] },
    unfinished: { status: ['unfinished'] },
    project: { projects: ['project_7'] },
    'two names': { names: ['upload_7', 'upload_8'] },
    'failed of a name': { names: ['upload_7'], status: ['failed'] },
    destination: { destination: ['file · out/upload_7/{date}.csv'] },
    'report dates': RANGE,
    finished: { uploaded_after: daysAgo(20), uploaded_before: daysAgo(10) },
    'search a name': { search: 'upload_77' },
    'search a rare text': { search: 'upload_123/2024-01' },
    'search nothing': { search: 'zebra' },
    'by created': { sortBy: 'CREATED' },
    'by finished': { sortBy: 'FINISHED' },
  },
  Events: {
    'first page': {},
    errors: { severities: ['errors'] },
    warnings: { severities: ['warnings'] },
    'errors and warnings': { severities: ['errors', 'warnings'] },
    project: { project: ['project_7'] },
    'of a source': { downloadName: ['source_7'] },
    'errors of a source': { downloadName: ['source_7'], severities: ['errors'] },
    'report dates': RANGE,
    created: { created_after: daysAgo(20), created_before: daysAgo(10) },
    commented: { withComments: true },
    'search a name': { search: 'source_77:' },
    'search a rare text': { search: 'uploaded 1123 rows to file · out/upload_123' },
    'search nothing': { search: 'zebra' },
  },
};

const COUNT = '{ count has_more }';
const DOWNLOAD_COUNTS = `query ($names: [String!], $projects: [String!], $search: String, $downloaded_after: String) {
  download_counts(names: $names, projects: $projects, search: $search, downloaded_after: $downloaded_after) {
    failed ${COUNT} dirty ${COUNT} running ${COUNT} late ${COUNT} } }`;
const UPLOAD_COUNTS = `query ($names: [String!], $search: String) {
  upload_counts(names: $names, search: $search) { failed ${COUNT} running ${COUNT} late ${COUNT} } }`;
const EVENT_COUNTS = `query ($project: [String!], $search: String) {
  event_counts(project: $project, search: $search) { errors ${COUNT} warnings ${COUNT} commented ${COUNT} } }`;
const INCIDENTS = `query ($account: String) { incidents(account: $account) {
  nodes { id code transfer subject_kind subject names failed ${COUNT} waiting ${COUNT} since latest } } }`;

/** The calls that have no list. */
const OTHERS: readonly Call[] = [
  { name: 'download counts', document: DOWNLOAD_COUNTS, variables: {}, limit: LIMIT, ratio: RATIO },
  {
    name: 'download counts of a name',
    document: DOWNLOAD_COUNTS,
    variables: { names: ['source_7'] },
    limit: LIMIT,
    ratio: RATIO,
  },
  {
    name: 'download counts of a project',
    document: DOWNLOAD_COUNTS,
    variables: { projects: ['project_7'] },
    limit: LIMIT,
    ratio: RATIO,
  },
  {
    name: 'download counts searched',
    document: DOWNLOAD_COUNTS,
    variables: { search: 'source_77' },
    limit: LIMIT,
    ratio: RATIO,
  },
  {
    name: 'download counts by finish',
    document: DOWNLOAD_COUNTS,
    variables: { downloaded_after: daysAgo(900) },
    limit: LIMIT,
    ratio: RATIO,
  },
  { name: 'upload counts', document: UPLOAD_COUNTS, variables: {}, limit: LIMIT, ratio: RATIO },
  {
    name: 'upload counts of a name',
    document: UPLOAD_COUNTS,
    variables: { names: ['upload_7'] },
    limit: LIMIT,
    ratio: RATIO,
  },
  {
    name: 'upload counts searched',
    document: UPLOAD_COUNTS,
    variables: { search: 'upload_77' },
    limit: LIMIT,
    ratio: RATIO,
  },
  { name: 'event counts', document: EVENT_COUNTS, variables: {}, limit: LIMIT, ratio: RATIO },
  {
    name: 'event counts of a project',
    document: EVENT_COUNTS,
    variables: { project: ['project_7'] },
    limit: LIMIT,
    ratio: RATIO,
  },
  {
    name: 'event counts searched',
    document: EVENT_COUNTS,
    variables: { search: 'source_77' },
    limit: LIMIT,
    ratio: RATIO,
  },
  { name: 'incidents', document: INCIDENTS, variables: {}, limit: LIMIT, ratio: RATIO },
  {
    name: 'filter options',
    document: '{ filter_options { projects download_names upload_names } }',
    variables: {},
    limit: LIMIT,
    ratio: RATIO,
  },
  ...(['reportDate', 'downloadDate'] as const).map((day) => ({
    name: `import status by ${day}`,
    document: consoleDocument('ImportStatus'),
    variables: { first: 1_000, lookback_days: 30, group_by: day },
    limit: DASHBOARD_LIMIT,
  })),
  ...(['reportDate', 'uploadDate'] as const).map((day) => ({
    name: `export status by ${day}`,
    document: consoleDocument('ExportStatus'),
    variables: { first: 1_000, lookback_days: 30, group_by: day },
    limit: DASHBOARD_LIMIT,
  })),
];

/** Every call that is measured. */
export const CALLS: readonly Call[] = [
  ...Object.entries(LISTS).flatMap(([operation, asked]) => {
    const document = consoleDocument(operation);
    const noun = operation.toLowerCase();
    const first = operation === 'Events' ? 50 : 20;
    return [
      ...Object.entries(asked).map(([name, variables]) => ({
        name: `${noun}: ${name}`,
        document,
        variables: { first, ...variables },
        limit: LIMIT,
        ratio: RATIO,
      })),
      {
        name: `${noun}: page ${DEEP + 1}`,
        document,
        variables: { first: 100 },
        limit: LIMIT,
        ratio: RATIO,
        deep: DEEP,
      },
    ];
  }),
  ...OTHERS,
];
