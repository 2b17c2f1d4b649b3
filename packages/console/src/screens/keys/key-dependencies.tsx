import { formatReportDate } from '@switchboard/model/format';
import type { StatusTone } from '@switchboard/model/status/status';
import { Link } from 'react-router';
import type { KeyUserFragment } from '../../api/generated/graphql.ts';
import { useKeyPaths } from '../../entities/key/key-paths.ts';
import { EmptyState } from '../../ui/feedback/states.tsx';
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
    <section className={`${styles['panel']} ${styles['dependencies']}`} aria-labelledby="key-dependencies">
      <h2 id="key-dependencies" className={styles['heading']}>
        Dependencies
      </h2>
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
    </section>
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
    <p className={styles['next']}>
      <span className={styles['nextLabel']}>{isDeadline ? 'Next deadline' : 'Next due'}</span>
      <span>
        <Timestamp value={at} /> for <Link to={paths.users('upload', upload)}>{upload}</Link>
        {date != null && <>, report date {formatReportDate(date, { now: new Date() })}</>}
      </span>
    </p>
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
      <h3 className={styles['subheading']}>
        {title} <span className={styles['count']}>{users.length}</span>
      </h3>
      <ul className={styles['users']} aria-label={title}>
        {users.map(({ id, name, project, status }) => (
          <li key={id} className={styles['user']}>
            <Link to={paths.users(kind, name)} className={styles['userName']} data-tip={name}>
              {name}
            </Link>
            <span className={styles['project']} data-tip={project}>
              {project}
            </span>
            <StatusBadge {...(STATUSES[status] ?? { tone: 'inactive', label: status })} />
          </li>
        ))}
      </ul>
    </>
  );
}

const STATUSES: Readonly<Record<string, { readonly tone: StatusTone; readonly label: string }>> = {
  working: { tone: 'completed', label: 'Working' },
  suspended: { tone: 'error', label: 'Suspended' },
  blocked: { tone: 'warning', label: 'Blocked' },
};
