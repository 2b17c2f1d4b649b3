import type { Tree } from '../../checks/tree.ts';

/** A package of others that the product consists of, as the lockfile names it. */
export type ThirdParty = {
  /** Its folder below the root: `node_modules/zod`. */
  readonly path: string;
  readonly name: string;
  readonly version: string;
  /** The licence under which the product uses it, by its SPDX name. */
  readonly licence: string;
  /** Subresource integrity of its archive: `sha512-…`. */
  readonly integrity: string;
  /** Whether it is installed only where it fits: mostly the programs of one platform. */
  readonly isOptional: boolean;
};

/** An entry of the lockfile, as far as it is read. */
export type LockedPackage = {
  readonly name?: string;
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly link?: true;
  readonly dev?: true;
  readonly devOptional?: true;
  readonly optional?: true;
  readonly hasInstallScript?: true;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
};

/** The licence that is chosen where a package offers several, and that of a package which states none. */
const CHOSEN: Readonly<Record<string, string>> = {
  '(MIT OR CC0-1.0)': 'MIT',
  '(MPL-2.0 OR Apache-2.0)': 'Apache-2.0',
  'EPL-2.0 OR GPL-3.0-or-later': 'EPL-2.0',
};
const STATED_IN_FILE: Readonly<Record<string, string>> = { ssh2: 'MIT' };

export function readLockfile(tree: Tree): ReadonlyMap<string, LockedPackage> {
  const lockfile = JSON.parse(tree.read('package-lock.json')) as {
    readonly packages: Readonly<Record<string, LockedPackage>>;
  };
  return new Map(Object.entries(lockfile.packages));
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

/** The packages that the product needs to run, in the order of their folders; without those of tests and tools. */
export function thirdParties(tree: Tree): readonly ThirdParty[] {
  return [...readLockfile(tree)].flatMap(([path, { name = nameOf(path), version = '', ...entry }]) => {
    if (!path.includes('node_modules/') || entry.link || entry.dev || entry.devOptional) return [];
    const licence = CHOSEN[entry.license ?? ''] ?? entry.license ?? STATED_IN_FILE[name] ?? '';
    return [{ path, name, version, licence, integrity: entry.integrity ?? '', isOptional: entry.optional === true }];
  });
}
