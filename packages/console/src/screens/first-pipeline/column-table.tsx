import { Select } from '@mantine/core';
import '../../ui/theme/mantine-layer-styles.ts';
import { Text } from '../../ui/layout/layout.tsx';
import styles from './first-pipeline.module.css';
import type { CsvFile } from './read-csv.ts';

/** Types that can be chosen besides the proposed one. */
const TYPES = ['string', 'integer', 'decimal(18, 2)', 'float', 'boolean', 'date', 'datetime', 'json'];

type Props = {
  readonly csv: CsvFile;
  readonly onType: (index: number, type: string) => void;
};

/** The columns of a file: their names, types that can be changed, and first values. */
export function ColumnTable({ csv: { columns, rows }, onType }: Props) {
  return (
    <section className={styles['scroll']} aria-label="Columns of the file">
      <table className={styles['table']}>
        <thead>
          <tr>
            <th scope="col">In the file</th>
            <th scope="col">Name</th>
            <th scope="col">Type</th>
            <th scope="col">First values</th>
          </tr>
        </thead>
        <tbody>
          {columns.map(({ header, name, type }, index) => (
            <tr key={name}>
              <th scope="row">{header}</th>
              <Text as="td" size="small" mono>
                {name}
              </Text>
              <td className={styles['type']}>
                <Select
                  size="xs"
                  aria-label={`Type of ${header}`}
                  data={TYPES.includes(type) ? TYPES : [type, ...TYPES]}
                  value={type}
                  allowDeselect={false}
                  onChange={(next) => next !== null && onType(index, next)}
                />
              </td>
              <td className={styles['samples']}>{rows.map((row) => row[index] || '—').join(' · ')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
