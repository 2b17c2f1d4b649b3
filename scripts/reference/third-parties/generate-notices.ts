import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Generator } from '../../generator.ts';
import { type ThirdParty, thirdParties } from './packages.ts';

const PATH = 'docs/reference/third-party-notices.txt';
const RULE = '-'.repeat(80);
const LICENCE_FILE = /^(?:licen[cs]e|notice|copying)(?![a-z])/i;
/** Licences that require that recipients learn where the source code is. */
const WITH_SOURCE = new Set(['EPL-2.0']);

/** The licences and notices of all packages of others that the product consists of, for who receives it, in a browser or on a server. */
export const generator: Generator = {
  owns: /^docs\/reference\/third-party-notices\.txt$/,
  make: (tree) => {
    const parties = thirdParties(tree);
    const texts = Map.groupBy(parties, (party) => (party.isOptional ? '' : licenceText(tree.root, party)));
    const blocks = [...texts].map(([text, owners]) =>
      [
        RULE,
        ...namesOf(tree.root, owners),
        '',
        text === '' ? 'The text of the licence is that of its name.' : text,
      ].join('\n'),
    );
    const head = [
      'Switchboard contains software of others, under the licences below.',
      'Packages of one platform bring the text of their licence in their own folder.',
    ];
    return new Map([[PATH, `${[...head, ...blocks.sort()].join('\n\n')}\n`]]);
  },
};

/** The texts of the licence and the notices that a package brings; empty when it brings none. */
function licenceText(root: string, { path }: ThirdParty): string {
  return readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => entry.isFile() && LICENCE_FILE.test(entry.name))
    .map(({ name }) => name)
    .sort()
    .map((name) => plain(readFileSync(join(root, path, name), 'utf8')))
    .join('\n\n');
}

/** A text without byte order mark, Windows line ends, and space at line ends and around it. */
function plain(text: string): string {
  return text
    .replace(/^\uFEFF/, '')
    .replaceAll(/[^\S\n]*\r?\n/g, '\n')
    .trim();
}

function namesOf(root: string, parties: readonly ThirdParty[]): readonly string[] {
  const lines = parties.map(({ path, name, version, licence }) => {
    const source = WITH_SOURCE.has(licence) ? `; source code: ${sourceOf(root, path)}` : '';
    return `${name} ${version} (${licence}${source})`;
  });
  return [...new Set(lines)].sort();
}

function sourceOf(root: string, path: string): string {
  const { repository } = JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8')) as {
    readonly repository: { readonly url: string };
  };
  return repository.url.replace(/^git\+/, '');
}
