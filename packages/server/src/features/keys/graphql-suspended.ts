import { sql } from 'kysely';
import { builder, VIEW } from '../../graphql/builder.ts';
import { inAccount } from '../../graphql/context.ts';

/** Defines the query of the number of suspended keys, which the navigation shows as a badge. */
export function defineSuspendedKeys(): void {
  builder.queryField('getSuspendedCredentialCount', (t) =>
    t.int({
      authScopes: VIEW,
      description: 'Number of suspended keys of the account.',
      resolve: (_root, _args, context) =>
        inAccount(context, async (tx, accountId) => {
          const { rows } = await sql<{ suspended: number }>`
            select count(*)::int as suspended from key where account_id = ${accountId} and status = 'suspended'
          `.execute(tx);
          return rows[0]?.suspended ?? 0;
        }),
    }),
  );
}
