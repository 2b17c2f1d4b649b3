import type { IntegrationRowFragment } from '../src/api/generated/graphql.ts';
import { buildAnswer } from './build-rows.ts';

type Filter = IntegrationRowFragment['filters'][number];

/** A channel that gets failures of production. */
export const buildFilter = (patch: Partial<Filter> = {}, receiver: Partial<Filter['configuration']> = {}): Filter =>
  ({
    __typename: 'IntegrationFilter',
    id: 'f1',
    production: true,
    backfills: false,
    proofs: false,
    lateUploads: false,
    status: 'active',
    configuration: {
      __typename: 'IntegrationFilterConfiguration',
      channel_id: 'C02ALERTS',
      channel_name: 'data-alerts',
      is_member: true,
      name: null,
      address: null,
      error: null,
      ...receiver,
    },
    ...patch,
  }) as Filter;

/** An active Slack integration with one channel. */
export const buildIntegration = (
  patch: Partial<IntegrationRowFragment> = {},
  authorization: Partial<IntegrationRowFragment['public_authorization']> = {},
): IntegrationRowFragment =>
  ({
    __typename: 'Integration',
    id: 'i1',
    integration_type: 'slack',
    label: 'Slack (Acme Media)',
    status: 'active',
    version: 1,
    public_authorization: {
      __typename: 'IntegrationAuthorization',
      team_name: 'Acme Media',
      name: 'switchboard',
      email: null,
      error: null,
      ...authorization,
    },
    configuration: {},
    filters: [buildFilter()],
    ...patch,
  }) as IntegrationRowFragment;

export const buildIntegrations = (...integrations: readonly IntegrationRowFragment[]) =>
  buildAnswer('integrations', 'IntegrationConnection', [...integrations]);

/** The channels of a workspace. */
export const buildChannels = (id: string, error: string | null = null) => ({
  integration: {
    __typename: 'Integration',
    id,
    assistance: {
      __typename: 'IntegrationAssistance',
      error,
      channels:
        error !== null
          ? []
          : [
              ['C02ALERTS', 'data-alerts', true],
              ['C04FINANCE', 'finance', false],
            ].map(([channel, name, isMember]) => ({
              __typename: 'IntegrationChannel',
              id: channel,
              name,
              purpose: '',
              is_general: false,
              is_member: isMember,
            })),
    },
  },
});

/** Answer to saving an integration. */
export const buildSaved = (integration: IntegrationRowFragment) => ({
  save_integration: { __typename: 'SaveIntegrationOk', integration },
});

/** Answer to saving an invalid integration. */
export const buildIntegrationErrors = (
  ...errors: readonly (readonly [path: string | null, message: string, code?: string])[]
) => ({
  save_integration: {
    __typename: 'IntegrationErrors',
    errors: errors.map(([path, message, code = null]) => ({ __typename: 'IntegrationError', code, path, message })),
  },
});
