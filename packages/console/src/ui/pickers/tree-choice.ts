/** A node of a tree to choose from. Values are unique in the whole tree. */
export type TreeChoice = {
  readonly value: string;
  readonly label: string;
  readonly children?: TreeChoice[];
};

/** The values of all nodes, parents first. */
export function valuesOf(nodes: readonly TreeChoice[]): string[] {
  return nodes.flatMap(({ value, children = [] }) => [value, ...valuesOf(children)]);
}

/** The node of a value. */
export function findNode(nodes: readonly TreeChoice[], value: string): TreeChoice | undefined {
  for (const node of nodes) {
    const found = node.value === value ? node : findNode(node.children ?? [], value);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The nodes that match, with the branches that lead to them. A branch that matches keeps all its nodes. */
export function filterTree(
  nodes: readonly TreeChoice[],
  matches: (node: TreeChoice) => boolean,
): readonly TreeChoice[] {
  return nodes.flatMap((node) => {
    if (matches(node)) return [node];
    const children = filterTree(node.children ?? [], matches);
    return children.length === 0 ? [] : [{ ...node, children: [...children] }];
  });
}
