import { sql } from 'kysely';
import { recordAudit } from '../../audit/record-audit.ts';
import type { Tx } from '../../db/database.ts';
import {
  type Drain,
  type DrainKind,
  type DrainState,
  endDrain,
  listDrains,
  startDrain,
} from '../../units/parts/drain.ts';
import type { OperatorOptions } from './account-acts.ts';
import { actAsOperator, OperatorRefused } from './operator-session.ts';

/** The target of a drain: a host, the label of a pool, or an account by its name in addresses. */
export type DrainRequest = { readonly kind: DrainKind; readonly name: string };

const ACCOUNTS = { account: null, permission: 'manage-accounts' } as const;

/** Closes a host, a pool or an account to new work. @returns false when it was closed @throws OperatorRefused */
export const drainAs = (options: OperatorOptions, request: DrainRequest): Promise<boolean> =>
  act(options, request, 'drain', async (tx, drain) => {
    if (drain.kind !== 'account' && !(await hasProgram(tx, drain)))
      throw new OperatorRefused(
        `No worker runs ${drain.kind === 'host' ? `on ${drain.target}` : `in the pool ${drain.target}`}. See switchboard doctor.`,
      );
    return startDrain(tx, drain);
  });

/** Opens it again. @returns false when it was not closed @throws OperatorRefused */
export const undrainAs = (options: OperatorOptions, request: DrainRequest): Promise<boolean> =>
  act(options, request, 'undrain', endDrain);

/** Everything that is drained. @throws OperatorRefused */
export const listDrainsAs = (options: OperatorOptions): Promise<readonly DrainState[]> =>
  actAsOperator({ ...options, ...ACCOUNTS, act: 'drain' }, ({ database }) => database.withSystem(listDrains));

function act(
  options: OperatorOptions,
  request: DrainRequest,
  verb: 'drain' | 'undrain',
  change: (tx: Tx, drain: Drain) => Promise<boolean>,
): Promise<boolean> {
  return actAsOperator({ ...options, ...ACCOUNTS, act: verb }, ({ database }) =>
    database.withSystem(async (tx) => {
      const drain = await targetOf(tx, request);
      const isChanged = await change(tx, drain);
      if (isChanged)
        await recordAudit(tx, {
          kind: verb === 'drain' ? 'work_drained' : 'work_undrained',
          accountId: drain.kind === 'account' ? drain.target : null,
          target: { kind: drain.kind, name: request.name },
        });
      return isChanged;
    }),
  );
}

/** @throws OperatorRefused when there is no such account */
async function targetOf(tx: Tx, { kind, name }: DrainRequest): Promise<Drain> {
  if (kind !== 'account') return { kind, target: name };
  const { rows } = await sql<{ id: string }>`
    select id from account where url_name = ${name} and erasure_started is null`.execute(tx);
  const [found] = rows;
  if (found === undefined) throw new OperatorRefused(`There is no account ${name}.`);
  return { kind, target: found.id };
}

async function hasProgram(tx: Tx, { kind, target }: Drain): Promise<boolean> {
  const { rows } = await sql`
    select from program where 'worker' = any (roles) and seen > now() - interval '1 minute'
      and case ${kind} when 'host' then host = ${target} else pool = ${target} end limit 1`.execute(tx);
  return rows.length > 0;
}
