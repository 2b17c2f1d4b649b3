import type { Plan } from '@switchboard/model/plan';

export const ASSET_KINDS = ['download', 'table', 'upload'] as const;
export type AssetKind = (typeof ASSET_KINDS)[number];

/** A declaration of a script. */
export type AssetOfScript = {
  /** Kind and name, unique in the script: "table:orders". */
  readonly id: string;
  readonly kind: AssetKind;
  readonly name: string;
  readonly project: string;
  /** Destination of an upload; null for the others. */
  readonly destination: string | null;
  /** Positions of the assets that it reads. */
  readonly inputs: readonly number[];
  /** Positions of the downloads that it depends on, itself included. */
  readonly downloads: readonly number[];
};

/** Published plans never change and are kept in memory, so that the structure of each is computed once. */
const known = new WeakMap<Plan, readonly AssetOfScript[]>();

/** All downloads, tables and uploads of a script, each after those that it reads, as the tables of a plan are. */
export function assetsOf(plan: Plan): readonly AssetOfScript[] {
  const found = known.get(plan) ?? readAssets(plan);
  known.set(plan, found);
  return found;
}

function readAssets(plan: Plan): readonly AssetOfScript[] {
  const assets: AssetOfScript[] = [];
  /** Positions by the names under which tables and uploads read them: source tables and tables. */
  const positions = new Map<string, number>();
  const inputsOf = (names: readonly string[]) => {
    const inputs = [...new Set(names.flatMap((name) => positions.get(name) ?? []))];
    return { inputs, downloads: [...new Set(inputs.flatMap((at) => assets[at]?.downloads ?? []))] };
  };
  for (const { name, project, tables } of plan.sources) {
    const at = assets.length;
    const inputs = { inputs: [], downloads: [at] };
    assets.push({ id: `download:${name}`, kind: 'download', name, project, destination: null, ...inputs });
    for (const table of tables) positions.set(table.name, at);
  }
  for (const { name, project, inputs } of plan.tables) {
    positions.set(name, assets.length);
    assets.push({ id: `table:${name}`, kind: 'table', name, project, destination: null, ...inputsOf(inputs) });
  }
  for (const { name, project, destination, table } of plan.uploads)
    assets.push({ id: `upload:${name}`, kind: 'upload', name, project, destination, ...inputsOf([table]) });
  return assets;
}
