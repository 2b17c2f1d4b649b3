import type { Check } from './check.ts';
import { cycles, type Edge, importGraph, OUR_SCOPE, packageOf } from './import-graph.ts';
import { CONSOLE_LAYERS, FENCES, MODULE_FLOOR, PACKAGES, TOOL_FOLDERS } from './import-rules.ts';
import { isTest } from './tree.ts';

/** Who may import whom: the package table, the fences inside packages, the console's layers, and no circles. */
export const imports: Check = {
  name: 'imports',
  rule: 'packages, fences and layers are kept; no circles',
  reads: 'text',
  run: (tree) => {
    const graph = importGraph(tree);
    const findings = graph.edges.flatMap((edge) =>
      [unresolved(edge), acrossPackages(edge), outsideTable(edge), ...fences(edge), consoleLayers(edge)].flatMap(
        (reason) => (reason === undefined ? [] : [`${edge.from}:${edge.line} imports '${edge.specifier}': ${reason}`]),
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

const CONSOLE = 'packages/console/src/';

function consoleLayers(edge: Edge): Reason {
  if (!edge.from.startsWith(CONSOLE) || isTest(edge.from) || !edge.to?.startsWith(CONSOLE)) return undefined;
  const [from, to] = [consolePlace(edge.from), consolePlace(edge.to)];
  const order = CONSOLE_LAYERS.join(' <- ');
  if (from.rank === -1) return `${from.layer} is not a layer of the console (${order})`;
  if (to.rank > from.rank) return `${from.layer} must not import ${to.layer} (${order})`;
  if (from.screen !== undefined && to.screen !== from.screen && to.layer === 'screens') {
    return 'a screen never imports another screen; move what both need to entities';
  }
  return undefined;
}

function consolePlace(path: string): {
  readonly layer: string;
  readonly rank: number;
  /** The folder below screens/; undefined elsewhere and for screens.ts. */
  readonly screen: string | undefined;
} {
  const [first = '', folder] = path.slice(CONSOLE.length).split('/');
  const layer = first.replace(/\.tsx?$/, '');
  return { layer, rank: CONSOLE_LAYERS.indexOf(layer), screen: layer === 'screens' ? folder : undefined };
}
