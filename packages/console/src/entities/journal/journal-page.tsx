import { Button, SegmentedControl } from '@mantine/core';
import '../../ui/theme/mantine-layer-styles.ts';
import { LIMITS } from '@switchboard/model/limits';
import { chartDays } from '@switchboard/model/presentation/journal-chart';
import { useCallback, useId, useMemo } from 'react';
import { GENERIC_FAILURE } from '../../api/failure.ts';
import type { PageVariables } from '../../api/lists/use-connection.ts';
import { useInvalidParameters } from '../../api/lists/use-invalid-parameters.ts';
import { useLiveConnection } from '../../api/lists/use-live-connection.ts';
import { useSession } from '../../api/session/session.ts';
import type { ParameterSet } from '../../lib/address/url-state.ts';
import { useUrlState } from '../../lib/address/use-url-state.ts';
import { utcToday } from '../../lib/dates.ts';
import { RetryBanner } from '../../ui/feedback/retry-banner.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { textValue } from '../../ui/filters/filter-spec.ts';
import { Row } from '../../ui/layout/layout.tsx';
import { Page } from '../../ui/page/page.tsx';
import { LiveIndicator } from '../../ui/status/live-indicator.tsx';
import { DeclarationSelect } from './declaration-select.tsx';
import { JournalCharts } from './journal-charts.tsx';
import type { JournalKind, JournalRow } from './journal-kind.ts';
import { journalParameters } from './journal-parameters.ts';
import { JournalSkeleton } from './journal-skeleton.tsx';

/** The selector loads at most this many declarations, and so does the page. */
export const JOURNAL_PAGE_SIZE = 1000;

const NO_FILTERS = [] as const;

/** The status of imports or exports: a chart of the last days for each declaration. */
export function JournalPage<Data, Variables extends PageVariables>({
  kind,
}: {
  readonly kind: JournalKind<Data, Variables>;
}) {
  const { noun, groups, nameParameter, list } = kind;
  const parameters = useMemo(() => journalParameters({ groups, nameParameter }), [groups, nameParameter]);
  const [values, change] = useUrlState<ParameterSet>(parameters);
  useInvalidParameters(NO_FILTERS, parameters);
  const project = textValue(values, 'project_id');
  const name = textValue(values, nameParameter);
  const group = textValue(values, 'group_by');
  const variables = {
    lookback_days: LIMITS.chartLookbackDays,
    project: project || null,
    name: name || null,
    group_by: group,
  } as unknown as Omit<Variables, 'first' | 'after'>;
  const { connection, live } = useLiveConnection(list, { variables, pageSize: JOURNAL_PAGE_SIZE, held: false });
  const { names, loading } = kind.useNames();
  const { account } = useSession();
  const days = chartDays(utcToday(new Date()));
  const groupLabel = useId();
  const pathOf = useCallback(
    (row: JournalRow, date?: string) =>
      `/app/${account.urlName}/${kind.listPath(row, date === undefined ? undefined : { group, date })}`,
    [account.urlName, kind, group],
  );
  const { failure, rows, phase } = connection;
  return (
    <Page title={list.title} aside={<LiveIndicator live={live} loaded={connection.updated} />}>
      <Row as="search" gap={[2, 4]} align="center" wrap padding={[0, 5, 3]} aria-label={`Filter ${noun}s`}>
        <DeclarationSelect
          noun={noun}
          names={names}
          loading={loading}
          value={{ project, name }}
          onChange={(chosen) => change({ project_id: chosen.project, [nameParameter]: chosen.name })}
        />
        <Row as="span" gap={2} align="center" tone="dim">
          <span id={groupLabel}>Group by</span>
          <SegmentedControl
            aria-labelledby={groupLabel}
            data={[...groups]}
            value={group}
            onChange={(value) => change({ group_by: value })}
          />
        </Row>
      </Row>
      {failure !== null && rows.length > 0 && (
        <RetryBanner onRetry={connection.refresh}>The charts could not be refreshed: {failure.message}</RetryBanner>
      )}
      {rows.length > 0 && (
        <JournalCharts
          label={list.title}
          rows={rows}
          days={days}
          undatedText={kind.undatedText}
          pathOf={pathOf}
          stale={connection.stale}
        />
      )}
      {rows.length === 0 && phase === 'loading' && <JournalSkeleton />}
      {rows.length === 0 && phase === 'ready' && (
        <Nothing
          isNarrowed={project !== '' || name !== ''}
          text={kind.emptyText}
          onClear={() => change({ project_id: '', [nameParameter]: '' })}
        />
      )}
      {rows.length === 0 && phase === 'error' && (
        <ErrorState title={GENERIC_FAILURE} failure={failure} onRetry={connection.refresh} />
      )}
    </Page>
  );
}

type NothingProps = { readonly isNarrowed: boolean; readonly text: string; readonly onClear: () => void };

function Nothing({ isNarrowed, text: why, onClear }: NothingProps) {
  return isNarrowed ? (
    <EmptyState title="No results, try another filter" actions={<Button onClick={onClear}>Clear all filters</Button>} />
  ) : (
    <EmptyState title="No Data">{why}</EmptyState>
  );
}
