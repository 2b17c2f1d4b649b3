import type { ServiceOptions } from '../../graphql/context.ts';
import { UUID } from '../../graphql/cursor.ts';
import type { Session } from '../../identity/session.ts';
import { launchTest, type TestInput, type TestLaunched } from './launch-test.ts';

/** What users do with test runs. The account is the session's; another account's draft is `not_found`. */
export type TestActions = {
  launch(session: Session, test: Pick<TestInput, 'changelistId' | 'uploads' | 'fetchNew'>): Promise<TestLaunched>;
};

declare module '../../graphql/context.ts' {
  interface GraphqlServices {
    readonly tests: TestActions;
  }
}

export function createTestActions({ database, queue, now }: ServiceOptions): TestActions {
  return {
    async launch({ accountId, person }, test) {
      if (accountId === null || !UUID.test(test.changelistId)) return { kind: 'not_found' };
      return database.withAccount(accountId, (tx) => launchTest(tx, queue, { ...test, accountId, person, now: now() }));
    },
  };
}
