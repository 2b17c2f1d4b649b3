import { deviceName } from '@switchboard/model/presentation/device-name';
import { required } from '../../graphql/arguments.ts';
import { builder } from '../../graphql/builder.ts';
import { boolean, dateTime, from, id, nullable, objects, string } from '../../graphql/columns.ts';
import type { GraphqlContext } from '../../graphql/context.ts';
import { UUID } from '../../graphql/cursor.ts';
import { changeResult, defineMutation } from '../../graphql/mutation.ts';
import { defineObject, hasProperty } from '../../graphql/object-type.ts';
import { Conflict, conflictRef, NotFound, notFoundRef } from '../../graphql/value-types.ts';
import type { OwnSession } from '../../identity/sessions/own-sessions.ts';

const SIGNED_IN = { signedIn: true } as const;

type ListedSession = OwnSession & { readonly device: string };
type OwnSessions = { readonly sessions: readonly ListedSession[] };

const sessionRef = builder.objectRef<ListedSession>('OwnSession');
const sessionsRef = builder.objectRef<OwnSessions>('OwnSessions');

async function read({ session, ownSessions }: GraphqlContext): Promise<OwnSessions> {
  const rows = await ownSessions.list(session);
  return { sessions: rows.map((row) => ({ ...row, device: deviceName(row.user_agent) })) };
}

function defineTypes(): void {
  defineObject(sessionRef, {
    description: 'A session of the signed-in person.',
    authScopes: SIGNED_IN,
    columns: {
      id: id('Opaque identifier.'),
      device: string('The browser and the system that it began in, such as Firefox on Windows.'),
      address: nullable(string('The network address that it began from; null when it is unknown.')),
      created: dateTime('When the person signed in.'),
      last_used: dateTime('When it was last used, to the minute.'),
      is_current: from('is_current', boolean('Whether it is the session that asks.')),
    },
  });
  defineObject(sessionsRef, {
    description: 'The open sessions of the signed-in person.',
    authScopes: SIGNED_IN,
    isTypeOf: hasProperty('sessions'),
    columns: {
      sessions: objects(
        sessionRef,
        'The current one, then the one used last first. Empty when another identity provider signs people in.',
      ),
    },
  });
}

/** The sessions of the signed-in person. */
export function defineOwnSessions(): void {
  defineTypes();
  builder.queryField('own_sessions', (t) =>
    t.field({
      type: sessionsRef,
      authScopes: SIGNED_IN,
      description: 'The open sessions of the signed-in person.',
      resolve: (_root, _args, context) => read(context),
    }),
  );
  defineMutation('end_session', {
    authScopes: SIGNED_IN,
    description: 'Ends another session of the signed-in person at once.',
    result: changeResult('EndSessionResult', 'list of sessions', [sessionsRef, notFoundRef, conflictRef]),
    args: required({ id: id('Id of the session.') }),
    resolve: async (args, context) => {
      const missing = new NotFound('The session has ended already.');
      if (!UUID.test(args.id)) return missing;
      const outcome = await context.ownSessions.end(context.session, args.id);
      if (outcome === 'current') return new Conflict('This is the session that you use. Log out to end it.');
      return outcome === 'missing' ? missing : read(context);
    },
  });
  builder.mutationField('end_other_sessions', (t) =>
    t.field({
      type: sessionsRef,
      authScopes: SIGNED_IN,
      description: 'Ends every session of the signed-in person besides the one that asks, at once.',
      resolve: async (_root, _args, context) => {
        await context.ownSessions.endOthers(context.session);
        return read(context);
      },
    }),
  );
}
