import { fullNumber } from '@switchboard/model/format';
import styles from './bar-chart.module.css';
import type { ChartBar, ChartSeries } from './chart-data.ts';

type Props = {
  readonly label: string;
  readonly bars: readonly ChartBar[];
  readonly series: readonly ChartSeries[];
};

/** The numbers of a chart as a table. */
export function ChartTable({ label, bars, series }: Props) {
  const hasForecast = bars.some(({ forecast }) => forecast !== undefined);
  return (
    <details className={styles['numbers']}>
      <summary>Show as a table</summary>
      <div className={styles['scroller']}>
        <table aria-label={`${label} as a table`}>
          <thead>
            <tr>
              <th scope="col">Date</th>
              {series.map(({ name, label: title }) => (
                <th key={name} scope="col">
                  {title}
                </th>
              ))}
              {hasForecast && <th scope="col">Forecast</th>}
            </tr>
          </thead>
          <tbody>
            {bars.map(({ label: date, values, forecast }) => (
              <tr key={date}>
                <th scope="row">{date}</th>
                {series.map(({ name }) => (
                  <td key={name}>{fullNumber(values[name] ?? 0)}</td>
                ))}
                {hasForecast && (
                  <td>
                    {forecast === undefined ? '—' : fullNumber(Object.values(forecast).reduce((a, b) => a + b, 0))}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
