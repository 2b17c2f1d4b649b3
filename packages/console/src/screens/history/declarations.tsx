import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useMemo } from 'react';
import { Link } from 'react-router';
import type { ChangelistDetailQuery } from '../../api/generated/graphql.ts';
import { type ScriptPaths, useScriptPaths } from '../../entities/draft/script-paths.ts';
import type { Column } from '../../ui/data-table/types.ts';
import { Row, Text } from '../../ui/layout/layout.tsx';
import { NestedTable } from '../../ui/nested-table/nested-table.tsx';
import text from '../../ui/text/text.module.css';
import { COLUMN_WIDTHS, SMALL_ICON_SIZE } from '../../ui/theme/metrics.ts';
import styles from './published.module.css';

type Declaration = NonNullable<ChangelistDetailQuery['changelist']>['compilation_result']['declarations'][number];
type DeclarationRow = Declaration & { readonly id: string };

/** Rows that are drawn at once; the editor finds the others. */
const MOST = 200;

type Props = {
  readonly versionId: string;
  readonly declarations: readonly Declaration[];
  readonly loading: boolean;
  /** Shown when there are none. */
  readonly note: string;
};

/** The downloads and uploads of a version, each with a link to its place in the script. */
export function Declarations({ versionId, declarations, loading, note }: Props) {
  const paths = useScriptPaths();
  const columns = useMemo(() => columnsOf(versionId, paths), [versionId, paths]);
  const rows = useMemo(
    () =>
      declarations
        .map((each): DeclarationRow => ({ ...each, id: `${each.declaration_type} ${each.name}` }))
        .sort((a, b) => kindOf(a) - kindOf(b) || (a.name < b.name ? -1 : 1)),
    [declarations],
  );
  const more = rows.length - MOST;
  return (
    <>
      <NestedTable
        label="Downloads and uploads"
        columns={columns}
        rows={rows.slice(0, MOST)}
        loading={loading}
        note={note}
      />
      {more > 0 && (
        <Text as="p" tone="dim">
          and {more} more, which the editor lists under Imports and Exports
        </Text>
      )}
    </>
  );
}

/** Downloads come first. */
const kindOf = ({ declaration_type: type }: Declaration): number => (type === 'import' ? 0 : 1);

const columnsOf = (versionId: string, paths: ScriptPaths): readonly Column<DeclarationRow>[] => [
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
    id: 'kind',
    header: 'Kind',
    width: COLUMN_WIDTHS.status,
    part: 'status',
    cell: ({ declaration_type: type }) => {
      const KindIcon = type === 'import' ? IconArrowDown : IconArrowUp;
      return (
        <Row as="span" inline gap={1} align="center">
          <KindIcon size={SMALL_ICON_SIZE} aria-hidden="true" />
          {type === 'import' ? 'Download' : 'Upload'}
        </Row>
      );
    },
  },
  { id: 'connector', header: 'Connector', width: COLUMN_WIDTHS.status, cell: ({ connector_type: type }) => type },
  {
    id: 'key',
    header: 'Key',
    width: COLUMN_WIDTHS.wide,
    cell: ({ key_name: key }) => (key == null ? <Text tone="faint">—</Text> : key),
  },
  {
    id: 'place',
    header: 'Declared in',
    width: COLUMN_WIDTHS.wide,
    grow: 2,
    cell: ({ path, line, column }) => (
      <Text
        as={Link}
        size="small"
        mono
        to={paths.place(versionId, { path, startLine: line, endLine: line, startColumn: column, endColumn: column })}
        className={`${text['cut']} ${styles['link']}`}
        data-tip={`${path}:${line}`}
      >
        {path}:{line}
      </Text>
    ),
  },
];
