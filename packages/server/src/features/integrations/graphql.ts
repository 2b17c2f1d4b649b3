import type { IntegrationProblem } from '@switchboard/model/integrations/validate-integration';
import { readAccountPage } from '../../graphql/account-fields.ts';
import { optional, required } from '../../graphql/arguments.ts';
import { builder, VIEW } from '../../graphql/builder.ts';
import { id, int, nullable, object, objects, string } from '../../graphql/columns.ts';
import { defineConnection, pageArguments } from '../../graphql/connection.ts';
import type { GraphqlContext } from '../../graphql/context.ts';
import { load, reload } from '../../graphql/loaders.ts';
import { changeResult, defineMutation } from '../../graphql/mutation.ts';
import { defineObject } from '../../graphql/object-type.ts';
import { readPage } from '../../graphql/paging.ts';
import { refusalRef } from '../../graphql/value-types.ts';
import { defineIntegrationTypes, INTEGRATION, integrationRef } from './graphql-types.ts';
import { type IntegrationRow, listIntegrations } from './queries.ts';
import { hiddenTypes } from './visible-types.ts';

const PAGE_SIZE = 100;
const MANAGE = { permission: 'manage-integrations' } as const;

class SavedIntegration {
  readonly integration: IntegrationRow;

  constructor(integration: IntegrationRow) {
    this.integration = integration;
  }
}
class RemovedIntegration {
  readonly id: string;

  constructor(removed: string) {
    this.id = removed;
  }
}
class InvalidIntegration {
  readonly message = 'There is no such integration.';
}
class IntegrationErrors {
  readonly errors: readonly IntegrationProblem[];

  constructor(errors: readonly IntegrationProblem[]) {
    this.errors = errors;
  }
}

const savedRef = builder.objectRef<SavedIntegration>('SaveIntegrationOk');
const removedRef = builder.objectRef<RemovedIntegration>('RemoveIntegrationOk');
const invalidRef = builder.objectRef<InvalidIntegration>('InvalidIntegration');
const errorsRef = builder.objectRef<IntegrationErrors>('IntegrationErrors');
const errorRef = builder.objectRef<IntegrationProblem>('IntegrationError');

function defineResults(): void {
  defineObject(savedRef, {
    description: 'The integration was saved.',
    authScopes: MANAGE,
    isTypeOf: (value) => value instanceof SavedIntegration,
    columns: { integration: object(integrationRef, 'The integration after the change.') },
  });
  defineObject(removedRef, {
    description: 'The integration was removed.',
    authScopes: MANAGE,
    isTypeOf: (value) => value instanceof RemovedIntegration,
    columns: { id: id('Its former id.') },
  });
  defineObject(invalidRef, {
    description: 'There is no such integration.',
    authScopes: MANAGE,
    isTypeOf: (value) => value instanceof InvalidIntegration,
    interfaces: [refusalRef],
    columns: { message: string('The problem.') },
  });
  defineObject(errorRef, {
    description: 'One thing that is wrong with an integration.',
    authScopes: MANAGE,
    columns: {
      path: nullable(
        string(
          'JSON path of the value, such as filters[0].configuration.channel_id; null for the integration as a whole.',
        ),
      ),
      message: string('The problem with it.'),
    },
    fields: (t) => ({
      code: t.string({
        nullable: true,
        description:
          'no_option: a filter selects nothing; changed_meanwhile: somebody has saved it; null for anything else.',
        resolve: ({ code }) => code ?? null,
      }),
    }),
  });
  defineObject(errorsRef, {
    description: 'The integration is invalid; nothing was saved.',
    authScopes: MANAGE,
    isTypeOf: (value) => value instanceof IntegrationErrors,
    columns: { errors: objects(errorRef, 'Everything that is wrong.') },
  });
}

/** An integration that the person may see. */
async function visible(context: GraphqlContext, row: IntegrationRow | null): Promise<IntegrationRow | null> {
  return row !== null && hiddenTypes(context.session.permissions).includes(row.type) ? null : row;
}

