import { Link } from 'react-router';
import { type ArtifactType, useHealthPaths } from '../../entities/health/health-paths.ts';
import { dependencyView } from '../../entities/health/health-views.ts';
import { useKeyPaths } from '../../entities/key/key-paths.ts';
import type { Column } from '../../ui/data-table/types.ts';
import { Stack, Text } from '../../ui/layout/layout.tsx';
import { NestedTable } from '../../ui/nested-table/nested-table.tsx';
import { StatusBadge } from '../../ui/status/status-badge.tsx';
import { NESTED_WIDTHS } from '../../ui/theme/metrics.ts';
import type { Details } from './use-details.ts';

type Dependency = {
  readonly id: string;
  readonly kind: 'key' | ArtifactType;
  readonly name: string;
  readonly status: string;
};

const KINDS: Readonly<Record<Dependency['kind'], string>> = { key: 'Key', download: 'Download', upload: 'Upload' };

/** The key of a download or upload, and the uploads that read it or the downloads that it reads. */
/** Kinds of causes of a download for which the uploads that read it have no rows. */
const DELAYING: ReadonlySet<string> = new Set(['suspended', 'key', 'failed', 'missing', 'retrying']);

export function DependencyTable({ details }: { readonly details: Details }) {
  const keys = useKeyPaths();
  const health = useHealthPaths();
  const other = details.type === 'download' ? 'upload' : 'download';
  const of = (kind: Dependency['kind'], list: Details['keys']): Dependency[] =>
    list.map(({ name, status }) => ({ id: `${kind}:${name}`, kind, name, status }));
  const pathOf = ({ kind, name }: Dependency): string =>
    kind === 'key' ? keys.details(name) : health.details(kind, name);
  const delays = DELAYING.has(details.cause?.kind ?? '');
  const columns: readonly Column<Dependency>[] = [
    {
      id: 'name',
      header: 'Name',
      width: NESTED_WIDTHS.description,
      grow: 2,
      part: 'title',
      cell: (row) => <Link to={pathOf(row)}>{row.name}</Link>,
    },
    { id: 'type', header: 'Type', width: NESTED_WIDTHS.created, cell: ({ kind }) => KINDS[kind] },
    {
      id: 'status',
      header: 'Status',
      width: NESTED_WIDTHS.destination,
      part: 'status',
      cell: ({ status, kind }) =>
        kind === 'upload' && status === 'working' && delays ? (
          <StatusBadge tone="warning" icon="waiting" label={`Waits for ${details.name}`} />
        ) : (
          <StatusBadge {...dependencyView(status)} />
        ),
    },
  ];
  return (
    <Stack as="section" gap={3} padding={4} minWidth={0} flex="none" frame="large" aria-labelledby="dependencies">
      <Text as="h2" size="large" weight="strong" id="dependencies">
        Dependencies
      </Text>
      <NestedTable
        label="Dependencies"
        columns={columns}
        rows={[...of('key', details.keys), ...of(other, details.uses)]}
        loading={false}
        note="It uses no key, and nothing published reads it."
      />
    </Stack>
  );
}
