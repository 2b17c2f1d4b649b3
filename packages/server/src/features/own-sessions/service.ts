import type { Database } from '../../db/database.ts';
import type { Session } from '../../identity/session.ts';
import { endOtherSessions, endSession, listSessions, type OwnSession } from '../../identity/sessions/own-sessions.ts';
import { SESSION_LIMITS, type SessionLimits } from '../../identity/sessions/session-limits.ts';

type Owner = Pick<Session, 'person' | 'grantId'>;

/** Use cases of people's own sessions. Another identity provider keeps those of the people whom it signs in. */
export type OwnSessionActions = {
  list(owner: Owner): Promise<readonly OwnSession[]>;
  /** Ends another session of the person. */
  end(owner: Owner, id: string): Promise<'ended' | 'current' | 'missing'>;
  endOthers(owner: Owner): Promise<void>;
};

declare module '../../graphql/context.ts' {
  interface GraphqlServices {
    readonly ownSessions: OwnSessionActions;
  }
}

export type OwnSessionOptions = {
  readonly database: Database;
  /** How long people stay signed in. */
  readonly sessionLimits?: SessionLimits;
};

export function createOwnSessionActions({
  database,
  sessionLimits = SESSION_LIMITS,
}: OwnSessionOptions): OwnSessionActions {
  const list: OwnSessionActions['list'] = ({ person, grantId = null }) =>
    database.withIdentity((tx) => listSessions(tx, { personId: person.id, grantId }, sessionLimits));
  return {
    list,
    async end(owner, id) {
      const own = await list(owner);
      if (own.some((session) => session.id === id && session.is_current)) return 'current';
      const isEnded = await database.withIdentity((tx) => endSession(tx, owner.person.id, id));
      return isEnded ? 'ended' : 'missing';
    },
    async endOthers({ person, grantId = null }) {
      await database.withIdentity((tx) => endOtherSessions(tx, person.id, grantId));
    },
  };
}
