import type { ServiceOptions } from '../../graphql/context.ts';
import type { Session } from '../../identity/session.ts';
import { type CatchUp, resume } from '../../pipeline/recovery/resume.ts';
import { type Pausable, type PauseRequest, pause } from '../../pipeline/suspension/pause.ts';

/** Pausing and resuming, each in one transaction with its event. The account is that of the session. */
export type PauseActions = {
  pause(session: Session, request: Omit<PauseRequest, 'accountId' | 'by'>): Promise<Awaited<ReturnType<typeof pause>>>;
  resume(
    session: Session,
    pausable: Omit<Pausable, 'accountId'>,
    catchUp: CatchUp,
  ): Promise<Awaited<ReturnType<typeof resume>>>;
};

declare module '../../graphql/context.ts' {
  interface GraphqlServices {
    readonly pauses: PauseActions;
  }
}

export function createPauseActions({ database, queue, now }: ServiceOptions): PauseActions {
  return {
    async pause({ accountId, person }, request) {
      if (accountId === null) return 'not_found';
      const by = { name: person.name, personId: person.id };
      return database.withAccount(accountId, (tx) => pause(tx, { ...request, accountId, by }));
    },
    async resume({ accountId, person }, pausable, catchUp) {
      if (accountId === null) return 'not_found';
      const resuming = { by: { name: person.name, personId: person.id }, catchUp, now: now() };
      return database.withAccount(accountId, (tx) => resume(tx, queue, { ...pausable, accountId }, resuming));
    },
  };
}
