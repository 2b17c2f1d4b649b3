import { textCheck } from './check.ts';
import { isTest } from './tree.ts';

/** Joined at run time, so that this check does not find its own file. */
const MACHINE_FOLDERS = ['work', 'farm', 'home', 'root', 'Users'].join('|');
const MACHINE_PATH = new RegExp(`(?<![\\w.$}~-])/(?:${MACHINE_FOLDERS})/[A-Za-z0-9._-]+`);
const TEMPORARY = new RegExp(`(?<![\\w.$}~-])/${'tmp'}/[A-Za-z0-9._-]+`);
const REGISTRY = new RegExp(['registry', 'npmjs', 'org'].join('\\.'));
const TEXT = /\.(ts|tsx|mjs|js|css|md|json|html|graphql|sql|yml|yaml|txt|sbs)$|(^|\/)(\.npmrc|run)$/;

/** Nothing in the project depends on the machine of its author. */
export const places = textCheck('places', 'no path of a machine and no host of a package registry', (tree) => ({
  findings: tree.files
    .filter((path) => TEXT.test(path) && !path.startsWith('scripts/breaches/'))
    .flatMap((path) =>
      tree
        .read(path)
        .split('\n')
        .flatMap((line, at) => {
          const found = MACHINE_PATH.exec(line) ?? (isTest(path) ? null : TEMPORARY.exec(line)) ?? REGISTRY.exec(line);
          return found ? [`${path}:${at + 1} names ${found[0]}; take it as a parameter or leave it out`] : [];
        }),
    ),
}));
