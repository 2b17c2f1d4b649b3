import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { ServiceTokenRowFragment } from '../../api/generated/graphql.ts';
import { useNow } from '../../lib/use-now.ts';
import type { Column } from '../../ui/data-table/types.ts';
import { Text } from '../../ui/layout/layout.tsx';
import { NestedTable } from '../../ui/nested-table/nested-table.tsx';
import { StatusBadge } from '../../ui/status/status-badge.tsx';
import { Timestamp } from '../../ui/text/timestamp.tsx';
import { COLUMN_WIDTHS, SMALL_ICON_SIZE } from '../../ui/theme/metrics.ts';
import { tokenState } from './token-state.ts';

type Row = ServiceTokenRowFragment;

/** Lists what a token may do. */
function scopeText({ may_publish: publishes, may_fetch_new_downloads: fetches, manages_users: manages }: Row): string {
  if (manages) return 'Users';
  return ['Drafts', ...(publishes ? ['publish'] : []), ...(fetches ? ['new downloads'] : [])].join(', ');
}

const COLUMNS: readonly Column<Row>[] = [
  {
    id: 'name',
    header: 'Name',
    width: COLUMN_WIDTHS.wide,
    grow: 2,
    part: 'title',
    cell: ({ name }) => (
      <Text tone="text" weight="medium" truncate data-tip={name}>
        {name}
      </Text>
    ),
  },
  {
    id: 'state',
    header: 'State',
    width: COLUMN_WIDTHS.medium,
    part: 'status',
    cell: ({ expires }) => <State expires={expires} />,
  },
  {
    id: 'scope',
    header: 'May',
    width: COLUMN_WIDTHS.date,
    cell: scopeText,
  },
  {
    id: 'person',
    header: 'Created by',
    width: COLUMN_WIDTHS.medium,
    cell: ({ created_by: person }) => person?.name ?? <Text tone="faint">—</Text>,
  },
  { id: 'created', header: 'Created', width: COLUMN_WIDTHS.medium, cell: (row) => <Timestamp value={row.created} /> },
  {
    id: 'used',
    header: 'Last used',
    width: COLUMN_WIDTHS.medium,
    cell: ({ last_used: used }) => (used === null ? <Text tone="faint">Never</Text> : <Timestamp value={used} />),
  },
  { id: 'expires', header: 'Ends', width: COLUMN_WIDTHS.medium, cell: (row) => <Timestamp value={row.expires} /> },
];

function State({ expires }: { readonly expires: string }) {
  const { tone, label } = tokenState(expires, useNow(60_000));
  return <StatusBadge tone={tone} label={label} />;
}

type Props = {
  readonly rows: readonly Row[];
  readonly loading: boolean;
  readonly onRevoke: (token: Row) => void;
};

/** The tokens of the account, the newest first. */
export function TokenTable({ rows, loading, onRevoke }: Props) {
  const columns: readonly Column<Row>[] = [
    ...COLUMNS,
    {
      id: 'revoke',
      header: 'Actions',
      width: COLUMN_WIDTHS.medium,
      cell: (token) => (
        <Button
          variant="subtle"
          leftSection={<IconTrash size={SMALL_ICON_SIZE} />}
          aria-label={`Revoke ${token.name}`}
          onClick={() => onRevoke(token)}
        >
          Revoke
        </Button>
      ),
    },
  ];
  return (
    <NestedTable label="Service tokens" columns={columns} rows={rows} loading={loading} note="No service tokens" />
  );
}
