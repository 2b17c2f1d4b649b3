import type { OAuthProblem } from '@switchboard/model/key-types/oauth-providers';
import type { Database } from '../../db/database.ts';
import { readSignInCookie, verifierOf } from './sign-in-cookie.ts';
import { type SignIn, type SignInSubject, takeSignIn } from './store-sign-in.ts';

/** The answer of a provider, as the browser brings it. */
export type GivenAnswer = {
  readonly answer: URLSearchParams;
  readonly state: string;
  /** The secret behind the code challenge. */
  readonly verifier: string;
};

/** Result of a sign-in. `id`: of the integration that it has connected. */
export type Completion = { readonly problem: OAuthProblem | null; readonly id: string | null };

/** Exchanges the answer of a provider, and stores what it gave. The person is checked once more. */
export type CompleteSignIn = (signIn: SignIn, given: GivenAnswer) => Promise<Completion>;

/** How a sign-in ended. `route` and `name` are null when it is not known which one it was. */
export type FinishedSignIn = Completion & { readonly route: string | null; readonly name: string | null };

const FOREIGN: FinishedSignIn = { problem: 'foreign', id: null, route: null, name: null };

/** Use cases of people who return from a provider. */
export type SignInActions = {
  /**
   * Completes a sign-in with the query and the cookies of the browser. The first answer consumes the sign-in, whatever becomes
   * of it. It must come from the browser that began it.
   */
  finish(returned: { readonly answer: URLSearchParams; readonly cookies: string | undefined }): Promise<FinishedSignIn>;
};

declare module '../../graphql/context.ts' {
  interface GraphqlServices {
    readonly signIns: SignInActions;
  }
}

/** @param complete by what is connected */
export function createSignInActions(
  { database }: { readonly database: Database },
  complete: Readonly<Record<SignInSubject['kind'], CompleteSignIn>>,
): SignInActions {
  return {
    async finish({ answer, cookies }) {
      const state = answer.get('state') ?? '';
      const kept = readSignInCookie(cookies, state);
      if (kept === null) return FOREIGN;
      const { accountId, browser } = kept;
      const signIn = await database.withAccount(accountId, (tx) => takeSignIn(tx, accountId, { state, browser }));
      if (signIn === null) return { ...FOREIGN, problem: 'expired' };
      const { route, name } = signIn;
      if (signIn.isExpired) return { problem: 'expired', id: null, route, name };
      const given = { answer, state, verifier: verifierOf({ state, browser }) };
      return { ...(await complete[signIn.kind](signIn, given)), route, name };
    },
  };
}
