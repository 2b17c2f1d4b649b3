import type { ServiceOptions } from '../../graphql/context.ts';
import type { Session } from '../../identity/session.ts';
import { deliverHeld, type HeldDelivered, unfreezeDates } from '../../pipeline/recovery/release-held.ts';
import { type FreezeRequest, type Frozen, freezeDates } from '../../pipeline/restatements/freeze-dates.ts';

/** Freezing report dates and what becomes of held results, each in one transaction with its event. The account is that of the session. */
export type RestatementActions = {
  freeze(session: Session, request: Omit<FreezeRequest, 'accountId'>): Promise<Frozen>;
  /** @returns how many report dates the freeze held; null when there is none with this id */
  unfreeze(session: Session, id: string, how: { readonly delivers: boolean }): Promise<number | null>;
  deliver(session: Session, uploadId: string): Promise<HeldDelivered>;
};

declare module '../../graphql/context.ts' {
  interface GraphqlServices {
    readonly restatements: RestatementActions;
  }
}

export function createRestatementActions({ database, queue }: ServiceOptions): RestatementActions {
  return {
    async freeze({ accountId, person }, request) {
      if (accountId === null) return { kind: 'not_found' };
      const by = { name: person.name, personId: person.id };
      return database.withAccount(accountId, (tx) => freezeDates(tx, { ...request, accountId }, by));
    },
    async unfreeze({ accountId, person }, id, { delivers }) {
      if (accountId === null) return null;
      const how = { name: person.name, personId: person.id, delivers };
      const ended = await database.withAccount(accountId, (tx) => unfreezeDates(tx, queue, { accountId, id }, how));
      return ended?.held ?? null;
    },
    async deliver({ accountId, person }, unitId) {
      if (accountId === null) return 'not_held';
      return database.withAccount(accountId, (tx) => deliverHeld(tx, queue, { accountId, unitId }, person));
    },
  };
}
