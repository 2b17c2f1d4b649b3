import { ActionIcon, Button, Skeleton } from '@mantine/core';
import type { ColumnLineage } from '@switchboard/model/lineage/column-lineage';
import type { LineageGraph } from '@switchboard/model/lineage/lineage';
import { IconX } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import type { FileRange } from '../../../ui/editor/diagnostic.ts';
import type { LanguageClient } from '../../../ui/editor/language/language-client.ts';
import { EmptyState, ErrorState } from '../../../ui/feedback/states.tsx';
import { GraphFrame } from '../../../ui/graph/graph-frame.tsx';
import { SMALL_ICON_SIZE } from '../../../ui/theme/metrics.ts';
import type { ScriptLanguage } from '../draft/use-script-language.ts';
import type { EditorAddress } from '../use-editor-state.ts';
import styles from './lineage.module.css';
import { LineageDetails } from './lineage-details.tsx';
import {
  ALL,
  columnText,
  KIND_WORDS,
  type LineageFocus,
  lineageDiagram,
  REST,
  readFocus,
  type Shown,
} from './lineage-focus.ts';
import { LineageSearch } from './lineage-search.tsx';
import { useLineage } from './use-lineage.ts';

type Props = {
  readonly language: ScriptLanguage;
  readonly address: EditorAddress;
  readonly onOpenAt: (range: FileRange) => void;
};

/** How the columns of the script come from each other, in place of its text. What is shown is in the address. */
export function LineageView({ language, address, onOpenAt }: Props) {
  const [url, change] = address;
  const state = useLineage(language);
  const focusOn = ({ node, column }: Shown): void =>
    change({ lineage: node.id, lineageColumn: column === undefined ? '' : (column ?? REST) }, { replace: false });
  const close = (): void => change({ lineage: '', lineageColumn: '' }, { replace: true });
  const graph = state.phase === 'ready' ? state.graph : null;
  const focus = useMemo(
    () => (graph === null ? null : readFocus(graph, url.lineage, url.lineageColumn)),
    [graph, url.lineage, url.lineageColumn],
  );
  return (
    <section className={styles['lineage']} aria-label="Lineage">
      <header className={styles['head']}>
        <h2 className={styles['title']}>{focus === null ? 'Lineage' : titleOf(focus)}</h2>
        {focus !== null && focus.kind === 'column' && (
          <Button variant="subtle" onClick={() => focusOn({ node: focus.node })}>
            All columns
          </Button>
        )}
        {focus !== null && focus.kind !== 'all' && (
          <Button variant="subtle" onClick={() => change({ lineage: ALL, lineageColumn: '' }, { replace: false })}>
            Whole script
          </Button>
        )}
        {state.phase === 'ready' && <LineageSearch graph={state.graph} onFocus={focusOn} />}
        <ActionIcon aria-label="Close the lineage" data-tip="Close the lineage" onClick={close}>
          <IconX size={SMALL_ICON_SIZE} />
        </ActionIcon>
      </header>
      {state.phase === 'loading' && <Skeleton className={styles['loading'] ?? ''} aria-label="Reading the lineage" />}
      {state.phase === 'failed' && <ErrorState title="The lineage could not be read." onRetry={state.retry} />}
      {state.phase === 'errors' && (
        <EmptyState
          title="The script has errors"
          actions={
            <Button variant="filled" onClick={close}>
              Show the problems
            </Button>
          }
        >
          Where columns come from is known once it compiles.
        </EmptyState>
      )}
      {state.phase === 'ready' && focus !== null && (
        <Diagram
          key={`${url.lineage} ${url.lineageColumn}`}
          graph={state.graph}
          lineage={state.lineage}
          client={language.client}
          focus={focus}
          onFocus={focusOn}
          onOpenAt={onOpenAt}
        />
      )}
    </section>
  );
}

function titleOf(focus: LineageFocus): string {
  if (focus.kind === 'all') return 'Lineage of the script';
  const { node } = focus;
  const box = `${KIND_WORDS[node.kind].toLowerCase()} ${node.name}`;
  return focus.kind === 'node' ? `Lineage of the ${box}` : `Lineage of ${columnText(focus.column)} in the ${box}`;
}

type DiagramProps = {
  readonly graph: LineageGraph;
  readonly lineage: ColumnLineage;
  readonly client: LanguageClient | null;
  readonly focus: LineageFocus;
  readonly onFocus: (shown: Shown) => void;
  readonly onOpenAt: (range: FileRange) => void;
};

function Diagram({ graph, lineage, client, focus, onFocus, onOpenAt }: DiagramProps) {
  const diagram = useMemo(() => lineageDiagram(graph, lineage, focus), [graph, lineage, focus]);
  const [pressed, setPressed] = useState<string | null>(null);
  const selected = pressed ?? diagram.start;
  const shown = selected === null ? undefined : diagram.shown.get(selected);
  if (graph.nodes.length === 0)
    return <EmptyState title="The script is empty">A download that a file declares appears here.</EmptyState>;
  return (
    <>
      {diagram.isCollapsed && (
        <p className={styles['note']}>These are many columns: each table is drawn once, with their number.</p>
      )}
      <div className={styles['body']}>
        <div className={styles['diagram']}>
          <GraphFrame
            label={titleOf(focus)}
            graph={diagram.graph}
            selected={selected}
            onOpen={(id) => setPressed((current) => (current === id ? null : id))}
          />
        </div>
        {shown === undefined ? (
          <aside className={styles['details']} aria-label="Details">
            <p className={styles['nothing']}>
              Choose a table to see its columns, and a column to see where it comes from.
            </p>
          </aside>
        ) : (
          <LineageDetails
            graph={graph}
            lineage={lineage}
            client={client}
            shown={shown}
            isFocus={selected === diagram.start}
            onFocus={onFocus}
            onOpenAt={onOpenAt}
          />
        )}
      </div>
    </>
  );
}
