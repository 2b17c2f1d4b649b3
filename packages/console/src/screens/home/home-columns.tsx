import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { Link } from 'react-router';
import { DayStrip } from '../../entities/health/day-strip.tsx';
import type { HealthPaths } from '../../entities/health/health-paths.ts';
import { dependencyView, levelView } from '../../entities/health/health-views.ts';
import type { KeyPaths } from '../../entities/key/key-paths.ts';
import { MaintenanceMark } from '../../entities/maintenance/maintenance-mark.tsx';
import type { Column } from '../../ui/data-table/types.ts';
import { Row, Text } from '../../ui/layout/layout.tsx';
import { StatusBadge } from '../../ui/status/status-badge.tsx';
import { COLUMN_WIDTHS, SMALL_ICON_SIZE } from '../../ui/theme/metrics.ts';
import { CauseCell } from './cause-cell.tsx';
import type { HealthRow } from './health-rows.ts';
import styles from './home.module.css';

const { medium, status, wide } = COLUMN_WIDTHS;

type Paths = { readonly health: HealthPaths; readonly keys: KeyPaths };

/** The columns of Home. @param firstDate of every sparkline, yyyy-MM-dd */
export function homeColumns(firstDate: string, paths: Paths): readonly Column<HealthRow>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      width: wide,
      grow: 1,
      essential: true,
      part: 'title',
      cell: ({ name, type }) => (
        <Row as="span" gap={1} align="center" minWidth={0}>
          <Text
            as={Link}
            tone="text"
            weight="medium"
            underline="none"
            to={paths.health.details(type, name)}
            truncate
            data-tip={name}
            tabIndex={-1}
          >
            {name}
          </Text>
          <MaintenanceMark kind={type} name={name} />
        </Row>
      ),
    },
    { id: 'type', header: 'Type', width: status, part: 'detail', cell: ({ type }) => <TypeCell type={type} /> },
    {
      id: 'status',
      header: 'Status',
      width: medium,
      essential: true,
      part: 'status',
      cell: (row) => <StateCell row={row} />,
    },
    {
      id: 'sparkline',
      header: 'Last 7 days',
      width: wide,
      essential: true,
      cell: ({ name, sparkline }) => <DayStrip name={name} days={sparkline} firstDate={firstDate} />,
    },
    {
      id: 'message',
      header: 'Message',
      width: wide,
      grow: 12,
      essential: true,
      cell: (row) => <CauseCell row={row} paths={paths} />,
    },
    {
      id: 'project',
      header: 'Project',
      width: status,
      part: 'detail',
      cell: ({ project }) => (
        <Text truncate data-tip={project}>
          {project}
        </Text>
      ),
    },
    {
      id: 'destination',
      header: 'Destination',
      width: medium,
      grow: 1,
      part: 'detail',
      cell: ({ destination }) =>
        destination === null ? (
          <Text tone="faint">—</Text>
        ) : (
          <Text size="small" mono truncate data-tip={destination}>
            {destination}
          </Text>
        ),
    },
  ];
}

function TypeCell({ type }: Pick<HealthRow, 'type'>) {
  const TypeIcon = type === 'download' ? IconArrowDown : IconArrowUp;
  return (
    <span className={styles['type']}>
      <TypeIcon size={SMALL_ICON_SIZE} aria-hidden="true" />
      {type === 'download' ? 'Download' : 'Upload'}
    </span>
  );
}

/** Shows suspended or blocked, else the level, in the colour of the level; what is paused is grey. */
function StateCell({ row }: { readonly row: HealthRow }) {
  const { artifactStatus, dependencyStatus, level, message } = row;
  const { tone, icon } = levelView(level);
  if (artifactStatus === 'paused') return <StatusBadge {...dependencyView(artifactStatus)} tip={message} />;
  if (artifactStatus === 'suspended') return <StatusBadge tone={tone} icon={icon} label="Suspended" />;
  if (dependencyStatus === 'paused' && level === 'Working')
    return <StatusBadge {...dependencyView('paused')} label="Waits" tip="Something that it needs is paused." />;
  if (dependencyStatus !== 'working')
    return (
      <StatusBadge
        tone={tone}
        icon={icon}
        label={dependencyView(dependencyStatus).label}
        tip={
          dependencyStatus === 'blocked'
            ? 'One of its downloads uses a key that does not work.'
            : `A key or download that it needs is ${dependencyStatus}.`
        }
      />
    );
  // Runs that are tried again by themselves are in order, as far as people need to do nothing.
  if (level === 'Working' && row.cause?.kind === 'retrying')
    return <StatusBadge tone={tone} icon="retrying" label="Retrying" tip={message} />;
  return <StatusBadge {...levelView(level)} />;
}
