import { type ReactNode, useMemo, useState } from 'react';
import type { ListPageState } from '../../../api/lists/use-list-page.ts';
import { usePermission } from '../../../api/session/session.ts';
import { lazyLayer } from '../../../lib/load-chunk.ts';
import { type GridSelection, selectedShare } from '../../../ui/data-table/selection/selection.ts';
import type { Linked } from '../transfer-rows.ts';
import { type BulkAction, type BulkRequest, type BulkScope, scopeVariables } from './bulk-action.ts';
import { BulkMenu } from './bulk-menu.tsx';

const BulkDialog = lazyLayer(async () => (await import('./bulk-dialog.tsx')).BulkDialog);
const TransferSelectionBar = lazyLayer(async () => (await import('./transfer-selection-bar.tsx')).TransferSelectionBar);

const PauseManyDialog = lazyLayer(async () => (await import('../../pause/pause-many-dialog.tsx')).PauseManyDialog);

const SINGULAR = { downloads: 'download', uploads: 'upload' } as const;

export type BulkActions = {
  /** Undefined for people without the permission. */
  readonly selection: GridSelection | undefined;
  readonly bar: ReactNode;
  readonly menu: ReactNode;
  readonly dialog: ReactNode;
};

/** The rows that a person has selected under some filters. */
type Selected = { readonly question: string; readonly ids: ReadonlySet<string>; readonly isAll: boolean };

const NONE: ReadonlySet<string> = new Set();

/**
 * Selecting rows of a list, and retrying, running again, pausing or abandoning them or all that match. Selected rows stay selected while the list
 * changes by itself, and are deselected when the person changes its filters.
 */
export function useBulkActions<Row extends Linked>(
  plural: keyof typeof SINGULAR,
  page: ListPageState<Row>,
  linkOf: (row: Linked) => string,
): BulkActions {
  const canManage = usePermission('manage-pipelines');
  const noun = SINGULAR[plural];
  const { connection, variables, narrowing } = page;
  const { rows } = connection;
  const question = JSON.stringify(scopeVariables({ filters: variables }));
  const [selected, setSelected] = useState<Selected>({ question, ids: NONE, isAll: false });
  const [request, setRequest] = useState<BulkRequest | null>(null);
  const [paused, setPaused] = useState<readonly string[] | null>(null);
  const isCurrent = selected.question === question;
  const isAll = isCurrent && selected.isAll;
  const picked = isCurrent ? selected.ids : NONE;
  const ids = useMemo(() => (isAll ? new Set(rows.map(({ id }) => id)) : picked), [isAll, picked, rows]);
  const selection = useMemo(
    () => ({
      ids,
      onChange: (next: ReadonlySet<string>) => setSelected({ question, ids: next, isAll: false }),
    }),
    [ids, question],
  );
  const clear = (): void => selection.onChange(NONE);

  if (!canManage) return { selection: undefined, bar: null, menu: null, dialog: null };
  const everything: BulkScope = { filters: variables };
  const ask = (action: BulkAction, scope: BulkScope): void => setRequest({ action, scope });
  return {
    selection,
    bar: ids.size > 0 && (
      <TransferSelectionBar
        noun={noun}
        count={ids.size}
        gone={ids.size - rows.filter(({ id }) => ids.has(id)).length}
        isAll={isAll}
        canSelectAll={connection.hasMore && selectedShare(rows, ids) === 'all'}
        filters={variables}
        onSelectAll={() => setSelected({ question, ids: NONE, isAll: true })}
        onAction={(action) => ask(action, isAll ? everything : { ids: [...ids] })}
        onPause={
          isAll ? undefined : () => setPaused([...new Set(rows.flatMap(({ id, name }) => (ids.has(id) ? [name] : [])))])
        }
        onClear={clear}
      />
    ),
    menu: <BulkMenu noun={noun} isNarrowed={narrowing !== 'none'} onAction={(action) => ask(action, everything)} />,
    dialog: (
      <>
        {paused !== null && (
          <PauseManyDialog kind={noun} names={paused} onPaused={clear} onClose={() => setPaused(null)} />
        )}
        {request !== null && (
          <BulkDialog
            noun={noun}
            request={request}
            linkOf={linkOf}
            onChanged={() => {
              clear();
              connection.refresh();
            }}
            onClose={() => setRequest(null)}
          />
        )}
      </>
    ),
  };
}
