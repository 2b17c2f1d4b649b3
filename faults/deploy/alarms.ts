import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { z } from 'zod';
import { failureOf, ROOT, type Validator } from './programs.ts';

const Dashboard = z.object({ panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })) })) });

/** Has Prometheus parse each expression of the dashboard, and those by which the chart scales, as the expression of a rule. */
function parseExpressions(folder: string): string | null {
  const dashboard: unknown = JSON.parse(readFileSync(join(ROOT, 'deploy/grafana/dashboard.json'), 'utf8'));
  const scaling = readFileSync(join(ROOT, 'deploy/helm/switchboard/templates/scaling.yaml'), 'utf8');
  const expressions = [
    ...Dashboard.parse(dashboard).panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ...[...scaling.matchAll(/query: (.*)/g)].map(([, expression = '']) => expression),
  ];
  const rules = expressions.map((expression, index) => ({
    record: `expression:${index}`,
    expr: expression.replaceAll('$__rate_interval', '5m'),
  }));
  const path = join(folder, 'expressions.yaml');
  writeFileSync(path, stringify({ groups: [{ name: 'expressions', rules }] }));
  return failureOf('promtool', ['check', 'rules', path]);
}

/** Has Prometheus read the settings that the page about several machines gives it. */
function readScrapeSettings(folder: string): string | null {
  const page = readFileSync(join(ROOT, 'docs/scale-out.md'), 'utf8');
  const settings = /^```yaml\n(scrape_configs:.*?)^```/ms.exec(page)?.[1];
  if (settings === undefined) return 'docs/scale-out.md has no scrape_configs';
  const path = join(folder, 'prometheus.yaml');
  writeFileSync(path, settings.replace('/opt/switchboard', ROOT));
  return failureOf('promtool', ['check', 'config', path]);
}

export const ALARM_VALIDATORS: readonly Validator[] = [
  {
    what: 'Prometheus takes the alarms',
    programs: ['promtool'],
    run: () => failureOf('promtool', ['check', 'rules', '--lint-fatal', 'deploy/prometheus/rules.yaml']),
  },
  {
    what: 'each alarm fires when it should, and is silent otherwise',
    programs: ['promtool'],
    run: () => failureOf('promtool', ['test', 'rules', 'deploy/prometheus/rules.test.yaml']),
  },
  {
    what: 'Prometheus parses the expressions of the dashboard and of the scaling',
    programs: ['promtool'],
    run: parseExpressions,
  },
  {
    what: 'Prometheus takes the settings of docs/scale-out.md',
    programs: ['promtool'],
    run: readScrapeSettings,
  },
];
