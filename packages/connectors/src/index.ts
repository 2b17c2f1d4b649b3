export { createParallelGzip } from './delivery/parallel-gzip.ts';
export { readSize } from './delivery/read-size.ts';
export type { ConnectionStep } from './key-forms/connection-steps.ts';
export { type ConnectionTest, testConnection } from './key-forms/test-connection.ts';
export { type KeyVerdict, verifyKey } from './key-forms/verify-key.ts';
export { type KeyService, KeyServiceError, openKeyService } from './kms/key-service.ts';
export type { KmsCredentials } from './kms/key-wrapping.ts';
export type { FoundFile, LeftOutFile } from './listing/count-once.ts';
export {
  type ChooseRequest,
  chooseFiles,
  type FoundFiles,
  timesOfFiles,
} from './listing/date-files.ts';
export {
  createEgress,
  type Egress,
  type EgressOptions,
  type EgressRequest,
  type EgressResponse,
} from './network/egress.ts';
export { NetworkError } from './network/network-error.ts';
export { type OAuthClient, type OAuthClients, type OAuthServer, oauthServerOf } from './oauth/oauth-client.ts';
export { OAuthFailure } from './oauth/oauth-failure.ts';
export {
  authorizationAddress,
  exchangeCode,
  type OAuthTokens,
  refreshTokens,
  revokeToken,
} from './oauth/oauth-grants.ts';
export { openStoreBucket, type StoreBucketAccess } from './providers/gcs/store-bucket.ts';
export { accessTo, type S3Access } from './providers/s3/access.ts';
export { type Bucket, openBucket } from './providers/s3/bucket.ts';
export { S3Failure, WriteUnknown } from './providers/s3/failures.ts';
export { type ObservedCall, observeReceiver, type ReceiverStep } from './receivers/observe-receiver.ts';
export { PAGERDUTY_ADDRESS, sendPagerDutyEvent } from './receivers/pagerduty.ts';
export { ReceiverError } from './receivers/receiver-error.ts';
export {
  hasSlackMessage,
  postSlackMessage,
  type SlackChannelInfo,
  type SlackConnection,
  slackChannels,
  slackIdentity,
} from './receivers/slack.ts';
export { exchangeSlackCode, type SlackApp, slackAuthorizationAddress } from './receivers/slack-sign-in.ts';
export { type SyslogRequest, sendSyslog } from './receivers/syslog.ts';
export { postTeamsCard } from './receivers/teams.ts';
export { postJson, sendWebhook } from './receivers/webhook.ts';
export { CONNECTORS, connectorByName } from './registry.ts';
export {
  detectSandbox,
  detectWithoutUser,
  SANDBOX_PARTS,
  type Sandbox,
  type SandboxPart,
} from './sandbox/detect-sandbox.ts';
export { type SandboxedProcess, type SandboxJob, SandboxRefused, startSandboxed } from './sandbox/start-sandboxed.ts';
export { maskSecrets, secretsOf } from './secrets.ts';
export * from './spec.ts';
