import type { ServiceOptions } from '../../graphql/context.ts';
import type { Session } from '../../identity/session.ts';
import { previewRepoint, type RepointAnswer, type Repointing, type RepointPreview, repointKey } from './repoint-key.ts';

/** Use cases of replacing a key in scripts by another one. The account is the session's. */
export type RepointActions = {
  /** Where scripts name a key, and whether another one can take its place. */
  preview(session: Session, repointing: Repointing): Promise<RepointPreview>;
  /** Writes another key into the chosen places. */
  repoint(session: Session, repointing: Repointing & { readonly chosen: readonly string[] }): Promise<RepointAnswer>;
};

declare module '../../graphql/context.ts' {
  interface GraphqlServices {
    readonly repoint: RepointActions;
  }
}

export function createRepointActions(options: ServiceOptions): RepointActions {
  return {
    preview: async ({ accountId }, repointing) =>
      accountId === null ? { kind: 'missing', name: repointing.from } : previewRepoint(options, accountId, repointing),
    repoint: async (session, repointing) =>
      session.accountId === null
        ? { kind: 'missing', name: repointing.from }
        : repointKey(options, session.accountId, session, repointing),
  };
}
