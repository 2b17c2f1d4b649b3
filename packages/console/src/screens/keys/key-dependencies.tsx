import { formatReportDate } from '@switchboard/model/format';
import type { StatusTone } from '@switchboard/model/status/status';
import { Link } from 'react-router';
import type { KeyUserFragment } from '../../api/generated/graphql.ts';
import { useKeyPaths } from '../../entities/key/key-paths.ts';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { Row, Stack, Text } from '../../ui/layout/layout.tsx';
import { StatusBadge } from '../../ui/status/status-badge.tsx';
import { Timestamp } from '../../ui/text/timestamp.tsx';
import styles from './keys.module.css';
import type { NamedKey } from './use-named-key.ts';

type NextAffected = NonNullable<NamedKey['next_affected']>;

type Props = {
  readonly downloads: readonly KeyUserFragment[];
  readonly uploads: readonly KeyUserFragment[];
  readonly next: NextAffected | null;
};

/** The published downloads and uploads that use a key, with whether they work. */
export function KeyDependencies({ downloads, uploads, next }: Props) {
  return (
    <Stack
      as="section"
      gap={3}
      padding={4}
      minWidth={0}
      frame="large"
      className={styles['dependencies']}
      aria-labelledby="key-dependencies"
    >
      <Text as="h2" size="large" weight="strong" id="key-dependencies">
        Dependencies
      </Text>
      {next !== null && <NextDeadline next={next} />}
      {downloads.length + uploads.length === 0 ? (
        <EmptyState title="No dependencies for this key">
          Published downloads and uploads that use the key are listed here.
        </EmptyState>
      ) : (
        <>
          <Users kind="download" title="Downloads" users={downloads} />
          <Users kind="upload" title="Uploads" users={uploads} />
        </>
      )}
    </Stack>
  );
}

/** Next deadline of the uploads that need the key. */
function NextDeadline({
  next: { upload, at, is_deadline: isDeadline, report_date: date },
}: {
  readonly next: NextAffected;
}) {
  const paths = useKeyPaths();
  return (
    <Row as="p" gap={[1, 3]} wrap>
      <Text tone="dim">{isDeadline ? 'Next deadline' : 'Next due'}</Text>
      <span>
        <Timestamp value={at} /> for <Link to={paths.users('upload', upload)}>{upload}</Link>
        {date != null && <>, report date {formatReportDate(date, { now: new Date() })}</>}
      </span>
    </Row>
  );
}

type UsersProps = {
  readonly kind: 'download' | 'upload';
  readonly title: string;
  readonly users: readonly KeyUserFragment[];
};

function Users({ kind, title, users }: UsersProps) {
  const paths = useKeyPaths();
  if (users.length === 0) return null;
  return (
    <>
      <Row as="h3" gap={2} align="center" size="small" tone="dim" weight="medium">
        {title}{' '}
        <Text tone="faint" tabular>
          {users.length}
        </Text>
      </Row>
      <Stack as="ul" aria-label={title}>
        {users.map(({ id, name, project, status }) => (
          <li key={id} className={styles['user']}>
            <Text as={Link} tone="text" weight="medium" truncate to={paths.users(kind, name)} data-tip={name}>
              {name}
            </Text>
            <Text tone="dim" truncate data-tip={project}>
              {project}
            </Text>
            <StatusBadge {...(STATUSES[status] ?? { tone: 'inactive', label: status })} />
          </li>
        ))}
      </Stack>
    </>
  );
}

const STATUSES: Readonly<Record<string, { readonly tone: StatusTone; readonly label: string }>> = {
  working: { tone: 'completed', label: 'Working' },
  suspended: { tone: 'error', label: 'Suspended' },
  blocked: { tone: 'warning', label: 'Blocked' },
  paused: { tone: 'inactive', label: 'Paused' },
};
