import type { Generator } from '../../generator.ts';
import { readLockfile, type ThirdParty, thirdParties } from './packages.ts';

const PATH = 'docs/reference/sbom.cdx.json';
const PRODUCT = 'switchboard';

/** The bill of materials of the product: CycloneDX 1.6, without times and serial numbers, so that equal packages give an equal file. */
export const generator: Generator = {
  owns: /^docs\/reference\/sbom\.cdx\.json$/,
  make: (tree) => {
    const locked = readLockfile(tree);
    const parties = thirdParties(tree);
    const references = new Map(parties.map((party) => [party.path, referenceOf(party)]));
    const own = [...locked.keys()].filter((path) => !path.includes('node_modules/'));
    const needs = (path: string): readonly string[] => {
      const entry = locked.get(path);
      const names = Object.keys({ ...entry?.dependencies, ...entry?.optionalDependencies, ...entry?.peerDependencies });
      return names.flatMap((name) => references.get(resolve(path, name, (at) => references.has(at)) ?? '') ?? []);
    };
    const version = locked.get('')?.version ?? '';
    const sbom = {
      $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      version: 1,
      metadata: { component: { type: 'application', 'bom-ref': PRODUCT, name: PRODUCT, version } },
      components: distinct(parties).map(componentOf),
      dependencies: [
        { ref: PRODUCT, dependsOn: sorted(own.flatMap(needs)) },
        ...distinct(parties).map((party) => ({ ref: referenceOf(party), dependsOn: sorted(needs(party.path)) })),
      ],
    };
    return new Map([[PATH, `${JSON.stringify(sbom, null, 1)}\n`]]);
  },
};

const referenceOf = ({ name, version }: ThirdParty): string =>
  `pkg:npm/${name.replace('@', '%40')}@${encodeURIComponent(version)}`;

const sorted = (references: readonly string[]): readonly string[] => [...new Set(references)].sort();

/** One of each name and version, by reference: the same package may lie in several folders. */
function distinct(parties: readonly ThirdParty[]): readonly ThirdParty[] {
  return [...new Map(parties.map((party) => [referenceOf(party), party])).entries()]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, party]) => party);
}

function componentOf(party: ThirdParty): unknown {
  const [group, name] = party.name.startsWith('@') ? party.name.split('/') : [undefined, party.name];
  const [algorithm = '', digest = ''] = party.integrity.split('-', 2);
  return {
    type: 'library',
    'bom-ref': referenceOf(party),
    ...(group === undefined ? {} : { group }),
    name,
    version: party.version,
    scope: party.isOptional ? 'optional' : 'required',
    hashes: [{ alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(digest, 'base64').toString('hex') }],
    licenses: [{ license: { id: party.licence } }],
    purl: referenceOf(party),
  };
}

/** The folder in which Node finds a package from another's folder: its own libraries first, then those of the folders around it. */
function resolve(from: string, name: string, exists: (path: string) => boolean): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(folder.lastIndexOf('/node_modules/'), 0))) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (exists(path)) return path;
    if (folder === '') return undefined;
  }
}
