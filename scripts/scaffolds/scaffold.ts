import type { Changes, Tree } from '../checks/tree.ts';

/** A name in the spellings that code needs. */
export type Name = {
  /** ad-campaign */
  readonly kebab: string;
  /** adCampaign */
  readonly camel: string;
  /** AdCampaign */
  readonly pascal: string;
  /** ad_campaign */
  readonly snake: string;
  /** AD_CAMPAIGN */
  readonly constant: string;
  /** Ad campaign */
  readonly title: string;
};

export type Scaffold = {
  readonly kind: string;
  /** One line for the help of the command. */
  readonly doc: string;
  /**
   * The new text of each file.
   * @throws when a list that it extends no longer has the expected place, or a file exists already
   */
  readonly write: (name: Name, tree: Tree) => Changes;
};

/**
 * Spells a name.
 * @param text kebab-case
 * @throws when it is not kebab-case
 */
export function spell(text: string): Name {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(text))
    throw new Error(`"${text}" must be kebab-case, such as ad-campaign.`);
  const words = text.split('-');
  const pascal = words.map(capitalize).join('');
  return {
    kebab: text,
    camel: pascal.charAt(0).toLowerCase() + pascal.slice(1),
    pascal,
    snake: words.join('_'),
    constant: words.join('_').toUpperCase(),
    title: capitalize(words.join(' ')),
  };
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** A text with an addition before the last occurrence of `marker`. */
export function insertBefore(tree: Tree, path: string, marker: string, addition: string): [path: string, text: string] {
  const text = tree.read(path);
  const at = text.lastIndexOf(marker);
  if (at === -1) throw new Error(`${path} no longer contains ${JSON.stringify(marker)}; adapt scripts/scaffolds.`);
  return [path, text.slice(0, at) + addition + text.slice(at)];
}

/** A text with an import line before its first import; `npm run fix` sorts it. */
export function withImport([path, text]: [path: string, text: string], line: string): [path: string, text: string] {
  return [path, text.replace(/^import /m, `${line}\nimport `)];
}

/**
 * The new files of a kind, from `scripts/scaffolds/templates/<kind>.txt`: each stands behind a line `--- <path>`, and
 * `{{kebab}}` and the other spellings are replaced by those of the name.
 * @throws when one of the files exists already
 */
export function newFiles(tree: Tree, kind: string, name: Name): (readonly [path: string, text: string])[] {
  const spellings: Readonly<Record<string, string>> = name;
  const template = tree.read(`scripts/scaffolds/templates/${kind}.txt`);
  const filled = template.replace(/\{\{(\w+)\}\}/g, (mark, spelling: string) => spellings[spelling] ?? mark);
  return filled
    .split(/^--- /m)
    .slice(1)
    .map((part) => {
      const [path = ''] = part.split('\n', 1);
      if (tree.files.includes(path)) throw new Error(`${path} exists already.`);
      return [path, part.slice(path.length + 1)];
    });
}
