import { LIMITS } from '@switchboard/model/limits';
import { useCallback } from 'react';
import { useQuery } from 'urql';
import { describeFailure } from '../../api/failure.ts';
import { TestRunEventsDocument } from '../../api/generated/documents/test-run.ts';
import { useRefetchOnChanges } from '../../api/live/use-refetch-on-changes.ts';
import { EVENT_COLUMNS } from '../../entities/event/event-columns.tsx';
import { concernsTestRuns } from '../../entities/test-run/test-run-list.ts';
import { pickColumns } from '../../ui/data-table/layout.ts';
import { NestedTable } from '../../ui/nested-table/nested-table.tsx';

const COLUMNS = pickColumns(EVENT_COLUMNS, ['severity', 'created', 'message']).map((column) =>
  // The message takes the width that the others leave.
  column.id === 'message' ? { ...column, grow: 2 } : column,
);

/** The latest events of a test run. */
export function TestRunEvents({ flowId }: { readonly flowId: string }) {
  const [{ data, error, fetching }, refetch] = useQuery({
    query: TestRunEventsDocument,
    variables: { flow_id: flowId, first: LIMITS.eventPageSize },
    requestPolicy: 'cache-and-network',
  });
  useRefetchOnChanges(
    useCallback(() => refetch({ requestPolicy: 'network-only' }), [refetch]),
    concernsTestRuns,
  );
  return (
    <NestedTable
      label="Events of the test run"
      columns={COLUMNS}
      rows={data?.events.nodes ?? []}
      loading={fetching && data === undefined}
      note={error === undefined ? 'No Items' : describeFailure(error).message}
    />
  );
}
