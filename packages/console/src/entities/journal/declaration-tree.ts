import type { DeclarationName } from './journal-kind.ts';

/** Selection in the selector: nothing, a project, or a declaration. */
export type Selection = { readonly project: string; readonly name: string };

/** A project with what can be chosen in it. */
export type ProjectNode = {
  readonly group: string;
  readonly items: { readonly value: string; readonly label: string }[];
};

/** The value of a node; distinguishes a project from a declaration of the same name. */
export function nodeValue({ project, name }: Selection): string {
  return JSON.stringify(name === '' ? [project] : [project, name]);
}

/** The selection of a node's value; nothing for a value that is not one. */
export function readNodeValue(value: string | null): Selection {
  const [project = '', name = ''] = value === null ? [] : (JSON.parse(value) as string[]);
  return { project, name };
}

/** Projects by name: each as a whole, then its declarations by name. */
export function declarationTree(names: readonly DeclarationName[]): ProjectNode[] {
  return [...Map.groupBy(names, (each) => each.project)]
    .map(([project, declarations]) => ({
      group: project,
      items: [
        { value: nodeValue({ project, name: '' }), label: `All of ${project}` },
        ...declarations
          .map((each) => ({ value: nodeValue(each), label: each.name }))
          .sort((one, other) => one.label.localeCompare(other.label)),
      ],
    }))
    .sort((one, other) => one.group.localeCompare(other.group));
}

/** The selection of an address, whose name may come without its project. */
export function completeSelection(names: readonly DeclarationName[], { project, name }: Selection): Selection {
  if (project !== '' || name === '') return { project, name };
  return { project: names.find((each) => each.name === name)?.project ?? '', name };
}
