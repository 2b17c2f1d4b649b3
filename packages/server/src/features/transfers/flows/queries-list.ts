import { statusesInPhase, statusesOfRun } from '@switchboard/model/status/flow-phase';
import { FLOW_STATUSES, type FlowStatus } from '@switchboard/model/status/status';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { UUID } from '../../../graphql/cursor.ts';
import { type Optional, valuesOf } from '../../../graphql/list-arguments.ts';
import { listRows } from '../../../graphql/list-query.ts';
import type { ListFilter, ListQuery, SortColumn } from '../../../graphql/lists/page-queries.ts';
import type { PageRequest } from '../../../graphql/paging.ts';
import { badRequest } from '../../../graphql/request-error.ts';
import { purposeIs } from '../status-conditions.ts';
import { flowsById } from './queries.ts';

export type FlowFilterArguments = Optional<{
  backfill_id: string;
  purpose: readonly string[];
  archived: boolean;
  status: readonly string[];
  phase: readonly string[];
}>;

/** Flows of a backfill are sorted by report date, others by launch. */
export const FLOW_SORTS: Readonly<Record<'backfill' | 'all', SortColumn>> = {
  backfill: { name: 'report_date', type: 'date', nullable: true },
  all: { name: 'created', type: 'timestamptz', nullable: false },
};

/** @throws RequestError BAD_REQUEST for a word that `known` maps to null */
function statusIs(
  name: string,
  words: readonly string[],
  known: (word: string) => readonly FlowStatus[] | null,
): RawBuilder<unknown> {
  const statuses = words.flatMap((word) => {
    const found = known(word);
    if (!found) throw badRequest(`There is no ${name} ${word}.`);
    return found;
  });
  return sql`d.status = any(${statuses}::text[])`;
}

/** The statuses for a status, a run status or a phase in progress. */
function statusesOf(word: string): readonly FlowStatus[] | null {
  const own = FLOW_STATUSES.filter((status) => status === word);
  return own.length > 0 ? own : (statusesOfRun(word) ?? statusesInPhase(word));
}

/** Reads the arguments into a filter. An invalid id matches no flows. */
export function flowFilter(accountId: string, args: FlowFilterArguments): ListFilter {
  const statuses = valuesOf('status', args.status);
  const phases = valuesOf('phase', args.phase);
  const purposes = valuesOf('purpose', args.purpose);
  const backfill = args.backfill_id ? (UUID.test(args.backfill_id) ? args.backfill_id : null) : undefined;
  return {
    conditions: [
      ...(statuses ? [statusIs('status', statuses, statusesOf)] : []),
      ...(phases ? [statusIs('phase', phases, statusesInPhase)] : []),
      ...(purposes ? [purposeIs(purposes)] : []),
      ...(typeof args.archived === 'boolean' ? [sql`d.archived = ${args.archived}`] : []),
    ],
    candidateIds:
      backfill === undefined
        ? undefined
        : sql`select id from flow where account_id = ${accountId}::uuid and backfill_id = ${backfill}::uuid`,
  };
}

/** One page of flows, in walking order. */
export const listFlows = (
  tx: Tx,
  query: Omit<ListQuery, 'table' | 'accountId'> & { readonly accountId: string },
  page: PageRequest,
) => listRows(tx, { table: 'flow', ...query }, page, flowsById);
