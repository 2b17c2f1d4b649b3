import { Link } from 'react-router';
import { useScriptPaths } from '../../entities/draft/script-paths.ts';
import { Row, Text } from '../../ui/layout/layout.tsx';
import { StatusBadge } from '../../ui/status/status-badge.tsx';
import { Chip } from '../../ui/text/chip.tsx';
import styles from './reports.module.css';

type Props = {
  readonly source: { readonly bundle_name: string; readonly project: string; readonly status: string };
  readonly table: {
    readonly name: string;
    readonly changelist_id: string;
    readonly path: string;
    readonly line: number;
  };
};

/** The name of a table of a source, with links to its own report and to its declaration. */
export function SourceHead({ source, table }: Props) {
  const { bundle_name: bundle, project, status } = source;
  const { place } = useScriptPaths();
  const { path, line } = table;
  const own = new URLSearchParams({ file: project, name: bundle }).toString();
  return (
    <Row gap={[1, 3]} align="center" wrap minWidth={0}>
      <Text as="h2" size="large" weight="strong" breakWords className={styles['name']}>
        <Link to={`?${own}`}>{table.name}</Link>
      </Text>
      {bundle !== table.name && <Chip>{bundle}</Chip>}
      <Text tone="dim">{project}</Text>
      {status === 'suspended' && <StatusBadge tone="warning" label="Suspended" />}
      {status === 'paused' && <StatusBadge tone="inactive" label="Paused" />}
      <Text
        as={Link}
        atEnd
        size="small"
        tone="accent"
        mono
        breakWords
        to={place(table.changelist_id, { path, startLine: line, endLine: line, startColumn: 1, endColumn: 1 })}
      >
        {path}:{line}
      </Text>
    </Row>
  );
}
