import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { instantRange } from '../../graphql/list-arguments.ts';
import { type CountedState, countStates, type StateCount } from '../../graphql/lists/state-counts.ts';
import { type EventFilterArguments, eventFilter } from './queries.ts';
import { relatedEvents } from './related-events.ts';

export type EventCounts = {
  readonly errors: StateCount;
  readonly warnings: StateCount;
  readonly info: StateCount;
  readonly commented: StateCount;
};

const order = sql`d.created desc, d.id desc`;

/** Most events are of this severity, so that no index selects them. */
const IS_INFO = sql`d.severity in ('info', 'debug')`;

const STATES: Readonly<Record<keyof EventCounts, CountedState>> = {
  errors: { condition: sql`d.severity in ('error', 'fatal')`, order, byValueScan: false },
  warnings: { condition: sql`d.severity = 'warn'`, order, byValueScan: false },
  info: { condition: sql`true`, test: IS_INFO, order, byValueScan: false },
  commented: { condition: sql`d.comment is not null`, order, byValueScan: false },
};

/** Counts the events of the list with these filters, whatever severities the list is filtered by. */
export async function countEvents(tx: Tx, accountId: string, args: EventFilterArguments): Promise<EventCounts> {
  const { created_after: after, created_before: before, ...others } = args;
  const filter = eventFilter({ ...others, severities: null, withComments: null }, relatedEvents(accountId, args));
  const range = instantRange('created', sql`d.created`, { after, before });
  return countStates(tx, { table: 'event', accountId, filter, range }, STATES);
}
