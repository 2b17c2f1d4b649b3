import type { Identity } from '../../identity/identity.ts';
import type { Session, SignedRequest } from '../../identity/session.ts';
import type { LoadShedding } from './shed-load.ts';

type Sessions = Pick<Identity, 'authenticate' | 'sessionFor' | 'sessionOfProgram'>;

/** The same ways to a session, which also count the request towards the limits of its person and account. */
export function limitSessions(identity: Sessions, shedding: Pick<LoadShedding, 'admit'>): Sessions {
  const admitted = async (request: SignedRequest, session: Promise<Session>): Promise<Session> => {
    shedding.admit(await session, request);
    return session;
  };
  return {
    authenticate: (request) => admitted(request, identity.authenticate(request)),
    sessionFor: (request, urlName) => admitted(request, identity.sessionFor(request, urlName)),
    sessionOfProgram: (request) => admitted(request, identity.sessionOfProgram(request)),
  };
}
