export {
  createSampleProvider,
  isFlakyDate,
  SAMPLE_TOKENS,
  type SampleProvider,
  type SampleProviderOptions,
} from './create-sample-provider.ts';
export type { ColumnType, Dataset, DatasetColumn, DirtyKind, LenientKind } from './dataset.ts';
export { DATASETS, findDataset } from './datasets.ts';
export { FAULTS, type FaultName } from './faults.ts';
export { OAUTH_FAULTS, type OAuthFault } from './oauth/oauth-faults.ts';
export { type OAuthServer, SAMPLE_CLIENT } from './oauth/oauth-server.ts';
export { type GeneratedRow, generateRows } from './rows.ts';
export { SLACK_APP, SLACK_SIGN_IN_FAULTS } from './slack-sign-in.ts';
export {
  createSlackStandIn,
  SLACK_CHANNELS,
  SLACK_TOKEN,
  type SlackChannel,
  type SlackFault,
  type SlackMessage,
  type SlackStandIn,
} from './slack-stand-in.ts';
export { type Totals, totals } from './totals.ts';
export { REPORT_FORMATS, type ReportFormat, writeReport } from './write-report.ts';
