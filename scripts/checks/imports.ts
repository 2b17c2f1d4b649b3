import type { Check } from './check.ts';
import { cycles, type Edge, importGraph, OUR_SCOPE, packageOf } from './import-graph.ts';
import { FENCES, LAYERS, MODULE_FLOOR, PACKAGES, TOOL_FOLDERS } from './import-rules.ts';
import { isTest } from './tree.ts';

/** Who may import whom: the package table, the fences inside packages, the layers of server and console, and no circles. */
export const imports: Check = {
  name: 'imports',
  rule: 'packages, fences and layers are kept; no circles',
  reads: 'text',
  run: (tree) => {
    const graph = importGraph(tree);
    const findings = graph.edges.flatMap((edge) =>
      [unresolved(edge), acrossPackages(edge), outsideTable(edge), ...fences(edge), layers(edge)].flatMap((reason) =>
        reason === undefined ? [] : [`${edge.from}:${edge.line} imports '${edge.specifier}': ${reason}`],
      ),
    );
    findings.push(...cycles(graph).map((round) => `a circle of imports: ${round.join(' -> ')}`));
    if (graph.modules.length < MODULE_FLOOR) {
      findings.push(
        `only ${graph.modules.length} modules were seen; at least ${MODULE_FLOOR} exist. Is the tree whole?`,
      );
    }
    return { findings, note: `${graph.modules.length} modules, ${graph.edges.length} imports` };
  },
};

type Reason = string | undefined;

function unresolved(edge: Edge): Reason {
  if (edge.outside !== undefined || edge.to !== undefined) return undefined;
  if (edge.specifier.startsWith(OUR_SCOPE) && edge.specifier.split('/').length > 2) {
    return 'a package is imported by its name only, through the faces that its package.json exports';
  }
  return 'there is no such file';
}

function acrossPackages(edge: Edge): Reason {
  const [from, to] = [packageOf(edge.from), edge.to && packageOf(edge.to)];
  if (edge.to === undefined || from === undefined || isTest(edge.from)) return undefined;
  if (to === undefined) return `a package does not reach into ${TOOL_FOLDERS}`;
  return edge.specifier.startsWith('.') && from !== to ? `import ${OUR_SCOPE}${to} by its name instead` : undefined;
}

function outsideTable(edge: Edge): Reason {
  const from = packageOf(edge.from);
  if (from === undefined || isTest(edge.from) || !edge.from.includes('/src/')) return undefined;
  const rule = PACKAGES[from];
  if (!rule) return `the package ${from} is not in the table of scripts/checks/import-rules.ts`;
  const to = edge.specifier.startsWith(OUR_SCOPE)
    ? edge.specifier.slice(OUR_SCOPE.length).split('/')[0]
    : edge.to && packageOf(edge.to);
  if (to !== undefined && to !== from && !rule.ours.includes(to)) {
    return `${from} may import ${rule.ours.join(', ') || 'no other package'}`;
  }
  if (edge.outside === undefined) return undefined;
  if (edge.outside.startsWith('node:')) return rule.node ? undefined : `${from} does no input or output of its own`;
  if (rule.outside && !rule.outside.includes(edge.outside)) return `${from} may import only ${rule.outside.join(', ')}`;
  return rule.never?.includes(edge.outside) ? `${from} never imports ${edge.outside}` : undefined;
}

function fences(edge: Edge): Reason[] {
  if (isTest(edge.from)) return [];
  return FENCES.filter(
    (fence) =>
      fence.modules.includes(edge.outside ?? '') &&
      fence.around.test(edge.from) &&
      !fence.inside.test(edge.from) &&
      !(edge.typeOnly && fence.typesMayPass),
  ).map((fence) => fence.reason);
}

function layers(edge: Edge): Reason {
  const [from, to] = [packageOf(edge.from), packageOf(edge.to ?? '')];
  const order = from === undefined ? undefined : LAYERS[from];
  if (from === undefined || order === undefined || to !== from || isTest(edge.from) || !edge.to) return undefined;
  const sources = `packages/${from}/src/`;
  if (!edge.from.startsWith(sources) || !edge.to.startsWith(sources)) return undefined;
  const [upper, lower] = [layerOf(edge.from, sources), layerOf(edge.to, sources)];
  const rank = (layer: string): number => order.findIndex((peers) => peers.split(', ').includes(layer));
  const named = order.join(' <- ');
  for (const layer of [upper, lower]) if (rank(layer) === -1) return `${layer} is not a layer of ${from} (${named})`;
  if (rank(lower) > rank(upper) || (rank(lower) === rank(upper) && lower !== upper)) {
    return `${upper} must not import ${lower} (${named})`;
  }
  return from === 'console' ? betweenScreens(edge.from, edge.to) : undefined;
}

/** The folder of a file below `sources`, or its own name for a file right there. */
function layerOf(path: string, sources: string): string {
  return (path.slice(sources.length).split('/')[0] ?? '').replace(/\.tsx?$/, '');
}

const SCREEN = /^packages\/console\/src\/screens\/([^/]+)\//;

function betweenScreens(from: string, to: string): Reason {
  const [own, other] = [SCREEN.exec(from)?.[1], SCREEN.exec(to)?.[1]];
  if (own === undefined || own === other || layerOf(to, 'packages/console/src/') !== 'screens') return undefined;
  return 'a screen never imports another screen; move what both need to entities';
}
