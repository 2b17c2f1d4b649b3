import { fullNumber } from '@switchboard/model/format';

/** One layer of every bar: a project, a status. */
export type ChartSeries = { readonly name: string; readonly label: string };

export type ChartBar = {
  /** A day, a month. */
  readonly label: string;
  /** On the axis, where the label is too long. */
  readonly tick?: string;
  /** By the name of a series; series without a value are left out. */
  readonly values: Readonly<Record<string, number>>;
  /** Expected, not measured. By the name of a series, on top of its value. */
  readonly forecast?: Readonly<Record<string, number>>;
};

const TICKS = 4;
const STEPS = [1, 2, 2.5, 5, 10];

export function totalOf(bar: ChartBar): number {
  return [bar.values, bar.forecast ?? {}].flatMap((part) => Object.values(part)).reduce((sum, value) => sum + value, 0);
}

/** The values at which the axis has lines, from 0 up to at least the highest bar. */
export function axisTicks(highest: number): readonly number[] {
  const rough = Math.max(highest, 1) / TICKS;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = (STEPS.find((one) => one * power >= rough) ?? 10) * power;
  const interval = highest <= 0 ? 1 : Math.max(step, Number.EPSILON);
  const count = Math.max(1, Math.ceil(highest / interval));
  return Array.from({ length: count + 1 }, (_, index) => Number((index * interval).toPrecision(6)));
}

/** A bar in words: "2026-11: ads 1,200, video 300, forecast ads 400". */
export function describeBar(bar: ChartBar, series: readonly ChartSeries[]): string {
  const partsOf = (values: Readonly<Record<string, number>>, prefix: string): string[] =>
    series.flatMap(({ name, label }) => {
      const value = values[name];
      return value === undefined || value === 0 ? [] : [`${prefix}${label} ${fullNumber(value)}`];
    });
  const parts = [...partsOf(bar.values, ''), ...partsOf(bar.forecast ?? {}, 'forecast ')];
  return `${bar.label}: ${parts.length === 0 ? 'nothing' : parts.join(', ')}`;
}
