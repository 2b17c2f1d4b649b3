import { textCheck } from '../check.ts';
import { isTest } from '../tree.ts';
import { crowdedFolders, mutualFolders } from './folders.ts';
import { type Edge, fileCycles, importGraph, OUR_SCOPE, packageOf } from './import-graph.ts';
import {
  FENCES,
  FOLDER_LIMIT,
  MODULE_FLOOR,
  MUTUAL_LIMIT,
  PACKAGES,
  PACKAGES_BY_SUBJECT,
  PRODUCT_FACES,
  TOOL_FOLDERS,
} from './import-rules.ts';
import { KNOWN_CYCLES } from './known-cycles.ts';
import { layerBreach } from './layers.ts';

/** Imports follow the package table, the fences and layers inside packages; no cycles, no crowded folders. */
export const imports = textCheck(
  'imports',
  'packages, fences and layers are kept; no cycles; no crowded folders',
  (tree) => {
    const graph = importGraph(tree);
    const findings = graph.edges.flatMap((edge) =>
      [unresolved(edge), acrossPackages(edge), outsideTable(edge), ...fences(edge), layerBreach(edge)].flatMap(
        (reason) => (reason === undefined ? [] : [`${edge.from}:${edge.line} imports '${edge.specifier}': ${reason}`]),
      ),
    );
    findings.push(...cycleFindings(fileCycles(graph)));
    findings.push(
      ...crowdedFolders(graph.modules).map(
        ({ folder, files }) => `${folder}: ${files} files; split it (limit ${FOLDER_LIMIT})`,
      ),
    );
    const mutual = mutualFolders(graph);
    if (mutual.length > MUTUAL_LIMIT)
      findings.push(
        `${mutual.length} pairs of folders import each other (limit ${MUTUAL_LIMIT}): ${mutual.join('; ')}`,
      );
    if (graph.modules.length < MODULE_FLOOR) {
      findings.push(
        `only ${graph.modules.length} modules were read; at least ${MODULE_FLOOR} exist. Is the tree complete?`,
      );
    }
    return { findings, note: `${graph.modules.length} modules, ${graph.edges.length} imports` };
  },
);

type Reason = string | undefined;

/** A cycle whose files are all known is due to be removed; any other file in a cycle is a finding. */
function cycleFindings(cycles: readonly (readonly string[])[]): string[] {
  return cycles
    .filter((files) => files.some((file) => !KNOWN_CYCLES.has(file)))
    .map((files) => `a cycle of imports, types included: ${files.join(', ')}`);
}

function unresolved(edge: Edge): Reason {
  if (edge.outside !== undefined || edge.to !== undefined) return undefined;
  if (edge.specifier.startsWith(OUR_SCOPE) && edge.specifier.split('/').length > 2) {
    return 'a package is imported by its name only, through the faces that its package.json exports';
  }
  return 'there is no such file';
}

function acrossPackages(edge: Edge): Reason {
  const [from, to] = [packageOf(edge.from), edge.to && packageOf(edge.to)];
  if (edge.to === undefined || from === to) return undefined;
  if (to === undefined) return isTest(edge.from) ? undefined : `a package does not reach into ${TOOL_FOLDERS}`;
  if (edge.specifier.startsWith('.')) return `import ${OUR_SCOPE}${to} by its name instead`;
  const [, , face] = edge.specifier.split('/');
  const isProduct = from !== undefined && !isTest(edge.from) && edge.from.includes('/src/');
  const isOpen = PACKAGES_BY_SUBJECT.includes(to) && face !== 'testing';
  return isProduct && face !== undefined && !isOpen && !PRODUCT_FACES.includes(edge.specifier.slice(OUR_SCOPE.length))
    ? `${edge.specifier} is for tests and tools; the product imports ${OUR_SCOPE}${to}`
    : undefined;
}

function outsideTable(edge: Edge): Reason {
  const from = packageOf(edge.from);
  if (from === undefined || isTest(edge.from) || !edge.from.includes('/src/')) return undefined;
  const rule = PACKAGES[from];
  if (!rule) return `the package ${from} is not in the table of scripts/checks/imports/import-rules.ts`;
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
