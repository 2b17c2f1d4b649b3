import { Link } from 'react-router';
import type { KeyRowFragment } from '../../api/generated/graphql.ts';
import type { Column } from '../../ui/data-table/types.ts';
import { Row, Text } from '../../ui/layout/layout.tsx';
import { StatusBadge } from '../../ui/status/status-badge.tsx';
import { Copyable } from '../../ui/text/copyable.tsx';
import { COLUMN_WIDTHS } from '../../ui/theme/metrics.ts';
import { KeyExpiry } from './key-expiry.tsx';
import { useKeyPaths } from './key-paths.ts';

type StatusProps = { readonly status: string };

/** "Active" in green, "Paused" in grey, any other status in red. */
export function KeyStatus({ status }: StatusProps) {
  const label = `${status.slice(0, 1).toUpperCase()}${status.slice(1)}`;
  return (
    <StatusBadge tone={status === 'active' ? 'completed' : status === 'paused' ? 'inactive' : 'error'} label={label} />
  );
}

/** The name of a key as a link to its details, with a button that copies it. */
function KeyName({ name }: { readonly name: string }) {
  const { details } = useKeyPaths();
  return (
    <Copyable text={name} what="name">
      <Text
        as={Link}
        tone="text"
        weight="medium"
        to={details(name)}
        truncate
        data-tip={name}
        tabIndex={-1}
        style={PLAIN}
      >
        {name}
      </Text>
    </Copyable>
  );
}

const PLAIN = { textDecoration: 'none' } as const;

export const KEY_COLUMNS: readonly Column<KeyRowFragment>[] = [
  {
    id: 'type',
    header: 'Type',
    width: COLUMN_WIDTHS.wide,
    grow: 1,
    part: 'detail',
    cell: ({ credential_type_name: type }) => (
      <Text truncate data-tip={type}>
        {type}
      </Text>
    ),
  },
  {
    id: 'name',
    header: 'Name',
    width: COLUMN_WIDTHS.wide,
    grow: 2,
    essential: true,
    part: 'title',
    cell: ({ name }) => <KeyName name={name} />,
  },
  {
    id: 'status',
    header: 'Status',
    width: COLUMN_WIDTHS.medium,
    essential: true,
    part: 'status',
    cell: ({ status, expires, expires_of: of }) => (
      <Row as="span" gap={1} wrap>
        <KeyStatus status={status} />
        <KeyExpiry expires={expires} of={of} />
      </Row>
    ),
  },
  {
    id: 'description',
    header: 'Description',
    width: COLUMN_WIDTHS.wide,
    grow: 3,
    part: 'detail',
    cell: ({ description }) =>
      description === '' ? (
        <Text tone="faint">—</Text>
      ) : (
        <Copyable text={description} what="description">
          <Text truncate data-tip={description}>
            {description}
          </Text>
        </Copyable>
      ),
  },
];
