import { fullNumber } from '@switchboard/model/format';
import { Row, Text } from '../../../ui/layout/layout.tsx';
import { changedColumns, countDifferentRows } from '../difference-summary.ts';
import type { ShownDifference } from './difference-rows.ts';
import styles from './differences.module.css';

type Props = {
  readonly difference: ShownDifference;
  /** Name of the side that is compared with production. */
  readonly side: string;
};

/** How many rows and columns differ, exactly. */
export function DifferenceCounts({ difference, side }: Props) {
  const { rows_before: before, rows_after: after, keys, added, removed, changed } = difference;
  const isSame = countDifferentRows(difference) + changedColumns(difference) === 0;
  return (
    <>
      <Text as="p" tone="dim">
        {isSame && <strong className={styles['same']}>Same as production. </strong>}
        {fullNumber(after)} {after === 1 ? 'row' : 'rows'} in {side}, {fullNumber(before)} in production.{' '}
        {keys.length > 0 ? `Rows are matched by ${keys.join(', ')}.` : 'Whole rows are compared.'}
      </Text>
      <Row as="dl" gap={2} wrap>
        <Count label="changed" count={changed.rows} />
        <Count label="added" count={added.rows} />
        <Count label="removed" count={removed.rows} />
        <Count label="the same" count={after - added.rows - changed.rows} isQuiet />
      </Row>
      <ColumnChanges difference={difference} />
    </>
  );
}

type CountProps = { readonly label: string; readonly count: number; readonly isQuiet?: boolean };

function Count({ label, count, isQuiet = false }: CountProps) {
  return (
    <Row
      gap={2}
      align="baseline"
      padding={[1, 3]}
      frame="normal"
      tone="dim"
      tabular
      className={styles['counted']}
      data-change={isQuiet || count === 0 ? undefined : label}
    >
      <dt>{label}</dt>
      <dd>{fullNumber(count)}</dd>
    </Row>
  );
}

function ColumnChanges({ difference }: Pick<Props, 'difference'>) {
  const { columns_changed: changes, columns_added: added, columns_removed: removed } = difference;
  const { columns_retyped: retyped } = difference;
  if (changes.length + changedColumns(difference) === 0) return null;
  return (
    <Row as="ul" gap={[1, 5]} wrap tone="dim" className={styles['columns']} aria-label="Columns">
      {changes.map(({ name, rows }) => (
        <li key={`changed ${name}`}>
          <code>{name}</code> differs in {fullNumber(rows)} {rows === 1 ? 'row' : 'rows'}
        </li>
      ))}
      {added.map(({ name, type }) => (
        <li key={`added ${name}`} data-change="added">
          <code>{name}</code> is added: {type}
        </li>
      ))}
      {removed.map(({ name, type }) => (
        <li key={`removed ${name}`} data-change="removed">
          <code>{name}</code> is removed: {type}
        </li>
      ))}
      {retyped.map(({ name, before, after }) => (
        <li key={`retyped ${name}`} data-change="changed">
          <code>{name}</code> is {after} instead of {before}
        </li>
      ))}
    </Row>
  );
}
