import { fullNumber } from '@switchboard/model';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMemo, useRef, useState } from 'react';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import type { Column, GridLayout } from '../../../ui/data-table/types.ts';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { COLUMN_WIDTHS, SMALL_ICON_SIZE } from '../../../ui/theme/metrics.ts';
import styles from './preview.module.css';
import { type PreviewLine, previewLines } from './preview-rows.ts';
import type { ShownTable } from './use-table-preview.ts';

/** Columns that are drawn: each row has an element for each. */
const DRAWN_COLUMNS = 200;
const NUMERIC = /^(?:integer|float|decimal)/;

const nameOf = ({ number, dirty }: PreviewLine): string =>
  dirty === null ? `row ${number}` : `dirty row of line ${dirty.line}`;

type Props = { readonly preview: ShownTable; readonly isRunning: boolean };

/** The rows of a preview. Types stand in the header; dirty rows are marked, with the reason in the column that does not fit. */
export function PreviewGrid({ preview, isRunning }: Props) {
  const lines = useMemo(() => previewLines(preview), [preview]);
  const columns = useMemo(() => columnsOf(preview), [preview]);
  const [layout, setLayout] = useState<GridLayout>({ density: 'compact' });
  const scrollRef = useRef<HTMLDivElement>(null);
  const left = preview.columns.length - DRAWN_COLUMNS;
  return (
    <>
      {left > 0 && (
        <p className={styles['note']}>
          The first {DRAWN_COLUMNS} of {fullNumber(preview.columns.length)} columns are shown.
        </p>
      )}
      <div className={styles['grid']}>
        <DataTable
          label={`Rows of ${preview.table}`}
          columns={columns}
          rows={lines}
          rowName={nameOf}
          phase="ready"
          stale={isRunning}
          layout={layout}
          onLayoutChange={setLayout}
          scrollRef={scrollRef}
          empty={
            <EmptyState title="No rows">
              {preview.is_source
                ? 'The download has files without rows.'
                : 'The query gives no rows for this report date.'}
            </EmptyState>
          }
          error={null}
        />
      </div>
    </>
  );
}

function columnsOf({ columns }: ShownTable): readonly Column<PreviewLine>[] {
  const drawn = columns.slice(0, DRAWN_COLUMNS);
  const rest = drawn.map(
    ({ name, type }, index): Column<PreviewLine> => ({
      id: `${index} ${name}`,
      header: `${name} · ${type}`,
      width: NUMERIC.test(type) ? COLUMN_WIDTHS.medium : COLUMN_WIDTHS.wide,
      grow: 1,
      cell: (line) =>
        line.dirty === null ? (
          <Value value={line.cells[index] ?? null} isNumber={NUMERIC.test(type)} />
        ) : (
          <DirtyCell line={line.dirty} isFirst={index === 0} isCause={line.dirty.column === name} />
        ),
    }),
  );
  return [
    {
      id: 'number',
      header: 'Row',
      width: COLUMN_WIDTHS.small,
      essential: true,
      cell: ({ number, dirty }) =>
        dirty === null ? (
          <span className={styles['number']}>{number}</span>
        ) : (
          <span className={styles['dirty']} data-tip={`Line ${dirty.line}: ${dirty.reason}`}>
            <IconAlertTriangle size={SMALL_ICON_SIZE} aria-hidden="true" /> Dirty
          </span>
        ),
    },
    ...rest,
  ];
}

/** A value. Null and an empty string are words, so that they can be distinguished. */
function Value({ value, isNumber }: { readonly value: string | null; readonly isNumber: boolean }) {
  if (value === null) return <span className={styles['absent']}>null</span>;
  if (value === '') return <span className={styles['absent']}>empty</span>;
  return (
    <span className={styles['value']} data-number={isNumber || undefined} data-tip={value}>
      {value}
    </span>
  );
}

type DirtyCellProps = {
  readonly line: NonNullable<PreviewLine['dirty']>;
  readonly isFirst: boolean;
  readonly isCause: boolean;
};

/** A cell of a dirty row: the reason in the column that does not fit, the record as it stands in the first one. */
function DirtyCell({ line: { line, reason, raw, column }, isFirst, isCause }: DirtyCellProps) {
  if (isCause || (isFirst && column === ''))
    return (
      <span className={styles['reason']} data-tip={`Line ${line}: ${raw}`}>
        {reason}
      </span>
    );
  if (!isFirst) return null;
  return (
    <span className={styles['raw']} data-tip={raw}>
      {raw}
    </span>
  );
}
