import type { IntegrationProblem } from '@switchboard/model/integrations/validate-integration';
import type { Database } from '../../db/database.ts';
import type { Vault } from '../../identity/vault.ts';
import type { SlackWorkspaces } from './slack-workspace.ts';

/** Dependencies of saving integrations. */
export type IntegrationParts = {
  readonly database: Database;
  readonly vault: Vault;
  readonly slack: SlackWorkspaces;
};

/** Result of changing an integration. */
export type IntegrationAnswer =
  | { readonly kind: 'done'; readonly id: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'invalid'; readonly problems: readonly IntegrationProblem[] };

export const invalid = (problems: readonly IntegrationProblem[]): IntegrationAnswer => ({ kind: 'invalid', problems });
