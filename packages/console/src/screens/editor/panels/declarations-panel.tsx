import { UnstyledButton } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { useKeyPaths } from '../../../entities/key/key-paths.ts';
import type { FileRange } from '../../../ui/editor/diagnostic.ts';
import type { Declaration } from '../../../ui/editor/language/language-client.ts';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { SMALL_ICON_SIZE } from '../../../ui/theme/metrics.ts';
import styles from '../editor.module.css';

const collator = new Intl.Collator('en');
const byName = (one: Declaration, other: Declaration): number => collator.compare(one.name, other.name);

type Props = {
  readonly mode: 'Imports' | 'Exports' | 'Keys';
  readonly declarations: readonly Declaration[];
  readonly isChecking: boolean;
  readonly onOpenAt: (range: FileRange) => void;
};

const EMPTY = {
  Imports: ['No imports', 'A download that a file declares is listed here.'],
  Exports: ['No exports', 'An upload that a file declares is listed here.'],
  Keys: ['No keys', 'A key that a download or upload uses is listed here.'],
} as const;

/** The downloads, the uploads or the keys of the draft. Each leads to where it is declared or used. */
export function DeclarationsPanel({ mode, declarations, isChecking, onOpenAt }: Props) {
  const groups = useMemo(() => groupsOf(mode, declarations), [mode, declarations]);
  const [title, text] = EMPTY[mode];
  if (groups.length === 0) return <EmptyState title={isChecking ? 'Reading the files…' : title}>{text}</EmptyState>;
  return (
    <ul aria-label={mode} className={styles['listing']}>
      {groups.map(({ key, members }) => (
        <li key={key ?? ''}>
          {key !== null && <KeyName name={key} />}
          <ul aria-label={key ?? mode} className={styles['listing']}>
            {members.map((one) => (
              <li key={`${one.path}:${one.line}:${one.column}`}>
                <UnstyledButton className={styles['listed'] ?? ''} onClick={() => onOpenAt(rangeOf(one))}>
                  <span className={styles['cut']}>{one.name}</span>
                  <span className={styles['place']}>{factsOf(mode, one)}</span>
                </UnstyledButton>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

function KeyName({ name }: { readonly name: string }) {
  const paths = useKeyPaths();
  return (
    <Link to={paths.details(name)} className={styles['keyName']}>
      <IconKey size={SMALL_ICON_SIZE} aria-hidden="true" />
      {name}
    </Link>
  );
}

type Group = { readonly key: string | null; readonly members: readonly Declaration[] };

function groupsOf(mode: Props['mode'], declarations: readonly Declaration[]): readonly Group[] {
  if (mode !== 'Keys') {
    const type = mode === 'Imports' ? 'import' : 'export';
    const members = declarations.filter((one) => one.declaration_type === type).toSorted(byName);
    return members.length === 0 ? [] : [{ key: null, members }];
  }
  const used = declarations.filter((one) => one.key_name !== null);
  return [...Map.groupBy(used, (one) => one.key_name)]
    .map(([key, members]) => ({ key, members: members.toSorted(byName) }))
    .sort((one, other) => collator.compare(one.key ?? '', other.key ?? ''));
}

function factsOf(
  mode: Props['mode'],
  { connector_type: connector, test, declaration_type: type }: Declaration,
): string {
  if (mode === 'Keys') return `${type} · ${connector}`;
  return test ? `${connector} · test target` : connector;
}

/** The name where it is declared. */
const rangeOf = ({ path, line, column, name }: Declaration): FileRange => ({
  path,
  line,
  column,
  endLine: line,
  endColumn: column + name.length,
});
