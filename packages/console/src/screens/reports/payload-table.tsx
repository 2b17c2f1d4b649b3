import { abbreviateNumber, formatBytes, fullNumber } from '@switchboard/model/format';
import type { SourceReportQuery } from '../../api/generated/graphql.ts';
import styles from './reports.module.css';

type Volume = SourceReportQuery['source_bundles']['nodes'][number]['tables'][number]['volume'];
type Amount = Volume['production'];

/** Days of a volume. */
const DAYS = 30;

const add = (one: Amount, other: Amount): Amount => ({ rows: one.rows + other.rows, bytes: one.bytes + other.bytes });
const perDay = (value: number): number => Math.round(value / DAYS);

/** Volume loaded into a table of a source in the last 30 days: rows and bytes, and both per day. */
export function PayloadTable({ name, volume }: { readonly name: string; readonly volume: Volume }) {
  const { production, refill, backfill, proof } = volume;
  const lines: readonly (readonly [string, Amount])[] = [
    ['Production', production],
    ['Refills', refill],
    ['Production + refills', add(production, refill)],
    ['Backfills', backfill],
    ['Tests', proof],
  ];
  return (
    <table className={styles['payload']} aria-label={`Payload of ${name}, last ${DAYS} days`}>
      <thead>
        <tr>
          <th scope="col">Payload</th>
          <th scope="col">Rows</th>
          <th scope="col">Rows/day</th>
          <th scope="col">Bytes</th>
          <th scope="col">Bytes/day</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(([label, { rows, bytes }]) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td data-tip={fullNumber(rows)}>{abbreviateNumber(rows)}</td>
            <td data-tip={fullNumber(perDay(rows))}>{abbreviateNumber(perDay(rows))}</td>
            <td data-tip={fullNumber(bytes)}>{formatBytes(bytes)}</td>
            <td data-tip={fullNumber(perDay(bytes))}>{formatBytes(perDay(bytes))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
