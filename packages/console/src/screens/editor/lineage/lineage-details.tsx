import { Button, UnstyledButton } from '@mantine/core';
import type { ColumnLineage, ColumnRef } from '@switchboard/model/lineage/column-lineage';
import type { LineageGraph } from '@switchboard/model/lineage/lineage';
import { IconCode, IconFocusCentered } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import type { FileRange } from '../../../ui/editor/diagnostic.ts';
import type { LanguageClient } from '../../../ui/editor/language/language-client.ts';
import { SMALL_ICON_SIZE } from '../../../ui/theme/metrics.ts';
import styles from './lineage.module.css';
import { columnText, KIND_WORDS, type Shown } from './lineage-focus.ts';
import { useWrittenPlace, type WrittenPlace } from './lineage-place.ts';

type Props = {
  readonly graph: LineageGraph;
  readonly lineage: ColumnLineage;
  readonly client: LanguageClient | null;
  readonly shown: Shown;
  /** Whether the diagram is about it already. */
  readonly isFocus: boolean;
  readonly onFocus: (shown: Shown) => void;
  readonly onOpenAt: (range: FileRange) => void;
};

/** A box or column of the diagram: where it is written, how, and what it comes from and leads to. */
export function LineageDetails({ graph, lineage, client, shown, isFocus, onFocus, onOpenAt }: Props) {
  const { node, column } = shown;
  const place = useWrittenPlace(client, shown);
  const byId = useMemo(() => new Map(graph.nodes.map((each) => [each.id, each])), [graph]);
  const ref = column === undefined ? null : { node: node.id, column };
  const list = (refs: readonly ColumnRef[]): readonly Shown[] =>
    refs.flatMap((each) => {
      const of = byId.get(each.node);
      return of === undefined ? [] : [{ node: of, column: each.column }];
    });
  return (
    <aside className={styles['details']} aria-label="Details">
      <h3 className={styles['detailsTitle']}>
        {column === undefined ? node.name : columnText(column)}
        <span className={styles['kind']}>
          {KIND_WORDS[node.kind]}
          {column === undefined ? '' : ` ${node.name}`}
        </span>
      </h3>
      <Written place={place} onOpenAt={onOpenAt} />
      {!isFocus && (
        <Button leftSection={<IconFocusCentered size={SMALL_ICON_SIZE} />} onClick={() => onFocus(shown)}>
          Show only its lineage
        </Button>
      )}
      {ref !== null && (
        <>
          <Refs title="Computed from" none="No column" refs={list(lineage.sources(ref))} onFocus={onFocus} />
          <Refs title="Used for" none="No column" refs={list(lineage.targets(ref))} onFocus={onFocus} />
          {node.kind !== 'download' && (
            <Refs title="From downloads" none="No column" refs={list(lineage.origins(ref))} onFocus={onFocus} />
          )}
        </>
      )}
      {node.kind !== 'download' && (
        <Refs
          title="Rows are decided by"
          none="No condition"
          refs={list(lineage.rowOrigins(node.id))}
          onFocus={onFocus}
        />
      )}
      {column === undefined && (
        <Refs
          title="Columns"
          none="No declared column"
          refs={[...node.columns, ...(node.open ? [null] : [])].map((name) => ({ node, column: name }))}
          isOwn
          onFocus={onFocus}
        />
      )}
    </aside>
  );
}

type WrittenProps = Pick<Props, 'onOpenAt'> & { readonly place: WrittenPlace | null | undefined };

/** Where it is written, and the text there where it is more than a name. */
function Written({ place, onOpenAt }: WrittenProps) {
  if (place === undefined) return <p className={styles['nothing']}>…</p>;
  if (place === null) return <p className={styles['nothing']}>Not written in the script.</p>;
  const { path, startLine: line, startColumn, endLine, endColumn, text, part } = place;
  return (
    <>
      {part !== 'declaration' && <code className={styles['expression']}>{text}</code>}
      <Button
        leftSection={<IconCode size={SMALL_ICON_SIZE} />}
        data-tip="Open in the script"
        onClick={() => onOpenAt({ path, line, column: startColumn, endLine, endColumn })}
      >
        {path}:{line}
      </Button>
    </>
  );
}

/** More are listed on demand. */
const LISTED = 60;

type RefsProps = Pick<Props, 'onFocus'> & {
  readonly title: string;
  readonly none: string;
  readonly refs: readonly Shown[];
  /** All columns are of the box that is shown. */
  readonly isOwn?: boolean;
};

function Refs({ title, none, refs, isOwn = false, onFocus }: RefsProps) {
  const [isWhole, setIsWhole] = useState(false);
  const listed = isWhole ? refs : refs.slice(0, LISTED);
  return (
    <section className={styles['refs']} aria-label={title}>
      <h4 className={styles['refsTitle']}>
        {title} {refs.length > 0 && <span className={styles['kind']}>{refs.length}</span>}
      </h4>
      {refs.length === 0 && <p className={styles['nothing']}>{none}</p>}
      <ul className={styles['refList']}>
        {listed.map((shown) => (
          <li key={`${shown.node.id} ${shown.column ?? ''}`}>
            <UnstyledButton className={styles['ref'] ?? ''} onClick={() => onFocus(shown)}>
              {isOwn ? columnText(shown.column ?? null) : `${shown.node.name}.${shown.column ?? '*'}`}
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {refs.length > listed.length && (
        <Button variant="subtle" onClick={() => setIsWhole(true)}>
          Show all {refs.length}
        </Button>
      )}
    </section>
  );
}
