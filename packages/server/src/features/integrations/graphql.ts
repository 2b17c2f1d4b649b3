import type { ReceiverStep } from '@switchboard/connectors';
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
import type { DraftTest } from './test-draft.ts';
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

class IntegrationTest {
  readonly steps: readonly ReceiverStep[];
  readonly errors: readonly IntegrationProblem[];

  constructor({ steps, problems }: DraftTest) {
    this.steps = steps;
    this.errors = problems;
  }
}

const savedRef = builder.objectRef<SavedIntegration>('SaveIntegrationOk');
const removedRef = builder.objectRef<RemovedIntegration>('RemoveIntegrationOk');
const invalidRef = builder.objectRef<InvalidIntegration>('InvalidIntegration');
const errorsRef = builder.objectRef<IntegrationErrors>('IntegrationErrors');
const errorRef = builder.objectRef<IntegrationProblem>('IntegrationError');
const stepRef = builder.objectRef<ReceiverStep>('IntegrationTestStep');
const testedRef = builder.objectRef<IntegrationTest>('IntegrationTest');

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

function defineDraftTest(): void {
  defineObject(stepRef, {
    description: 'One thing that a test of an integration checked, or did not reach.',
    authScopes: MANAGE,
    columns: {
      code: string('resolve: the name of a host. connect: a connection to an allowed address. tls, send.'),
      status: string('ok, failed, or skipped.'),
      milliseconds: nullable(int('Duration; null for a step that was skipped, or that is not measured.')),
      place: nullable(string('Host, with its port where one counts; null for the message itself.')),
      message: string('Result of the step.'),
      advice: nullable(string('The next action after a failure; null otherwise.')),
    },
  });
  defineObject(testedRef, {
    description: 'Steps of a test of an integration. Nothing was saved.',
    authScopes: MANAGE,
    isTypeOf: (value) => value instanceof IntegrationTest,
    columns: {
      steps: objects(stepRef, 'In the order of the connection; empty when the values are invalid by themselves.'),
      errors: objects(errorRef, 'Everything that is wrong.'),
    },
  });
  defineMutation('test_integration_draft', {
    authScopes: MANAGE,
    description:
      'Sends a test message with the values that are given to the receiver of the first filter, and says step by step what was checked. Where receivers are channels, it signs in instead. Stores nothing and answers no value that it was given.',
    result: {
      name: 'TestIntegrationDraftResult',
      description: 'Steps of the test, or why there was none.',
      types: [testedRef, invalidRef],
    },
    args: {
      ...optional({
        id: id('A stored integration, whose secrets are used where none are given. Without it: a new one.'),
        integration_type: string('Type of a new integration.'),
      }),
      ...draftArguments(),
    },
    resolve: async ({ id: given, integration_type: type, authorization, configuration, filters }, context) => {
      const edit = { id: given ?? null, type: type ?? null, version: null, authorization, configuration, filters };
      const tested = await context.integrations.testDraft(context.session, edit);
      return tested === 'missing' ? new InvalidIntegration() : new IntegrationTest(tested);
    },
  });
}

/** Content of an integration, as saving and testing take it. */
const draftArguments = () =>
  builder.args((t) => ({
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
  }));

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
  defineDraftTest();
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
      ...draftArguments(),
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
