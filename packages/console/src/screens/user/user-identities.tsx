import { Switch } from '@mantine/core';
import '../../ui/theme/mantine-layer-styles.ts';
import { BlockIdentityDocument } from '../../api/generated/documents/user.ts';
import type { UserFactsFragment } from '../../api/generated/graphql.ts';
import { useMutationAction } from '../../api/use-mutation-action.ts';
import type { Column } from '../../ui/data-table/types.ts';
import { NestedTable } from '../../ui/nested-table/nested-table.tsx';
import { COLUMN_WIDTHS } from '../../ui/theme/metrics.ts';

type Row = UserFactsFragment['identities'][number];

const COLUMNS: readonly Column<Row>[] = [
  { id: 'name', header: 'Name', width: COLUMN_WIDTHS.wide, grow: 1, cell: ({ name }) => name },
  { id: 'email', header: 'Email', part: 'title', width: COLUMN_WIDTHS.wide, grow: 2, cell: ({ email }) => email },
  { id: 'type', header: 'Type', width: COLUMN_WIDTHS.medium, cell: ({ connectionType }) => connectionType },
  {
    id: 'verified',
    header: 'Email verified',
    width: COLUMN_WIDTHS.medium,
    cell: ({ emailVerified }) => (emailVerified ? 'Yes' : 'No'),
  },
];

type Props = { readonly user: UserFactsFragment; readonly isOwn: boolean };

/** The sign-in methods of a user, each of which can be blocked. */
export function UserIdentities({ user, isOwn }: Props) {
  const { run, isPending } = useMutationAction(BlockIdentityDocument, {
    done: (_, { blocked }) => (blocked ? 'User blocked' : 'User unblocked'),
    problem: ({ setAuth0UserBlock: changed }) => ('problem' in changed ? changed.problem : null),
  });
  const columns: readonly Column<Row>[] = [
    ...COLUMNS,
    {
      id: 'blocked',
      header: 'Blocked',
      part: 'status',
      width: COLUMN_WIDTHS.medium,
      cell: ({ id, blocked, connectionType }) => (
        <Switch
          aria-label={`Block ${connectionType}`}
          checked={blocked}
          disabled={isPending || isOwn}
          onChange={(event) => void run({ id, blocked: event.currentTarget.checked })}
        />
      ),
    },
  ];
  return (
    <NestedTable
      label="Identities"
      columns={columns}
      rows={user.identities}
      loading={false}
      note="The user has never signed in."
    />
  );
}
