import { Button, Skeleton } from '@mantine/core';
import { addDays } from '@switchboard/model/schedule/schedule';
import { IconCode, IconLockOpen, IconPlayerPause, IconRefresh } from '@tabler/icons-react';
import { useMemo } from 'react';
import { Link, useLocation } from 'react-router';
import { GENERIC_FAILURE } from '../../api/failure.ts';
import { useInvalidParameters } from '../../api/lists/use-invalid-parameters.ts';
import { useRefetchOnChanges } from '../../api/live/use-refetch-on-changes.ts';
import { RunButton } from '../../entities/download/run-button.tsx';
import { useScriptPaths } from '../../entities/draft/script-paths.ts';
import { concernsHealth } from '../../entities/health/concerns-health.ts';
import { type ArtifactType, useHealthPaths } from '../../entities/health/health-paths.ts';
import { dayText, dayView, dependencyView, levelView } from '../../entities/health/health-views.ts';
import { PauseBanner } from '../../entities/pause/pause-banner.tsx';
import { usePause } from '../../entities/pause/use-pause.tsx';
import { useUrlState } from '../../lib/address/use-url-state.ts';
import type { DayStatuses } from '../../ui/calendar/day-status.ts';
import { TwoMonthCalendar } from '../../ui/calendar/two-month-calendar.tsx';
import { Banner } from '../../ui/feedback/banner.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { Stack } from '../../ui/layout/layout.tsx';
import { Breadcrumbs } from '../../ui/page/breadcrumbs.tsx';
import { Page } from '../../ui/page/page.tsx';
import { StatusBadge } from '../../ui/status/status-badge.tsx';
import { Chip } from '../../ui/text/chip.tsx';
import { ICON_SIZE } from '../../ui/theme/metrics.ts';
import { CauseBanner } from './cause-banner.tsx';
import { DayActivity } from './day-activity.tsx';
import { DependencyTable } from './dependency-table.tsx';
import styles from './home.module.css';
import { HOME_DETAILS_PARAMETERS } from './home-view.ts';
import { type Details, useDetails } from './use-details.ts';
import { useUnsuspend } from './use-unsuspend.tsx';

const NO_FILTERS = [] as const;

const typeOf = (type: string): ArtifactType | null => (type === 'download' || type === 'upload' ? type : null);

/** /homepage-details: the health of one download or upload by day, and what it depends on. */
export function HomeDetailsPage() {
  const [{ name, type: written }] = useUrlState<typeof HOME_DETAILS_PARAMETERS>(HOME_DETAILS_PARAMETERS);
  const type = typeOf(written);
  const { home } = useHealthPaths();
  if (type === null || name === '')
    return (
      <EmptyState
        isScreen
        title="Invalid URL"
        actions={
          <Button component={Link} to={home} variant="filled">
            Home
          </Button>
        }
      >
        The address must name a download or upload.
      </EmptyState>
    );
  return <DetailsPage type={type} name={name} />;
}

function DetailsPage({ type, name }: { readonly type: ArtifactType; readonly name: string }) {
  const { home } = useHealthPaths();
  useInvalidParameters(NO_FILTERS, HOME_DETAILS_PARAMETERS);
  const { details, problem, failure, isRefreshing, refresh } = useDetails(type, name);
  useRefetchOnChanges(refresh, concernsHealth);
  return (
    <Page
      title={name}
      above={<Breadcrumbs parents={[{ label: 'Home', to: home }]} current={name} />}
      aside={
        details !== undefined && (
          <>
            <Chip>{type === 'download' ? 'Download' : 'Upload'}</Chip>
            {details.status !== 'paused' && <StatusBadge {...levelView(details.level)} />}
            {details.status !== 'active' && <StatusBadge {...dependencyView(details.status)} />}
            {details.dependencyStatus !== 'working' && (
              <StatusBadge
                {...(details.dependencyStatus === 'paused' ? dependencyView('paused') : levelView(details.level))}
                label={`Dependencies ${details.dependencyStatus}`}
              />
            )}
          </>
        )
      }
      actions={details !== undefined && <Actions details={details} isRefreshing={isRefreshing} onRefresh={refresh} />}
    >
      <Stack gap={4} padding={[2, 5, 6]} minHeight={0} flex={1} overflowY="auto" className={styles['content']}>
        {failure !== null && details === undefined && (
          <ErrorState title={GENERIC_FAILURE} failure={failure} onRetry={refresh} />
        )}
        {failure !== null && details !== undefined && (
          <Banner
            tone="warning"
            title={`The health could not be refreshed: ${failure.message}`}
            actions={<Button onClick={refresh}>Retry</Button>}
          />
        )}
        {problem !== null && (
          <EmptyState
            title={problem}
            actions={
              <Button component={Link} to={home} variant="filled">
                Home
              </Button>
            }
          />
        )}
        {details === undefined && failure === null && problem === null && <DetailsSkeleton />}
        {details !== undefined && <DetailsContent details={details} onChanged={refresh} />}
      </Stack>
    </Page>
  );
}

