import { optional, required } from '../../graphql/arguments.ts';
import { builder } from '../../graphql/builder.ts';
import { id, string } from '../../graphql/columns.ts';
import { type GraphqlContext, holds } from '../../graphql/context.ts';
import { UUID } from '../../graphql/cursor.ts';
import { badRequest, RequestError } from '../../graphql/request-error.ts';

/** Entities that can be connected by OAuth, with the permission that each requires besides that of the field. */
const ENTITIES = { credential: 'manage-keys', integration: 'manage-integrations' } as const;
type Entity = keyof typeof ENTITIES;

const isEntity = (text: string): text is Entity => Object.hasOwn(ENTITIES, text);

type Asked = { readonly type: string; readonly id: string | null; readonly name: string | null };

/**
 * Begins a sign-in and ties it to the browser.
 * @throws RequestError BAD_REQUEST with the first problem
 */
async function begin(context: GraphqlContext, entity: Entity, { type, id: stored, name }: Asked): Promise<string> {
  const { keys, integrations, session } = context;
  const begun =
    entity === 'integration'
      ? await integrations.beginSignIn(session, { type, id: stored, reference: name ?? type })
      : // A key that is connected again keeps its name.
        await keys.beginSignIn(session, {
          type,
          id: stored,
          name: name ?? (stored === null ? '' : type),
          description: '',
        });
  if (begun.kind === 'missing') throw badRequest(missingText(entity));
  if (begun.kind === 'invalid') throw badRequest(begun.problems[0]?.message ?? `The ${entity} is invalid.`);
  context.setCookie(begun.cookie);
  return begun.url;
}

const missingText = (entity: Entity): string => `There is no such ${entity === 'credential' ? 'key' : entity}.`;

/** The beginning of a sign-in at a provider. */
export function defineStartOAuth(): void {
  builder.queryField('start_oauth', (t) =>
    t.string({
      authScopes: { permission: ENTITIES.credential },
      description:
        'Address of the provider at which the person connects an account, for a window of their browser. The answer sets a cookie of this browser, without which the sign-in cannot be completed. It ends after 10 minutes. Integrations also need the permission manage-integrations.',
      args: {
        ...required({
          entity: string('Kind of thing to connect: credential or integration.'),
          oauthType: string('Type of the key or integration.'),
        }),
        ...optional({
          id: id('The key or integration that is connected again. Without it a new one is added.'),
          name: string('Name of a new key. Of an integration a text that comes back with the result.'),
        }),
      },
      resolve: async (_root, { entity, oauthType: type, id: given, name }, context) => {
        if (!isEntity(entity)) throw badRequest(`entity must be ${Object.keys(ENTITIES).join(' or ')}.`);
        if (!holds(context, ENTITIES[entity])) throw new RequestError('NOT_ALLOWED');
        if (given != null && !UUID.test(given)) throw badRequest(missingText(entity));
        return begin(context, entity, { type, id: given ?? null, name: name ?? null });
      },
    }),
  );
}
