import { emailProblem } from '@switchboard/model/presentation/email-rule';
import { textProblem } from '@switchboard/model/presentation/text-problem';
import { sql } from 'kysely';
import { recordAudit } from '../../audit/record-audit.ts';
import { readPersonalData } from '../../features/session/personal-data.ts';
import { eraseUser } from '../../features/users/erase-user.ts';
import { inviteUser } from '../../features/users/invitations/invite-users.ts';
import type { OperatorOptions } from './account-acts.ts';
import { actAsOperator, OperatorRefused, type OperatorSession } from './operator-session.ts';

export type ListedPerson = {
  readonly email: string;
  readonly name: string;
  readonly status: 'active' | 'deactivated';
  /** Url names of accounts, each with the roles held there. */
  readonly accounts: readonly string[];
  readonly global_roles: readonly string[];
};

const PAGE = 200;
const MAX_NAME = 200;
const EVERYWHERE = { account: null, permission: 'manage-accounts' } as const;

/** People who are not erased, sorted by address. @param account those of one account; null: all */
export async function* listPeople(options: OperatorOptions, account: string | null): AsyncGenerator<ListedPerson> {
  for (let after = ''; ; ) {
    const rows = await actAsOperator({ ...options, ...EVERYWHERE, act: 'person list' }, ({ inAdministration }) =>
      inAdministration({ account, after }, async (tx) => {
        const found = await sql<ListedPerson>`
          select p.email, p.name, p.status,
            array(select a.url_name || ': ' || string_agg(coalesce(m.role, r.name), ', ' order by coalesce(m.role, r.name))
              from membership m join account a on a.id = m.account_id
              left join account_role r on r.account_id = m.account_id and r.id = m.role_id
              where m.person_id = p.id and a.status = 'active' group by a.url_name order by a.url_name) as accounts,
            array(select g.role from global_role g where g.person_id = p.id order by g.role) as global_roles
          from person p
          where p.erased is null and p.email > ${after} and (${account}::text is null or exists (
            select from membership m join account a on a.id = m.account_id
            where m.person_id = p.id and a.url_name = ${account} and a.status = 'active'))
          order by p.email limit ${PAGE}`.execute(tx);
        return found.rows;
      }),
    );
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    after = last.email;
  }
}

export type PersonToInvite = {
  readonly email: string;
  readonly name: string;
  readonly account: string;
  readonly roles: readonly string[];
};

/** Invites an address to an account by mail, as the console does. @throws OperatorRefused */
export async function invitePerson(
  options: OperatorOptions,
  { account, roles, ...person }: PersonToInvite,
): Promise<void> {
  const email = person.email.trim();
  const name = person.name.trim();
  const problem = emailProblem(email) ?? (name === '' ? 'A name is missing.' : textProblem('A name', name, MAX_NAME));
  if (problem !== null) throw new OperatorRefused(problem);
  if (roles.length === 0) throw new OperatorRefused('Name at least one role with --role.');
  const request = { ...options, act: 'person invite', account, permission: 'manage-users' } as const;
  const refused = await actAsOperator(request, ({ session, inAdministration }) =>
    inAdministration({ account, roles }, (tx) =>
      inviteUser(tx, session, { email, name, roles, accountIds: [session.accountId ?? ''] }),
    ),
  );
  if (refused === null) return;
  if (refused.kind === 'refused') throw new OperatorRefused(refused.message);
  throw new OperatorRefused(
    refused.kind === 'member' ? `${email} belongs to ${account} already.` : `${email} has been invited to ${account}.`,
  );
}

/** Everything that is kept of a person because they are one. @throws OperatorRefused */
export async function exportPerson(options: OperatorOptions, email: string): Promise<object> {
  const { database } = options;
  return actAsOperator({ ...options, ...EVERYWHERE, act: 'person export' }, async (operator) => {
    const id = await findPerson(operator, email);
    const data = await readPersonalData(database, id);
    await database.withSystem((tx) =>
      recordAudit(tx, { kind: 'personal_data_exported', accountId: null, subjectId: id }),
    );
    return data;
  });
}

/** Erases a person; see docs/security.md for what is kept. @throws OperatorRefused */
export async function erasePersonAs(
  options: OperatorOptions,
  { email, confirmation }: { readonly email: string; readonly confirmation: string },
): Promise<void> {
  if (email.toLowerCase() !== confirmation.toLowerCase())
    throw new OperatorRefused(`The confirmation must be the address of the person, ${email}.`);
  await actAsOperator({ ...options, ...EVERYWHERE, act: 'person erase' }, async (operator) => {
    const id = await findPerson(operator, email);
    const outcome = await eraseUser(
      {
        inTransaction: (use) => operator.inAdministration({ userId: id }, use),
        deleteElsewhere: async () => null,
      },
      operator.session,
      id,
    );
    if (outcome.kind === 'erased') return;
    throw new OperatorRefused('message' in outcome ? outcome.message : 'The person changed meanwhile. Erase again.');
  });
}

async function findPerson({ inAdministration }: OperatorSession, email: string): Promise<string> {
  const found = await inAdministration({}, (tx) =>
    sql<{ id: string }>`select id from person where lower(email) = lower(${email}) and erased is null`.execute(tx),
  );
  const [person] = found.rows;
  if (person === undefined) throw new OperatorRefused(`There is no person ${email}.`);
  return person.id;
}
