import { optional, required } from '../../graphql/arguments.ts';
import { builder } from '../../graphql/builder.ts';
import { id, string } from '../../graphql/columns.ts';
import type { GraphqlContext } from '../../graphql/context.ts';
import { UUID } from '../../graphql/cursor.ts';
import { badRequest } from '../../graphql/request-error.ts';
import type { KeyToConnect } from './connect/begin-sign-in.ts';
import { MANAGE_KEYS } from './graphql-results.ts';

/** What can be connected by OAuth. */
const ENTITIES = ['credential'];

/**
 * Begins a sign-in and ties it to the browser.
 * @throws RequestError BAD_REQUEST with the first problem
 */
async function begin(context: GraphqlContext, key: KeyToConnect): Promise<string> {
  const begun = await context.keys.beginSignIn(context.session, key);
  if (begun.kind === 'missing') throw badRequest('There is no such key.');
  if (begun.kind === 'invalid') throw badRequest(begun.problems[0]?.message ?? 'The key is invalid.');
  context.setCookie(begun.cookie);
  return begun.url;
}

/** The beginning of a sign-in at a provider. */
export function defineStartOAuth(): void {
  builder.queryField('start_oauth', (t) =>
    t.string({
      authScopes: MANAGE_KEYS,
      description:
        'Address of the provider at which the person connects an account, for a window of their browser. The answer sets a cookie of this browser, without which the sign-in cannot be completed. It ends after 10 minutes.',
      args: {
        ...required({
          entity: string('What is connected: credential.'),
          oauthType: string('Key type.'),
        }),
        ...optional({
          id: id('The key that is connected again. Without it a new key is added.'),
          name: string('Name of a new key.'),
        }),
      },
      resolve: async (_root, { entity, oauthType, id: keyId, name }, context) => {
        if (!ENTITIES.includes(entity)) throw badRequest(`entity must be ${ENTITIES.join(', ')}.`);
        if (keyId != null && !UUID.test(keyId)) throw badRequest('There is no such key.');
        // A key that is connected again keeps its name.
        const shown = name ?? (keyId == null ? '' : oauthType);
        return begin(context, { type: oauthType, id: keyId ?? null, name: shown, description: '' });
      },
    }),
  );
}
