import { VisuallyHidden } from '@mantine/core';
import { IconMessage } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { ChangelistRowFragment } from '../../api/generated/graphql.ts';
import type { Column } from '../../ui/data-table/types.ts';
import { Row, Stack, Text } from '../../ui/layout/layout.tsx';
import { Copyable } from '../../ui/text/copyable.tsx';
import text from '../../ui/text/text.module.css';
import { Timestamp } from '../../ui/text/timestamp.tsx';
import { COLUMN_WIDTHS, SMALL_ICON_SIZE } from '../../ui/theme/metrics.ts';
import styles from './changelist-columns.module.css';
import { ChangelistStatus, changelistStatus, NeedsMergeBadge } from './changelist-status.tsx';
import { PresentPeople } from './presence/present-people.tsx';
import { useScriptPaths } from './script-paths.ts';

type Changelist = ChangelistRowFragment;

/** The description of a version as a link to the editor, with its status and the version from which it was branched. */
function Description({ row }: { readonly row: Changelist }) {
  const { editor } = useScriptPaths();
  const { id, description, status, needs_merge: needsMerge, parent } = row;
  const isPublished = status === 'running' || status === 'replaced';
  return (
    <Stack gap="half" minWidth={0}>
      <Row gap={2} align="center" minWidth={0}>
        <Copyable text={description} what="description">
          <Text
            as={Link}
            tone="text"
            weight="medium"
            underline="hover"
            to={editor(id)}
            truncate
            data-tip={description}
            tabIndex={-1}
          >
            {description}
          </Text>
        </Copyable>
        {isPublished && <ChangelistStatus status={status} />}
        {needsMerge && <NeedsMergeBadge />}
        {row.open_comments > 0 && (
          <Row as="span" gap={1} align="center" flex="none" size="small" tone="dim" data-tip="Open comments">
            <IconMessage size={SMALL_ICON_SIZE} aria-hidden="true" />
            {row.open_comments}
            <VisuallyHidden>{row.open_comments === 1 ? ' open comment' : ' open comments'}</VisuallyHidden>
          </Row>
        )}
        <PresentPeople people={row.present} />
      </Row>
      <div className={`${styles['origin']} ${text['cut']}`}>
        {!isPublished && changelistStatus(status).label}
        {parent != null && (
          <>
            {isPublished ? 'From ' : ' · from '}
            <Link to={editor(parent.id)} className={styles['parent']} data-tip={parent.description} tabIndex={-1}>
              {parent.description}
            </Link>
          </>
        )}
      </div>
    </Stack>
  );
}

type MomentProps = { readonly label: string; readonly at: string | null | undefined; readonly by: string | undefined };

/** A time, and below it who. Where columns are folded, the label says what happened then. */
function Moment({ label, at, by = 'Switchboard' }: MomentProps) {
  return (
    <Stack gap="half" size="small" className={styles['moment']}>
      <span data-label={label}>
        <Timestamp value={at} />
      </span>{' '}
      <span className={`${text['faint']} ${text['cut']} ${styles['by']}`} data-tip={by}>
        by {by}
      </span>
    </Stack>
  );
}

const DESCRIPTION: Column<Changelist> = {
  id: 'description',
  header: 'Description',
  width: 2 * COLUMN_WIDTHS.wide,
  grow: 4,
  essential: true,
  part: 'title',
  cell: (row) => <Description row={row} />,
};

const MOMENT = { width: COLUMN_WIDTHS.wide, grow: 1, part: 'detail' } as const;

export const DRAFT_COLUMNS: readonly Column<Changelist>[] = [
  DESCRIPTION,
  {
    ...MOMENT,
    id: 'created',
    header: 'Created',
    cell: ({ created_on: at, created_by: by }) => <Moment label="Created" at={at} by={by?.name} />,
  },
  {
    ...MOMENT,
    id: 'updated',
    header: 'Updated',
    essential: true,
    cell: ({ updated_on: at, updated_by: by }) => <Moment label="Updated" at={at} by={by?.name} />,
  },
];

export const HISTORY_COLUMNS: readonly Column<Changelist>[] = [
  DESCRIPTION,
  {
    ...MOMENT,
    id: 'published',
    header: 'Published',
    essential: true,
    cell: ({ published_on: at, published_by: by, approved_by: approver }) => (
      <Moment
        label="Published"
        at={at}
        by={approver == null ? by?.name : `${by?.name ?? 'Switchboard'}, approved by ${approver.name}`}
      />
    ),
  },
];