function defineQueries(): void {
  const connection = defineConnection('Integration', integrationRef, VIEW);
  builder.queryField('integration', (t) =>
    t.field({
      type: integrationRef,
      nullable: true,
      authScopes: VIEW,
      description:
        'The integration with this id; null when the account has none, or its type is hidden from the person.',
      args: required({ id: id('Id of the integration.') }),
      resolve: async (_root, args, context) => visible(context, await load(context, INTEGRATION, args.id)),
    }),
  );
  builder.queryField('integration_sign_in', (t) =>
    t.boolean({
      authScopes: MANAGE,
      description:
        'Whether integrations of this type can be connected by signing in at their provider: start_oauth begins it. False where the installation has no client for it.',
      args: required({ type: string('Type of integration.') }),
      resolve: (_root, { type }, context) => context.integrations.offersSignIn(context.session, type),
    }),
  );
  builder.queryField('integrations', (t) =>
    t.field({
      type: connection,
      authScopes: VIEW,
      description: 'Integrations of the account, the oldest first, without those whose type is hidden from the person.',
      args: pageArguments(PAGE_SIZE),
      resolve: (_root, args, context) =>
        readAccountPage(context, readPage(args, { order: 'integrations', size: PAGE_SIZE }), (tx, accountId, page) =>
          listIntegrations(tx, accountId, hiddenTypes(context.session.permissions), page),
        ),
    }),
  );
}

/** Where notices of an account go. */
export function defineIntegrations(): void {
  defineIntegrationTypes();
  defineResults();
  defineQueries();
  defineMutation('save_integration', {
    authScopes: MANAGE,
    description:
      'Adds or changes an integration. A new authorization is tried first, and channels are looked up where they are new.',
    result: changeResult('SaveIntegrationResult', 'integration', [savedRef, invalidRef, errorsRef]),
    args: {
      ...optional({
        id: id('Id of the integration to change; without it one is added.'),
        integration_type: string('Type of a new integration: slack, hidden-slack, test, …'),
        version: int('The version that was edited: the change is refused when the integration has another one.'),
      }),
      ...builder.args((t) => ({
        authorization: t.field({
          type: 'JSON',
          required: false,
          description: 'Texts by the names of the type’s fields. Secrets that it leaves out stay as they are stored.',
        }),
        configuration: t.field({
          type: 'JSON',
          required: false,
          description: 'Settings by name, in place of those before; without it they stay.',
        }),
        filters: t.field({
          type: 'JSON',
          required: false,
          description:
            'The filters in place of those before: id (of one that stays), production, backfills, proofs, lateUploads, configuration with channel_id, name or address. Without them there are none.',
        }),
      })),
    },
    resolve: async ({ id: given, integration_type: type, version, authorization, configuration, filters }, context) => {
      const edit = {
        id: given ?? null,
        type: type ?? null,
        version: version ?? null,
        authorization,
        configuration,
        filters,
      };
      const answer = await context.integrations.save(context.session, edit);
      if (answer.kind === 'invalid') return new IntegrationErrors(answer.problems);
      const row = answer.kind === 'done' ? await reload(context, INTEGRATION, answer.id) : null;
      return row === null ? new InvalidIntegration() : new SavedIntegration(row);
    },
  });
  defineMutation('test_integration', {
    authScopes: MANAGE,
    description: 'Sends a test message to the receiver of a filter, and waits until it has it.',
    result: changeResult('TestIntegrationResult', 'integration', [savedRef, invalidRef, errorsRef]),
    args: required({ id: id('Id of the integration.'), filter_id: id('Id of the filter.') }),
    resolve: async (args, context) => {
      const answer = await context.integrations.test(context.session, args.id, args.filter_id);
      if (answer.kind === 'invalid') return new IntegrationErrors(answer.problems);
      const row = answer.kind === 'done' ? await reload(context, INTEGRATION, answer.id) : null;
      return row === null ? new InvalidIntegration() : new SavedIntegration(row);
    },
  });
  defineMutation('remove_integration', {
    authScopes: MANAGE,
    description: 'Removes an integration with its secrets and what it has not sent yet.',
    result: changeResult('RemoveIntegrationResult', 'integration', [removedRef, invalidRef]),
    args: required({ id: id('Id of the integration.') }),
    resolve: async (args, context) => {
      const answer = await context.integrations.remove(context.session, args.id);
      return answer.kind === 'done' ? new RemovedIntegration(answer.id) : new InvalidIntegration();
    },
  });
}
