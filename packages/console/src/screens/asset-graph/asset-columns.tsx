import { shortDay } from '@switchboard/model/format';
import type { AssetFragment } from '../../api/generated/graphql.ts';
import type { Column } from '../../ui/data-table/types.ts';
import { Text } from '../../ui/layout/layout.tsx';
import { StatusBadge } from '../../ui/status/status-badge.tsx';
import { COLUMN_WIDTHS } from '../../ui/theme/metrics.ts';
import { type Assets, assetView, KIND_WORDS } from './assets.ts';

const { medium, small, status, wide } = COLUMN_WIDTHS;

/** The columns of the list of assets. */
export function assetColumns({ all, neighbours, positions }: Assets): readonly Column<AssetFragment>[] {
  const namesOf = (side: 'before' | 'after', { id }: AssetFragment): string =>
    (neighbours[side][positions.get(id) ?? -1] ?? []).flatMap((at) => all[at]?.name ?? []).join(', ');
  const names = (side: 'before' | 'after') => (asset: AssetFragment) => {
    const text = namesOf(side, asset);
    return text === '' ? (
      <Text tone="faint">—</Text>
    ) : (
      <Text truncate data-tip={text}>
        {text}
      </Text>
    );
  };
  return [
    {
      ...{ id: 'name', header: 'Name', width: wide, grow: 1, essential: true, part: 'title' },
      cell: ({ name }) => (
        <Text weight="medium" truncate data-tip={name}>
          {name}
        </Text>
      ),
    },
    { id: 'kind', header: 'Type', width: small, part: 'detail', cell: ({ kind }) => KIND_WORDS[kind] ?? kind },
    {
      ...{ id: 'status', header: 'Status', width: wide, essential: true, part: 'status' },
      cell: (asset) => <StatusBadge {...assetView(asset)} />,
    },
    {
      ...{ id: 'fresh', header: 'Rows to', width: small, part: 'detail' },
      cell: ({ fresh_date: fresh }) =>
        fresh === null ? <Text tone="faint">—</Text> : <Text data-tip={`${fresh} UTC`}>{shortDay(fresh)}</Text>,
    },
    {
      id: 'project',
      header: 'Project',
      width: status,
      part: 'detail',
      cell: ({ project }) => <Text truncate>{project}</Text>,
    },
    { id: 'before', header: 'Made from', width: medium, grow: 2, cell: names('before') },
    { id: 'after', header: 'Feeds', width: medium, grow: 2, cell: names('after') },
  ];
}
