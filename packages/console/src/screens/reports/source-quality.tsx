import { useCallback, useState } from 'react';
import { useQuery } from 'urql';
import { describeFailure, GENERIC_FAILURE } from '../../api/failure.ts';
import { SourceQualityDocument } from '../../api/generated/documents/source-quality.ts';
import { useRefetchOnChanges } from '../../api/live/use-refetch-on-changes.ts';
import { concernsHealth } from '../../entities/health/concerns-health.ts';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { Unset } from '../../ui/text/facts.tsx';
import { ColumnsPanel } from './columns-panel.tsx';
import { DaysTable } from './days-table.tsx';
import { ReportCard, ReportSection } from './report-card.tsx';
import { ReportSkeleton } from './report-skeleton.tsx';
import { SchemaTimeline } from './schema-timeline.tsx';

/** Milliseconds: an account with many runs changes all the time. */
const REFETCH_DELAY = 10_000;

/** Quality of a source: volume and arrival of the last days, its columns with their contract, and how they have changed. */
export function SourceQuality({ name }: { readonly name: string }) {
  const [{ data: answer, error }, refetch] = useQuery({
    query: SourceQualityDocument,
    variables: { name },
    requestPolicy: 'cache-and-network',
  });
  // A failed refresh has no data: what is shown stays.
  const [data, setData] = useState(answer);
  if (answer?.sbs_schema != null && answer !== data) setData(answer);
  const refresh = useCallback(() => refetch({ requestPolicy: 'network-only' }), [refetch]);
  useRefetchOnChanges(refresh, concernsHealth, REFETCH_DELAY);
  if (data?.sbs_schema == null) {
    // It has been removed from the script meanwhile.
    if (answer != null && error === undefined) return null;
    const failure = error === undefined ? null : describeFailure(error);
    return (
      <ReportCard label={`Deliveries of ${name}`}>
        {failure === null ? (
          <ReportSkeleton count={1} />
        ) : (
          <ErrorState title={GENERIC_FAILURE} failure={failure} onRetry={refresh} />
        )}
      </ReportCard>
    );
  }
  const source = data.sbs_schema;
  // Its changes are asked for again when its columns have changed.
  const revisions = source.tables.map(({ delivered }) => delivered?.since).join();
  return (
    <ReportCard label={`Deliveries of ${name}`}>
      <ReportSection
        title="Volume and arrival, beside the same weekday of the last four weeks"
        label="Volume and arrival"
      >
        <DaysTable name={name} days={source.days} />
      </ReportSection>
      {source.tables.map(({ id, name: table, delivered }) =>
        delivered === null ? (
          <ReportSection key={id} title={`Columns of ${table}`}>
            <Unset>Nothing has been downloaded since columns are recorded</Unset>
          </ReportSection>
        ) : (
          <ColumnsPanel key={id} source={name} table={table} delivered={delivered} />
        ),
      )}
      <SchemaTimeline key={revisions} source={name} />
    </ReportCard>
  );
}
