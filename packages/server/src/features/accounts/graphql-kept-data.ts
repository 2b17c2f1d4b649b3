import { isRetentionKind, RETENTION_KINDS } from '@switchboard/model/kept/retention';
import { administration } from '../../graphql/administration.ts';
import { optional, required } from '../../graphql/arguments.ts';
import { builder } from '../../graphql/builder.ts';
import { boolean, float, int, nullable, objects, string } from '../../graphql/columns.ts';
import { type GraphqlContext, inAdministration } from '../../graphql/context.ts';
import { changeResult, defineMutation } from '../../graphql/mutation.ts';
import { defineObject, hasProperty } from '../../graphql/object-type.ts';
import { badRequest } from '../../graphql/request-error.ts';
import { NotFound, notFoundRef } from '../../graphql/value-types.ts';
import { type KeptData, type KeptKind, keptDaysProblem } from './kept-data.ts';
import { accountNamed } from './queries.ts';

const SCOPES = { admin: 'manage-accounts' } as const;
const kindRef = builder.objectRef<KeptKind>('KeptKind');
const dataRef = builder.objectRef<KeptData>('KeptData');

async function findAccount(context: GraphqlContext, field: string, urlName: string): Promise<string | null> {
  const account = await inAdministration(context, { field, details: { urlName } }, (tx) => accountNamed(tx, urlName));
  return account?.id ?? null;
}

type SaveInput = {
  readonly account: string;
  readonly kind: string;
  readonly days?: number | null | undefined;
  readonly as_installation?: boolean | null | undefined;
};

async function save(input: SaveInput, context: GraphqlContext): Promise<KeptData | NotFound> {
  const { account, kind, days = null, as_installation: isAsInstallation } = input;
  if (!isRetentionKind(kind)) throw badRequest(`kind must be one of ${Object.keys(RETENTION_KINDS).join(', ')}.`);
  const problem = days === null ? null : keptDaysProblem(kind, days);
  if (problem !== null) throw badRequest(problem);
  const id = await findAccount(context, 'save_kept_data', account);
  if (id === null) return new NotFound('There is no such active account.');
  return context.keptData.save(id, kind, isAsInstallation === true ? undefined : days);
}

/** For how long an account keeps each kind of data of ended runs, and what would go now. */
export function defineKeptData(): void {
  defineObject(kindRef, {
    description: 'A kind of data of ended runs.',
    authScopes: SCOPES,
    columns: {
      kind: string(`One of ${Object.keys(RETENTION_KINDS).join(', ')}.`),
      label: string('Its name for people.'),
      days: nullable(int('Days after the end of a run for which it is kept; null for ever.')),
      is_own: boolean('Whether the account sets them, not the installation.'),
      installation_days: nullable(int('Days of the installation, for accounts that set none; null for ever.')),
      min_days: int('The fewest days that may be set.'),
      due: nullable(int('How many runs or events would lose it now; null of what is kept for ever.')),
      due_bytes: nullable(float('The bytes of their files in the store.')),
    },
  });
  defineObject(dataRef, {
    description: 'The data that an account keeps of ended runs.',
    authScopes: SCOPES,
    isTypeOf: hasProperty('kept_kinds'),
    columns: { kept_kinds: objects(kindRef, 'Each kind of data.') },
  });
  builder.queryField('kept_data', (t) =>
    t.field({
      type: dataRef,
      nullable: true,
      ...administration('manage-accounts'),
      description: 'For how long an account keeps data of ended runs; null when there is no such active account.',
      args: required({ account: string('Url name of the account.') }),
      resolve: async (_root, { account }, context) => {
        const id = await findAccount(context, 'kept_data', account);
        return id === null ? null : context.keptData.read(id);
      },
    }),
  );
  defineMutation('save_kept_data', {
    ...administration('manage-accounts'),
    description:
      'Sets for how long an account keeps a kind of data of ended runs. The scheduler removes it once a day.',
    result: changeResult('SaveKeptDataResult', 'data', [dataRef, notFoundRef]),
    args: {
      ...required({ account: string('Url name of the account.'), kind: string('The kind of data.') }),
      ...optional({
        days: int('Days after the end of a run; for ever without them.'),
        as_installation: boolean('Leaves the kind to the installation.'),
      }),
    },
    resolve: save,
  });
}
