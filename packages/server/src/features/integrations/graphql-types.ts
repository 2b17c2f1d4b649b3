import type { SlackChannelInfo } from '@switchboard/connectors';
import { findIntegrationType } from '@switchboard/model/integrations/integration-types';
import type { IntegrationValues } from '@switchboard/model/integrations/validate-integration';
import { builder, VIEW } from '../../graphql/builder.ts';
import { boolean, dateTime, from, id, int, nullable, objects, reference, string } from '../../graphql/columns.ts';
import { accountOf, holds } from '../../graphql/context.ts';
import type { LoaderDefinition } from '../../graphql/loaders.ts';
import { defineObject, hasProperty } from '../../graphql/object-type.ts';
import { integrationLabel } from '../../pipeline/notices/integration-label.ts';
import { PERSON, personRef } from '../users/graphql-person.ts';
import { type IntegrationFilterRow, type IntegrationRow, integrationsById } from './queries.ts';
import { isDegraded } from './save-integration.ts';
import type { ChannelList } from './slack-workspace.ts';
import { withItemErrors } from './test-integration.ts';

export const integrationRef = builder.objectRef<IntegrationRow>('Integration');
export const INTEGRATION: LoaderDefinition<IntegrationRow> = { batch: integrationsById };

type PublicAuthorization = { readonly values: IntegrationValues; readonly error: string | null };
const authorizationRef = builder.objectRef<PublicAuthorization>('IntegrationAuthorization');
const filterRef = builder.objectRef<IntegrationFilterRow>('IntegrationFilter');
const filterConfigurationRef = builder.objectRef<IntegrationFilterRow>('IntegrationFilterConfiguration');
const assistanceRef = builder.objectRef<ChannelList>('IntegrationAssistance');
const channelRef = builder.objectRef<SlackChannelInfo>('IntegrationChannel');

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

function defineFilter(): void {
  defineObject(filterConfigurationRef, {
    description: 'The receiver of a filter, and what is wrong with it.',
    authScopes: VIEW,
    columns: {
      error: from('problem', nullable(string('Why nothing can be sent there; null while it works.'))),
    },
    fields: (t) => {
      const text = (name: string, description: string) =>
        t.string({ description, nullable: true, resolve: ({ configuration }) => textOf(configuration[name]) });
      const flag = (name: string, description: string) =>
        t.boolean({ description, resolve: ({ configuration }) => configuration[name] === true });
      return {
        channel_id: text('channel_id', 'Id of the Slack channel; null for other types.'),
        channel_name: text('channel_name', 'Its name when the filter was saved.'),
        is_general: flag('is_general', 'Whether it is the channel of everybody in the workspace.'),
        is_member: flag('is_member', 'Whether the app was in the channel when the filter was saved.'),
        name: text('name', 'Name of a filter of a test integration.'),
        address: text('address', 'Email address.'),
      };
    },
  });
  defineObject(filterRef, {
    description: 'The notices that an integration sends to one receiver.',
    authScopes: VIEW,
    columns: {
      id: id('Opaque identifier.'),
      production: boolean('Failures of production runs.'),
      backfills: boolean('Failures of backfills.'),
      proofs: boolean('Failures of test runs.'),
      lateUploads: from('late_uploads', boolean('Uploads that missed their deadline.')),
    },
    fields: (t) => ({
      configuration: t.field({
        type: filterConfigurationRef,
        description: 'The receiver.',
        resolve: (row) => row,
      }),
      status: t.string({
        description: 'active, or degraded while nothing can be sent.',
        resolve: ({ problem }) => (problem === null ? 'active' : 'degraded'),
      }),
    }),
  });
}

function defineAssistance(): void {
  defineObject(channelRef, {
    description: 'A channel that the Slack app sees.',
    authScopes: VIEW,
    columns: {
      id: id('Id of the channel.'),
      name: string('Name without #.'),
      purpose: string('Purpose, in the words of its members; may be empty.'),
      is_general: boolean('Whether it is the channel of everybody in the workspace.'),
      is_member: boolean('Whether the app is in it and so may post there.'),
    },
  });
  defineObject(assistanceRef, {
    description: 'Choices of the form of an integration.',
    authScopes: VIEW,
    columns: {
      channels: objects(channelRef, 'Channels of the workspace, sorted by name.'),
      error: nullable(string('Why they could not be read; null when they were.')),
    },
  });
}

/** Integration, wherever one is shown. Contains no secrets. */
export function defineIntegrationTypes(): void {
  defineFilter();
  defineAssistance();
  defineObject(authorizationRef, {
    description: 'For whom an integration speaks. Secrets are never returned.',
    authScopes: VIEW,
    columns: { error: nullable(string('Why the authorization does not work; null while it does.')) },
    fields: (t) => {
      const text = (name: string, description: string) =>
        t.string({ description, nullable: true, resolve: ({ values }) => textOf(values[name]) });
      return {
        team_name: text('team_name', 'Name of the Slack workspace; null for other types.'),
        name: text('name', 'Name of the app or person.'),
        email: text('email', 'Email address of a test integration.'),
      };
    },
  });
  defineObject(integrationRef, {
    description: 'Where notices of the account go.',
    authScopes: VIEW,
    isTypeOf: hasProperty('public_authorization'),
    columns: {
      id: id('Opaque identifier.'),
      integration_type: from('type', string('slack, hidden-slack, test, …')),
      filters: objects(filterRef, 'Notices by receiver, in the order of the form.'),
      version: int('Rises with every change that a person saves.'),
      created: dateTime('When it was added.'),
      created_by: reference(personRef, PERSON, 'The person who added it.'),
      updated: dateTime('When it was last saved.'),
      updated_by: reference(personRef, PERSON, 'The person who saved it last.'),
    },
    fields: (t) => ({
      label: t.string({
        description: 'Its type, and for whom it speaks.',
        resolve: ({ type, public_authorization: values }) => integrationLabel(type, values),
      }),
      status: t.string({
        description:
          'active; degraded while something cannot be sent; other for a type that this version does not know.',
        resolve: (row) =>
          findIntegrationType(row.type) === undefined ? 'other' : isDegraded(row) ? 'degraded' : 'active',
      }),
      public_authorization: t.field({
        type: authorizationRef,
        description: 'For whom it speaks.',
        resolve: ({ public_authorization: values, problem }) => ({ values, error: problem }),
      }),
      configuration: t.field({
        type: 'JSON',
        description: 'Its settings by name, without secrets. Items of a test integration have their `error`.',
        resolve: ({ configuration }) => withItemErrors(configuration),
      }),
      assistance: t.field({
        type: assistanceRef,
        description: 'Choices of its form: read from the other side for people who may change it, else empty.',
        resolve: ({ id: own, type }, _args, context) =>
          findIntegrationType(type)?.target.kind === 'channel' && holds(context, 'manage-integrations')
            ? context.integrations.channels(accountOf(context), own)
            : { channels: [], error: null },
      }),
    }),
  });
}
