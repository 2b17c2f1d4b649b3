export type ScreenCase = {
  /** Query of the address, where the screen shows nothing without it. */
  readonly query?: string;
  /** The GraphQL operation that loads the screen. */
  readonly operation: string;
  /** Shown to an account without anything; null where opening it leaves a row. */
  readonly empty: string | null;
  /** One loaded row. */
  readonly row: string;
};

export const GRID_ROW = '[data-row-id]';
const CHART = '#main li[aria-posinset]';
const INTEGRATION = '[aria-label="Integrations"] > li';
const FLOWS = '#main table[aria-label="Flow summary"] tbody tr';
const TEST_RUN = '[aria-label="Test Runs"] > li';
const TOKEN = '#main table[aria-label="Service tokens"][aria-busy="false"] tbody tr';
const RECIPIENT = '[aria-label="Recipients"] > li';
const INCIDENT = '[aria-label="Incidents"] > li';

const SCHEMA_CHANGE = '[aria-label="Schema changes"] > li';
const RESTATEMENT = '[aria-label="Restatements"] > li';
const ASSET = '#main [aria-label="Published assets"] :is([data-node], [data-row-id])';
const UNIT = '#main :is([data-bar], [data-row-id])';
const SOURCE = '#main [aria-label="Sources"] > li';
const SCHEMA = '#main [aria-label="Schemas"] > li';
const DOMAINS = '#main section[aria-labelledby="sso-domains"]';
const USAGE_BAR = '#main figure [data-bar]';

/** How each screen of an account shows its states, by its path. */
export const SCREEN_CASES: Readonly<Record<string, ScreenCase>> = {
  homepage: {
    operation: 'Homepage',
    empty: 'No scriptbook has been published. Publish some pipelines',
    row: GRID_ROW,
  },
  'downloads/list': { operation: 'Downloads', empty: 'You have no downloads yet', row: GRID_ROW },
  'imports/dashboard': { operation: 'ImportStatus', empty: 'No Data', row: CHART },
  'uploads/list': { operation: 'Uploads', empty: 'You have no uploads yet', row: GRID_ROW },
  'exports/dashboard': { operation: 'ExportStatus', empty: 'No Data', row: CHART },
  events: { operation: 'Events', empty: 'You have no events yet', row: GRID_ROW },
  'backfills/list': { operation: 'Backfills', empty: 'You have no backfills yet', row: GRID_ROW },
  incidents: { operation: 'Incidents', empty: 'Nothing has failed in the last 30 days', row: INCIDENT },
  'pipeline/graph': {
    operation: 'AssetGraph',
    empty: 'No scriptbook has been published. Publish some pipelines',
    row: ASSET,
  },
  'pipeline/timeline': { operation: 'Timeline', empty: 'Nothing ran on this day', row: UNIT },
  'downloads/columns': { operation: 'AccountSchemaChanges', empty: 'No schema changes', row: SCHEMA_CHANGE },
  'uploads/restatements': { operation: 'Restatements', empty: 'No restatements', row: RESTATEMENT },
  audit: { operation: 'AuditEntries', empty: null, row: GRID_ROW },
  'single-sign-on': { operation: 'SingleSignOn', empty: null, row: DOMAINS },
  usage: { operation: 'RowsReport', empty: 'No Data', row: USAGE_BAR },
  'reports/source': { operation: 'SourceReport', query: '?file=shop', empty: 'No sources', row: SOURCE },
  'reports/schema': { operation: 'SchemaReport', query: '?file=shop', empty: 'No Sources', row: SCHEMA },
  'scripts/published': { operation: 'PublishedChangelist', empty: 'Published Drafts!', row: FLOWS },
  'scripts/drafts': { operation: 'Drafts', empty: 'Welcome to Drafts!', row: GRID_ROW },
  'scripts/tests': { operation: 'TestRuns', empty: 'Welcome to Test Runs!', row: TEST_RUN },
  'scripts/history': { operation: 'History', empty: 'No Published Drafts', row: GRID_ROW },
  'scripts/tokens': { operation: 'ServiceTokens', empty: 'No service tokens', row: TOKEN },
  keys: { operation: 'Credentials', empty: 'You have no keys yet', row: GRID_ROW },
  integrations: { operation: 'Integrations', empty: 'No integrations', row: INTEGRATION },
  'email-ingest': { operation: 'Recipients', empty: 'No Rules', row: RECIPIENT },
};

/** @throws Error for a screen without a case */
export function screenCase(path: string): ScreenCase {
  const found = SCREEN_CASES[path];
  if (found === undefined) throw new Error(`There is no case for ${path}.`);
  return found;
}
