import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { SETTING_DOCS } from '../env.ts';
import { countProcess, METRICS } from './metrics.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const SETTINGS: readonly string[] = SETTING_DOCS.map(({ name }) => name);

const Rules = z.object({
  groups: z.array(
    z.object({
      rules: z.array(
        z.object({
          alert: z.string(),
          expr: z.string(),
          annotations: z.object({ summary: z.string(), runbook: z.string() }),
        }),
      ),
    }),
  ),
});
const AlarmTests = z.object({
  tests: z.array(
    z.object({ alert_rule_test: z.array(z.object({ alertname: z.string(), exp_alerts: z.array(z.unknown()) })) }),
  ),
});
const Dashboard = z.object({ panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })) })) });

const rules = Rules.parse(parse(read('deploy/prometheus/rules.yaml'))).groups.flatMap((group) => group.rules);
const panels = Dashboard.parse(JSON.parse(read('deploy/grafana/dashboard.json'))).panels;
const scaling = read('deploy/helm/switchboard/templates/scaling.yaml').match(/query: .*/g) ?? [];

/** Labels that Prometheus adds, and that of a histogram's buckets. */
const ADDED: readonly string[] = ['instance', 'job', 'le'];

/** Metrics and labels of an expression that this version does not have. */
function unknownIn(expression: string): readonly string[] {
  const names = [...expression.matchAll(/\b(?:switchboard|nodejs|process)_\w+/g)].map(([name]) => name);
  const metrics = names.map((name) => METRICS.registry.getSingleMetric(name.replace(/_(?:bucket|sum|count)$/, '')));
  const known = [...ADDED, ...metrics.flatMap((metric) => labelsOf(metric))];
  const labels = [
    ...[...expression.matchAll(/\b(\w+)(?:=~|!=|!~|=)"/g)].map(([, label = '']) => label),
    ...[...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = '']) =>
      list.split(',').map((one) => one.trim()),
    ),
  ];
  return [
    ...names.filter((_, index) => metrics[index] === undefined),
    ...labels.filter((label) => !known.includes(label)),
  ];
}

const labelsOf = (metric: object | undefined): readonly string[] =>
  metric === undefined ? [] : z.array(z.string()).catch([]).parse(Reflect.get(metric, 'labelNames'));

test('alarms, the dashboard and scaling name metrics and labels that processes have', () => {
  countProcess();
  const expressions = [
    ...rules.map(({ expr }) => expr),
    ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ...scaling,
  ];
  expect(expressions.length).toBeGreaterThan(30);
  expect(expressions.flatMap(unknownIn)).toEqual([]);
  expect(unknownIn('max by (colour) (switchboard_no_such{kind="x"})')).toEqual([
    'switchboard_no_such',
    'kind',
    'colour',
  ]);
});

test('each alarm has a runbook of its own, and each runbook its alarm', () => {
  const pages = readdirSync(join(ROOT, 'docs/runbooks')).filter((file) => file !== 'README.md');
  expect(rules.map(({ annotations }) => annotations.runbook).sort()).toEqual(
    pages.map((file) => `docs/runbooks/${file}`).sort(),
  );
  const index = read('docs/runbooks/README.md');
  for (const { alert, annotations } of rules) {
    const page = read(annotations.runbook);
    expect(page).toContain(`Alarm \`${alert}\`.`);
    expect(page).toMatch(
      /\*\*Symptom\.\*\*[\s\S]*\*\*It means\.\*\*[\s\S]*\*\*First command\*\*[\s\S]*\*\*Fix\.\*\*[\s\S]*\*\*Escalate when\*\*/,
    );
    expect(index).toContain(`| \`${alert}\` | [`);
  }
});

test('each alarm has a test in which it fires, and one in which it is silent', () => {
  const tested = AlarmTests.parse(parse(read('deploy/prometheus/rules.test.yaml'))).tests.flatMap(
    ({ alert_rule_test: cases }) => cases,
  );
  const names = rules.map(({ alert }) => alert).sort();
  for (const fires of [true, false]) {
    const found = tested.filter(({ exp_alerts: alerts }) => alerts.length > 0 === fires);
    expect([...new Set(found.map(({ alertname }) => alertname))].sort()).toEqual(names);
  }
});

test('containers and units set settings that exist, and start files that exist', () => {
  const compose = z
    .object({ services: z.record(z.string(), z.object({ environment: z.record(z.string(), z.string()).optional() })) })
    .parse(parse(read('deploy/compose.yaml'), { merge: true }));
  expect(Object.keys(compose.services)).toEqual(['migrate', 'api', 'worker', 'scheduler', 'ingest']);
  const templates = read('deploy/helm/switchboard/templates/processes.yaml');
  const named = [
    ...Object.values(compose.services).flatMap(({ environment = {} }) => Object.keys(environment)),
    ...[...templates.matchAll(/\{ name: ([A-Z_]+), value/g)].map(([, name = '']) => name),
    ...[...templates.matchAll(/ternary "([A-Z_]+)" "([A-Z_]+)"/g)].flatMap(([, ...names]) => names),
    ...[...read('deploy/systemd/switchboard@.service').matchAll(/^Environment=(\w+)=/gm)].map(([, name = '']) => name),
    ...[...read('docs/scale-out.md').matchAll(/^([A-Z_]+)='/gm)].map(([, name = '']) => name),
  ];
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((name) => !SETTINGS.includes(name))).toEqual([]);
  for (const unit of ['switchboard@.service', 'switchboard-migrate.service'])
    expect(existsSync(join(ROOT, /packages\/\S+\.mjs/.exec(read(`deploy/systemd/${unit}`))?.[0] ?? ''))).toBe(true);
});

test('the chart and its values are YAML with the version of the product', () => {
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(read('package.json')));
  const [chart] = parseAllDocuments(read('deploy/helm/switchboard/Chart.yaml'));
  expect(chart?.toJS()).toMatchObject({ apiVersion: 'v2', version, appVersion: version });
  expect(parse(read('deploy/helm/switchboard/values.yaml'))).toMatchObject({ image: { tag: version } });
  expect(read('deploy/compose.yaml')).toContain(`image: switchboard:${version}`);
});
