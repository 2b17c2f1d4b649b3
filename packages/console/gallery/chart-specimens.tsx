import { BarChart } from '../src/ui/charts/bar-chart.tsx';
import type { ChartBar, ChartSeries } from '../src/ui/charts/chart-data.ts';
import { Sparkline } from '../src/ui/charts/sparkline.tsx';
import styles from './gallery.module.css';
import { Section, Specimen } from './specimen.tsx';

const ONE: readonly ChartSeries[] = [{ name: 'rows', label: 'Rows' }];
const PROJECTS: readonly ChartSeries[] = ['Ads', 'Video', 'Commerce', 'Mail', 'Search', 'Social'].map((label) => ({
  name: label.toLowerCase(),
  label,
}));
const DAYS: readonly ChartBar[] = Array.from({ length: 14 }, (_, index) => ({
  label: String(index + 8),
  values: { rows: index === 5 ? 0 : 200_000 + ((index * 7919) % 13) * 90_000 },
}));
const MONTHS: readonly ChartBar[] = ['Jul', 'Aug', 'Sep', 'Oct', 'Nov'].map((label, month) => ({
  label,
  values: Object.fromEntries(PROJECTS.map(({ name }, index) => [name, (index + 1) * 12_000 + month * 3_000])),
  ...(label === 'Nov' ? { forecast: { ads: 22_000, video: 18_000 } } : {}),
}));
const NOTHING_YET: readonly ChartBar[] = ['Oct', 'Nov'].map((label) => ({ label, values: {} }));

/** Charts in every state. */
export function ChartSpecimens() {
  return (
    <Section title="Charts">
      <Specimen title="Bars, one day without a value">
        <div className={styles['block']}>
          <BarChart label="Rows a day" bars={DAYS} series={ONE} />
        </div>
      </Specimen>
      <Specimen title="Stacked by project, with a forecast">
        <div className={styles['block']}>
          <BarChart label="Rows a month by project" bars={MONTHS} series={PROJECTS} />
        </div>
      </Specimen>
      <Specimen title="Without any value">
        <div className={styles['block']}>
          <BarChart label="Rows of no project" bars={NOTHING_YET} series={ONE} />
        </div>
      </Specimen>
      <Specimen title="Sparklines: rising, flat, with a gap, one value" padded>
        <Sparkline label="Rows in the last 7 days, rising to 1.9M" values={[2, 4, 3, 6, 8, 7, 9]} />
        <Sparkline label="Rows in the last 7 days, always 400" values={[4, 4, 4, 4]} />
        <Sparkline label="Rows in the last 7 days, none on Nov 18" values={[4, 6, null, 5, 7]} />
        <Sparkline label="Rows of Nov 21: 12" values={[12]} />
      </Specimen>
    </Section>
  );
}