type ActionsProps = {
  readonly details: Details;
  readonly isRefreshing: boolean;
  readonly onRefresh: () => void;
};

function Actions({ details, isRefreshing, onRefresh }: ActionsProps) {
  const { type, name, project, status, scriptbookId, pos } = details;
  const { pathname, search } = useLocation();
  const scripts = useScriptPaths();
  const { ask, dialog } = useUnsuspend(type, name, onRefresh);
  const pausing = usePause(type, onRefresh);
  return (
    <>
      {status === 'suspended' && ask !== undefined && (
        <Button variant="default" leftSection={<IconLockOpen size={ICON_SIZE} />} onClick={ask}>
          Unsuspend
        </Button>
      )}
      {status === 'active' && pausing.ask !== undefined && (
        <Button
          variant="default"
          leftSection={<IconPlayerPause size={ICON_SIZE} />}
          onClick={() => pausing.ask?.({ act: 'pause', pausable: { kind: type, name }, project })}
        >
          Pause
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<IconRefresh size={ICON_SIZE} />}
        loading={isRefreshing}
        onClick={onRefresh}
      >
        Refresh
      </Button>
      <Button
        component={Link}
        to={scripts.place(scriptbookId, pos, { referrer: `${pathname}${search}` })}
        variant="filled"
        leftSection={<IconCode size={ICON_SIZE} />}
      >
        Open in Editor
      </Button>
      {dialog}
      {pausing.dialog}
    </>
  );
}

function DetailsContent({ details, onChanged }: { readonly details: Details; readonly onChanged: () => void }) {
  const [{ day, show }, change] = useUrlState<typeof HOME_DETAILS_PARAMETERS>(HOME_DETAILS_PARAMETERS);
  const { type, name, sparkline, sparklineFirstDate: first, cause, hasReportDates } = details;
  const today = addDays(first, sparkline.length - 1);
  const wrong = cause?.day ?? today;
  const chosen = day !== null && day >= first && day <= today ? day : wrong;
  const statuses = useMemo(() => statusesOf(details), [details]);
  return (
    <>
      {details.status === 'paused' ? (
        <PauseBanner pausable={{ kind: type, name }} onChanged={onChanged} />
      ) : (
        <CauseBanner details={details} onChanged={onChanged} />
      )}
      <div className={styles['panels']}>
        <Stack as="section" gap={3} padding={4} minWidth={0} flex="none" frame="large" aria-label="Calendar">
          <TwoMonthCalendar
            label={`Status of ${name} by day`}
            statuses={statuses}
            first={first}
            today={today}
            value={chosen}
            onChange={(next) => change({ day: next === wrong ? null : next })}
          />
        </Stack>
        <DependencyTable details={details} />
      </div>
      <DayActivity
        scope={{ type, name, day: chosen, hasReportDates }}
        shows={show}
        onShow={(next) => change({ show: next })}
        command={
          type === 'download' &&
          details.status === 'active' && <RunButton name={name} date={hasReportDates ? chosen : null} />
        }
      />
    </>
  );
}

/** The days on which something was due or ran. */
function statusesOf({ sparkline, sparklineFirstDate: first }: Details): DayStatuses {
  return new Map(
    sparkline.flatMap((day, index) =>
      day.status === null && !day.running
        ? []
        : [[addDays(first, index), { tone: dayView(day.status).tone, text: dayText(day) }] as const],
    ),
  );
}

function DetailsSkeleton() {
  return (
    <Stack
      gap={4}
      padding={[2, 5, 6]}
      minHeight={0}
      flex={1}
      overflowY="auto"
      className={styles['content']}
      aria-busy="true"
    >
      <Skeleton height="var(--row)" />
      <div className={styles['panels']}>
        <Skeleton height="var(--empty-height)" />
        <Skeleton height="var(--empty-height)" />
      </div>
      <Skeleton height="var(--empty-height)" />
    </Stack>
  );
}
