import { Button, MultiSelect, Skeleton, Switch } from '@mantine/core';
import '../../ui/theme/mantine-layer-styles.ts';
import { useQuery } from 'urql';
import { GENERIC_FAILURE } from '../../api/failure.ts';
import { UsageProjectsDocument } from '../../api/generated/documents/usage.ts';
import { useInvalidParameters } from '../../api/lists/use-invalid-parameters.ts';
import { useUrlState } from '../../lib/address/use-url-state.ts';
import { utcToday } from '../../lib/dates.ts';
import { BarChart } from '../../ui/charts/bar-chart.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { Row, Stack, Text } from '../../ui/layout/layout.tsx';
import { Chip } from '../../ui/text/chip.tsx';
import styles from './usage.module.css';
import { MAX_PROJECTS, USAGE_PARAMETERS } from './usage-parameters.ts';
import { PROCESSES, projectSeries, type UsageReport, usageBars } from './usage-report.ts';
import { ContractBanner, UsageSummary } from './usage-summary.tsx';
import { useRowsReport } from './use-rows-report.ts';

const NO_FILTERS = [] as const;
const MONTHS_AGO = 12;
const TITLES = { process: 'Rows per process', project: 'Rows per project' } as const;
const NO_PROJECTS: readonly string[] = [];

/** The rows of the account by month, per process or per project, and the current month beside the contract. */
export function RowUsageCard() {
  const [{ chart, textures, projects }, change] = useUrlState<typeof USAGE_PARAMETERS>(USAGE_PARAMETERS);
  useInvalidParameters(NO_FILTERS, USAGE_PARAMETERS);
  const byProject = chart === 'project';
  const chosen = projects.length > 0 ? { projects: [...projects] } : { topProjects: MAX_PROJECTS };
  const { report, failure, stale, refresh } = useRowsReport({
    dimensions: [byProject ? 'project' : 'purpose'],
    filters: { monthsAgo: MONTHS_AGO, ...(byProject ? chosen : {}) },
  });
  if (report === null) {
    return (
      <EmptyState title="Usage is not shown">
        The account does not show its usage to its people. Ask your contact at customer support for it.
      </EmptyState>
    );
  }
  return (
    <Stack
      as="section"
      gap={3}
      padding={4}
      minWidth={0}
      frame="normal"
      className={styles['card']}
      aria-label={TITLES[chart]}
      aria-busy={stale || (report === undefined && failure === null)}
    >
      <Row gap={[2, 3]} align="center" wrap>
        <Text as="h2" size="large" weight="strong">
          {TITLES[chart]}
        </Text>
        {report !== undefined && <Chip>{report.isVisibleForCustomer ? 'CS & Customer' : 'CS Only'}</Chip>}
        <Row as="span" gap={[2, 3]} align="center" wrap atEnd className={styles['end']}>
          {byProject && <ProjectChoice chosen={projects} onChange={(next) => change({ projects: next })} />}
          <Switch
            label="Use textures"
            checked={textures === 'true'}
            onChange={(event) => change({ textures: event.currentTarget.checked ? 'true' : 'false' })}
          />
          <Button
            data-tip={`Show ${TITLES[byProject ? 'process' : 'project'].toLowerCase()}`}
            onClick={() => change({ chart: byProject ? 'process' : 'project' })}
          >
            Change
          </Button>
        </Row>
      </Row>
      {report === undefined && failure === null && <Skeleton height="var(--picker-height)" />}
      {report === undefined && failure !== null && (
        <ErrorState title={GENERIC_FAILURE} failure={failure} onRetry={refresh} />
      )}
      {report !== undefined && failure !== null && (
        <Text as="p" tone="dim" role="alert">
          Usage could not be refreshed: {failure.message} <Button onClick={refresh}>Retry</Button>
        </Text>
      )}
      {report !== undefined && (
        <>
          <ContractBanner report={report} />
          <UsageChart report={report} chart={chart} hasTextures={textures === 'true'} />
          <UsageSummary report={report} />
        </>
      )}
    </Stack>
  );
}

type ChartProps = {
  readonly report: UsageReport;
  readonly chart: keyof typeof TITLES;
  readonly hasTextures: boolean;
};

function UsageChart({ report, chart, hasTextures }: ChartProps) {
  const { rows, forecast } = report;
  if (rows.length === 0) return <EmptyState title="No Data">Rows appear here once a download is completed.</EmptyState>;
  const isByProject = chart === 'project';
  const bars = usageBars(
    rows,
    ({ project, purpose }) => (isByProject ? project : purpose),
    utcToday(new Date()),
    isByProject || forecast === 0 ? null : { production: forecast },
  );
  return (
    <BarChart
      label={`${TITLES[chart]} and month`}
      bars={bars}
      series={isByProject ? projectSeries(rows) : PROCESSES}
      hasTextures={hasTextures}
    />
  );
}

type ChoiceProps = {
  readonly chosen: readonly string[];
  readonly onChange: (projects: readonly string[]) => void;
};

/** Chooses the projects of the chart; those with the most rows when none is chosen. */
function ProjectChoice({ chosen, onChange }: ChoiceProps) {
  const [{ data }] = useQuery({ query: UsageProjectsDocument });
  const known = data?.filter_options.projects ?? NO_PROJECTS;
  return (
    <MultiSelect
      className={styles['projects'] ?? ''}
      aria-label="Projects"
      placeholder={chosen.length === 0 ? `Top ${MAX_PROJECTS} projects` : ''}
      data={[...new Set([...known, ...chosen])].sort((one, other) => one.localeCompare(other))}
      value={[...chosen]}
      maxValues={MAX_PROJECTS}
      onChange={onChange}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Show the top projects' }}
      maxDropdownHeight="var(--menu-height)"
      nothingFoundMessage="No results, try another word."
    />
  );
}
