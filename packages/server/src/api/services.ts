import { type AccountKeyOptions, createAccountKeyActions } from '../features/account-key/service.ts';
import type { AccountErasureOptions } from '../features/accounts/graphql-erase.ts';
import { createKeptDataActions, type KeptDataOptions } from '../features/accounts/kept-data.ts';
import { type AuditStreamOptions, createAuditStreamActions } from '../features/audit-streams/service.ts';
import { createBackfillActions } from '../features/backfills/service.ts';
import { createBulkActions } from '../features/bulk-changes/service.ts';
import { createDraftActions } from '../features/changelists/service.ts';
import { createEmailActions, type EmailOptions } from '../features/email-ingest/service.ts';
import { createFactorActions, type FactorOptions } from '../features/factors/service.ts';
import { createInstallationActions, type InstallationOptions } from '../features/installation/service.ts';
import { createIntegrationActions, type IntegrationOptions } from '../features/integrations/service.ts';
import { createKeyActions, type KeyOptions } from '../features/keys/service.ts';
import { createOwnSessionActions, type OwnSessionOptions } from '../features/own-sessions/service.ts';
import { createPauseActions } from '../features/pauses/service.ts';
import { createScriptCompiler } from '../features/previews/draft-plan.ts';
import { createSandbox, type SandboxOptions } from '../features/previews/sandbox.ts';
import { createPreviewActions } from '../features/previews/service.ts';
import { createImpactActions } from '../features/publish-impact/service.ts';
import { createRepointActions } from '../features/repoint/service.ts';
import { createRestatementActions } from '../features/restatements/service.ts';
import { createReviewActions } from '../features/reviews/service.ts';
import { createSignInActions } from '../features/sign-ins/service.ts';
import { createSsoActions, type SsoOptions } from '../features/sso/service.ts';
import { createTransferActions } from '../features/transfers/service.ts';
import { createPasswordActions, type PasswordOptions } from '../features/users/service.ts';
import type { FeatureServices, ServiceOptions } from '../graphql/context.ts';

/** Makes the services of every feature for the GraphQL context. */
export function createServices(
  options: ServiceOptions &
    PasswordOptions &
    FactorOptions &
    OwnSessionOptions &
    KeyOptions &
    AccountKeyOptions &
    AccountErasureOptions &
    KeptDataOptions &
    IntegrationOptions &
    AuditStreamOptions &
    EmailOptions &
    SsoOptions &
    SandboxOptions &
    InstallationOptions,
): FeatureServices {
  const keys = createKeyActions(options);
  const integrations = createIntegrationActions(options);
  const previews = { database: options.database, sandbox: createSandbox(options), compile: createScriptCompiler() };
  return {
    transfers: createTransferActions(options),
    backfills: createBackfillActions(options),
    pauses: createPauseActions(options),
    restatements: createRestatementActions(options),
    bulkChanges: createBulkActions(options),
    keys,
    accountKey: createAccountKeyActions(options),
    repoint: createRepointActions(options),
    integrations,
    auditStreams: createAuditStreamActions(options),
    signIns: createSignInActions(options, { key: keys.completeSignIn, integration: integrations.completeSignIn }),
    drafts: createDraftActions(options),
    reviews: createReviewActions(options),
    previews: createPreviewActions(previews),
    impact: createImpactActions(previews),
    passwords: createPasswordActions(options),
    factors: createFactorActions(options),
    ownSessions: createOwnSessionActions(options),
    sso: createSsoActions(options),
    directory: options.directory,
    erasure: { afterDays: options.eraseAccountsAfterDays ?? null },
    email: createEmailActions(options),
    keptData: createKeptDataActions(options),
    installation: createInstallationActions(options),
  };
}
