import { fullNumber } from '@switchboard/model/format';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef } from 'react';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { SMALL_ICON_SIZE, TREE_LINE_HEIGHT } from '../../../ui/theme/metrics.ts';
import styles from './preview.module.css';
import { type PreviewLine, previewLines } from './preview-rows.ts';
import type { ShownTable } from './use-table-preview.ts';

/** Columns that are drawn: each row has an element for each. */
const DRAWN_COLUMNS = 200;
const OVERSCAN = 8;
const NUMERIC = /^(?:integer|float|decimal)/;

type Props = { readonly preview: ShownTable; readonly isRunning: boolean };

/** The rows of a preview; only those in view are drawn. Dirty rows are marked, with the reason in the column that does not fit. */
export function PreviewGrid({ preview, isRunning }: Props) {
  const lines = useMemo(() => previewLines(preview), [preview]);
  const scroller = useRef<HTMLElement>(null);
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => TREE_LINE_HEIGHT,
    overscan: OVERSCAN,
  });
  const items = virtualizer.getVirtualItems();
  const above = items[0]?.start ?? 0;
  const below = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0);
  const columns = preview.columns.slice(0, DRAWN_COLUMNS);
  if (lines.length === 0)
    return (
      <EmptyState title="No rows">
        {preview.is_source
          ? 'The files of the download have no rows.'
          : 'The query gives no rows for this report date.'}
      </EmptyState>
    );
  return (
    <>
      {columns.length < preview.columns.length && (
        <p className={styles['note']}>
          The first {DRAWN_COLUMNS} of {fullNumber(preview.columns.length)} columns are shown.
        </p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section ref={scroller} className={styles['grid']} aria-label={`Rows of ${preview.table}`} tabIndex={0}>
        <table
          className={styles['table']}
          aria-rowcount={lines.length + 1}
          aria-busy={isRunning}
          data-stale={isRunning || undefined}
        >
          <thead>
            <tr aria-rowindex={1}>
              <th scope="col" className={styles['number']}>
                Row
              </th>
              {columns.map(({ name, type }) => (
                <th key={name} scope="col" data-number={NUMERIC.test(type) || undefined}>
                  {name} <span className={styles['type']}>{type}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {above > 0 && <tr style={{ height: above }} />}
            {items.map(({ index }) => {
              const line = lines[index];
              return line && <Line key={line.id} line={line} index={index} columns={columns} />;
            })}
            {below > 0 && <tr style={{ height: below }} />}
          </tbody>
        </table>
      </section>
    </>
  );
}

type LineProps = {
  readonly line: PreviewLine;
  readonly index: number;
  readonly columns: ShownTable['columns'];
};

function Line({ line: { number, cells, dirty }, index, columns }: LineProps) {
  const style = { height: TREE_LINE_HEIGHT };
  if (dirty !== null)
    return (
      <tr aria-rowindex={index + 2} style={style} data-dirty>
        <th scope="row" className={styles['number']} data-tip={`Line ${dirty.line}: ${dirty.reason}`}>
          <IconAlertTriangle size={SMALL_ICON_SIZE} aria-hidden="true" /> Dirty
        </th>
        <td colSpan={columns.length} data-tip={dirty.raw}>
          Line {dirty.line}: {dirty.column !== '' && <code>{dirty.column}</code>} {dirty.reason}.{' '}
          <code className={styles['raw']}>{dirty.raw}</code>
        </td>
      </tr>
    );
  return (
    <tr aria-rowindex={index + 2} style={style}>
      <th scope="row" className={styles['number']}>
        {number}
      </th>
      {columns.map(({ name, type }, place) => (
        <td key={name} data-number={NUMERIC.test(type) || undefined}>
          <Value value={cells[place] ?? null} />
        </td>
      ))}
    </tr>
  );
}

/** A value. Null and an empty string are words, so that they can be distinguished. */
function Value({ value }: { readonly value: string | null }) {
  if (value === null) return <span className={styles['absent']}>null</span>;
  if (value === '') return <span className={styles['absent']}>empty</span>;
  return (
    <span className={styles['value']} data-tip={value}>
      {value}
    </span>
  );
}
