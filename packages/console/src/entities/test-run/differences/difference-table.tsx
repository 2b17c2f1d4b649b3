import { Button, Checkbox, SegmentedControl, VisuallyHidden } from '@mantine/core';
import '../../../ui/theme/mantine-layer-styles.ts';
import { fullNumber } from '@switchboard/model/format';
import { useMemo, useState } from 'react';
import { Row, Text } from '../../../ui/layout/layout.tsx';
import { countDifferentRows } from '../difference-summary.ts';
import {
  type Cell,
  CHANGES,
  type Change,
  columnOrder,
  type DifferentRow,
  differentRows,
  relevantColumns,
  type ShownDifference,
} from './difference-rows.ts';
import styles from './differences.module.css';

type Props = {
  readonly name: string;
  readonly difference: ShownDifference;
  /** Name of the side that is compared with production. */
  readonly side: string;
};

/** Rows that are drawn at first; the others follow on request. */
const FIRST_ROWS = 50;
const MARKS: Readonly<Record<Change, { readonly sign: string; readonly label: string }>> = {
  changed: { sign: '~', label: 'Changed' },
  added: { sign: '+', label: 'Added' },
  removed: { sign: '−', label: 'Removed' },
};

/** The first rows that differ, with the values of production beside those that changed. */
export function DifferenceTable({ name, difference, side }: Props) {
  const rows = useMemo(() => differentRows(difference), [difference]);
  const [kind, setKind] = useState<Change | 'all'>('all');
  const [isNarrowed, setIsNarrowed] = useState(false);
  const [isWhole, setIsWhole] = useState(false);
  const all = useMemo(() => columnOrder(difference), [difference]);
  const relevant = useMemo(() => relevantColumns(difference), [difference]);
  if (rows.length === 0) return null;
  const { columns, keys } = difference;
  const kinds = CHANGES.filter((change) => rows.some((row) => row.change === change));
  const chosen = kind !== 'all' && kinds.includes(kind) ? kind : 'all';
  const found = chosen === 'all' ? rows : rows.filter(({ change }) => change === chosen);
  const drawn = isWhole ? found : found.slice(0, FIRST_ROWS);
  const total = chosen === 'all' ? countDifferentRows(difference) : difference[chosen].rows;
  const canNarrow = relevant.length > 0 && relevant.length < all.length && difference.changed.rows > 0;
  const places = canNarrow && isNarrowed ? relevant : all;
  return (
    <>
      <Row gap={[2, 4]} align="center" wrap>
        {kinds.length > 1 && (
          <SegmentedControl
            aria-label={`Rows of ${name}`}
            value={chosen}
            onChange={(value) => setKind(CHANGES.find((change) => change === value) ?? 'all')}
            data={[
              { value: 'all', label: 'All' },
              ...kinds.map((change) => ({ value: change, label: MARKS[change].label })),
            ]}
          />
        )}
        {canNarrow && (
          <Checkbox
            label="Only columns that changed"
            checked={isNarrowed}
            onChange={(event) => setIsNarrowed(event.currentTarget.checked)}
          />
        )}
        <Text atEnd tone="dim" tabular role="status">
          {found.length < total
            ? `First ${fullNumber(found.length)} of ${fullNumber(total)} differences`
            : `${fullNumber(total)} ${total === 1 ? 'difference' : 'differences'}`}
        </Text>
      </Row>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className={styles['scroller']} aria-label={`Differences of ${name}`} tabIndex={0}>
        <table className={styles['table']}>
          <thead>
            <tr>
              <th scope="col" className={styles['mark']}>
                <VisuallyHidden>Change</VisuallyHidden>
              </th>
              {places.map((place) => (
                <th key={place} scope="col" data-key={keys.includes(columns[place] ?? '') || undefined}>
                  {columns[place]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {drawn.map((row) => (
              <DifferenceRow key={row.id} row={row} places={places} side={side} />
            ))}
          </tbody>
        </table>
      </section>
      {drawn.length < found.length && (
        <Button onClick={() => setIsWhole(true)}>Show all {fullNumber(found.length)} rows</Button>
      )}
    </>
  );
}

type RowProps = { readonly row: DifferentRow; readonly places: readonly number[]; readonly side: string };

function DifferenceRow({ row, places, side }: RowProps) {
  const { sign, label } = MARKS[row.change];
  return (
    <tr data-change={row.change}>
      <th scope="row" className={styles['mark']} data-tip={label}>
        <span aria-hidden="true">{sign}</span>
        <VisuallyHidden>{label}</VisuallyHidden>
      </th>
      {places.map((place) => (
        <Value key={place} cell={row.cells[place] ?? { value: null }} side={side} />
      ))}
    </tr>
  );
}

function Value({ cell, side }: { readonly cell: Cell; readonly side: string }) {
  const { value, before } = cell;
  if (before === undefined)
    return (
      <td>
        <ValueText value={value} />
      </td>
    );
  return (
    <td data-differs>
      <del>
        <VisuallyHidden>in production </VisuallyHidden>
        <ValueText value={before} />
      </del>
      <span aria-hidden="true" className={styles['arrow']}>
        →
      </span>
      <ins>
        <VisuallyHidden>in {side} </VisuallyHidden>
        <ValueText value={value} />
      </ins>
    </td>
  );
}

/** A value. Null and an empty string are words, so that they can be distinguished. */
function ValueText({ value }: { readonly value: string | null }) {
  if (value === null) return <span className={styles['absent']}>null</span>;
  if (value === '') return <span className={styles['absent']}>empty</span>;
  return (
    <span className={styles['value']} data-tip={value}>
      {value}
    </span>
  );
}
