import { useMemo } from 'react';
import { type Live, useLiveList } from '../live/live.ts';
import type { Identified, ListDescription } from './list-description.ts';

import { type Connection, type PageVariables, useConnection } from './use-connection.ts';

type Options<Variables> = {
  /** The query variables without the page. Compared by value. */
  readonly variables: Omit<Variables, 'first' | 'after'>;
  readonly pageSize: number;
  /** True while new rows must not move the rows in view. */
  readonly held: boolean;
};

/** A list of the server that keeps itself up to date. */
export function useLiveConnection<Data, Variables extends PageVariables, Row extends Identified>(
  list: ListDescription<Data, Variables, Row>,
  { variables, pageSize, held }: Options<Variables>,
): { readonly connection: Connection<Row>; readonly live: Live } {
  const { title, document, select, changedIds, changedRows, isRunning } = list;
  const connection = useConnection({ title, document, variables, pageSize, select, held });
  const shown = useMemo(() => new Set(connection.rows.map((row) => row.id)), [connection.rows]);
  const live = useLiveList({
    idsOf: changedIds,
    shown,
    onChanges: (changes) => changedRows !== undefined && connection.update(changedRows(changes)),
    running: isRunning(connection.rows),
    refresh: connection.refresh,
  });
  return { connection, live };
}
