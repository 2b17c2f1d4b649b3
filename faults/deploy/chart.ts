import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { failureOf, ROOT, type Validator } from './programs.ts';

const CHART = 'deploy/helm/switchboard';
/** A helm that was built from its source alone takes the cluster for an old one. */
const KUBERNETES = '--kube-version=1.30.0';

/** Each documented option of the chart, alone and all together, and kinds that must be rendered with it. */
const VARIANTS: Readonly<Record<string, { readonly set: readonly string[]; readonly kinds: readonly string[] }>> = {
  plain: { set: [], kinds: ['Deployment', 'HorizontalPodAutoscaler', 'Job', 'PodDisruptionBudget', 'Service'] },
  'own secrets': { set: ['settingsSecret=ours', 'ownerSecret=owners', 'imagePullSecrets[0].name=pull'], kinds: [] },
  'fixed replicas': { set: ['api.scaling=null', 'api.replicas=3', 'worker.replicas=5'], kinds: [] },
  keda: { set: ['keda.enabled=true'], kinds: ['ScaledObject'] },
  ingress: { set: ['ingress.enabled=true', 'ingress.host=sb.example'], kinds: ['Ingress'] },
  ingest: { set: ['ingest.enabled=true', 'ingest.tlsSecret=mail-tls'], kinds: [] },
  'network policy': { set: ['networkPolicy.enabled=true'], kinds: ['NetworkPolicy'] },
  'prometheus operator': { set: ['prometheusOperator.enabled=true'], kinds: ['PodMonitor'] },
  'shared files': { set: ['sharedFilesClaim=files', 'worker.env.EGRESS_ALLOW=10.0.0.0/8'], kinds: [] },
};
const WHOLE = Object.values(VARIANTS).flatMap(({ set }) => set.filter((each) => each !== 'api.scaling=null'));

/** Kinds of the cluster itself. Others are defined by what is installed in it. */
const OWN_GROUPS = /^(v1|(apps|autoscaling|batch|policy|networking\.k8s\.io)\/v\d\w*)$/;
const Resource = z.object({ apiVersion: z.string(), kind: z.string(), metadata: z.object({ name: z.string() }) });

/** Renders the chart with some values. @returns the text, or what was wrong */
function render(set: readonly string[]): { readonly text: string } | { readonly problem: string } {
  const args = ['template', 'switchboard', CHART, KUBERNETES, ...set.map((value) => `--set=${value}`)];
  const { status, stdout, stderr } = spawnSync('helm', args, { cwd: ROOT, encoding: 'utf8' });
  return status === 0 ? { text: stdout } : { problem: stderr.trim() };
}

/** Renders each variant and lints it. Writes what the cluster itself defines to a file for each. */
function renderVariants(folder: string): string | null {
  for (const [name, { set, kinds }] of [...Object.entries(VARIANTS), ['whole', { set: WHOLE, kinds: [] }] as const]) {
    const rendered = render(set);
    if ('problem' in rendered) return `${name}: ${rendered.problem}`;
    const resources = rendered.text
      .split(/^---$/m)
      .map((text) => ({ text, content: parse(text) as unknown }))
      .filter(({ content }) => content !== null)
      .map(({ text, content }) => ({ text, ...Resource.parse(content) }));
    const missing = kinds.filter((kind) => !resources.some((resource) => resource.kind === kind));
    if (missing.length > 0) return `${name}: no ${missing.join(', ')}`;
    const names = resources.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    if (new Set(names).size < names.length) return `${name}: two resources have one name: ${names.join(', ')}`;
    const own = resources.filter(({ apiVersion }) => OWN_GROUPS.test(apiVersion));
    writeFileSync(join(folder, fileOf(name)), own.map(({ text }) => text).join('---'));
    const problem = failureOf('helm', ['lint', '--strict', KUBERNETES, ...set.map((value) => `--set=${value}`), CHART]);
    if (problem !== null) return `${name}: ${problem}`;
  }
  return null;
}

const fileOf = (name: string): string => `${name.replace(' ', '-')}.yaml`;

export const CHART_VALIDATORS: readonly Validator[] = [
  {
    what: `the chart renders and passes lint with ${Object.keys(VARIANTS).length + 1} sets of values`,
    programs: ['helm'],
    run: renderVariants,
  },
  {
    what: 'Kubernetes takes what the chart renders',
    programs: ['helm', 'kubernetes-validate'],
    run: (folder) => {
      const files = [...Object.keys(VARIANTS), 'whole'].map((name) => join(folder, fileOf(name)));
      return failureOf('kubernetes-validate', ['--strict', '--quiet', ...files]);
    },
  },
];
