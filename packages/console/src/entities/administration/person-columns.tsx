import type { Column } from '../../ui/data-table/types.ts';
import { Text } from '../../ui/layout/layout.tsx';
import { COLUMN_WIDTHS } from '../../ui/theme/metrics.ts';

/** The column with the names of people. */
export const nameColumn = <Row extends { readonly name: string }>(): Column<Row> => ({
  id: 'name',
  header: 'Name',
  essential: true,
  part: 'title',
  width: COLUMN_WIDTHS.wide,
  grow: 1,
  cell: ({ name }) => (
    <Text tone="text" weight="medium" truncate data-tip={name}>
      {name}
    </Text>
  ),
});

/** The column with their addresses. */
export const emailColumn = <Row extends { readonly email: string }>(): Column<Row> => ({
  id: 'email',
  header: 'Email',
  essential: true,
  part: 'detail',
  width: COLUMN_WIDTHS.wide,
  grow: 2,
  cell: ({ email }) => (
    <Text truncate data-tip={email}>
      {email}
    </Text>
  ),
});
