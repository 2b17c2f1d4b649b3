import { abbreviateNumber } from '@switchboard/model/format';
import type { KeyboardEvent } from 'react';
import { Row } from '../layout/layout.tsx';
import styles from './bar-chart.module.css';
import { axisTicks, type ChartBar, type ChartSeries, describeBar, totalOf } from './chart-data.ts';
import { ChartTable } from './chart-table.tsx';

type Props = {
  /** The chart in a few words. */
  readonly label: string;
  readonly bars: readonly ChartBar[];
  /** From the lowest layer up. Each has a colour and a texture by its place. */
  readonly series: readonly ChartSeries[];
  /** Whether layers differ by texture as well as by colour. */
  readonly hasTextures?: boolean;
};

/** Textures repeat after as many series. */
const TEXTURES = 6;
const STEPS: Readonly<Record<string, -1 | 1>> = { ArrowLeft: -1, ArrowRight: 1 };

/** Moves the focus to the neighbouring bar. */
function moveFocus(event: KeyboardEvent<HTMLUListElement>): void {
  const step = STEPS[event.key];
  if (step === undefined || !(event.target instanceof HTMLElement)) return;
  const bars = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-bar]')];
  const next = bars[bars.indexOf(event.target) + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

/**
 * Stacked bars, one for each date. Layers differ by texture as well as colour; what is forecast is drawn as an outline.
 * One tab stop, the last bar; the arrow keys move between bars. The same numbers are in a table below.
 */
export function BarChart({ label, bars, series, hasTextures = true }: Props) {
  const ticks = axisTicks(Math.max(0, ...bars.map(totalOf)));
  const top = ticks.at(-1) ?? 1;
  const hasForecast = bars.some(({ forecast }) => forecast !== undefined);
  const layers = series.map(({ name, label: title }, index) => ({ name, title, texture: index % TEXTURES }));
  return (
    <figure className={styles['chart']} aria-label={label} data-plain={!hasTextures || undefined}>
      <Row as="ul" gap={[1, 4]} wrap size="small" tone="dim" className={styles['legend']} aria-label="Legend">
        {layers.map(({ name, title, texture }) => (
          <li key={name}>
            <span className={styles['swatch']} data-texture={texture} />
            {title}
          </li>
        ))}
        {hasForecast && (
          <li>
            <span className={styles['swatch']} data-forecast />
            Forecast
          </li>
        )}
      </Row>
      <div className={styles['plot']}>
        <div className={styles['axis']} aria-hidden="true">
          {ticks.map((tick) => (
            <span key={tick} className={styles['tick']} style={{ bottom: `${(tick / top) * 100}%` }}>
              {abbreviateNumber(tick).replace('.0', '')}
            </span>
          ))}
        </div>
        <ul className={styles['bars']} aria-label={label} onKeyDown={moveFocus}>
          {bars.map((bar, index) => (
            <Row as="li" minWidth={0} key={bar.label} className={styles['slot']}>
              <span
                role="img"
                data-bar
                className={styles['bar']}
                aria-label={describeBar(bar, series)}
                data-tip={describeBar(bar, series)}
                tabIndex={index === bars.length - 1 ? 0 : -1}
              >
                {layers.map(({ name, texture }) => (
                  <Layer key={name} value={bar.values[name] ?? 0} top={top} texture={texture} />
                ))}
                {layers.map(({ name, texture }) => (
                  <Layer key={name} value={bar.forecast?.[name] ?? 0} top={top} texture={texture} isForecast />
                ))}
              </span>
              <span className={styles['date']} aria-hidden="true">
                {bar.tick ?? bar.label}
              </span>
            </Row>
          ))}
        </ul>
      </div>
      <ChartTable label={label} bars={bars} series={series} />
    </figure>
  );
}

type LayerProps = {
  readonly value: number;
  readonly top: number;
  readonly texture: number;
  readonly isForecast?: boolean;
};

function Layer({ value, top, texture, isForecast = false }: LayerProps) {
  if (value === 0) return null;
  return (
    <span
      className={styles['layer']}
      data-texture={texture}
      data-forecast={isForecast || undefined}
      style={{ height: `${(value / top) * 100}%` }}
    />
  );
}
