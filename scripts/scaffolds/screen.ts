import { insertBefore, newFiles, type Scaffold } from './scaffold.ts';

const SCREENS = 'packages/console/src/screens.ts';

/** A screen: page, GraphQL document, component test and the entry that routes, guards and navigation derive from. */
export const screenScaffold: Scaffold = {
  kind: 'screen',
  doc: 'a folder in packages/console/src/screens with a page, its .graphql and its test, and its entry in screens.ts',
  write: (name, tree) => {
    const { kebab, pascal, title } = name;
    const entry = `  {
    path: '${kebab}',
    title: '${title}',
    permission: 'view',
    navigation: { group: '${title}', icon: IconListDetails },
    load: async () => (await import('./screens/${kebab}/${kebab}-page.tsx')).${pascal}Page,
  },
`;
    return new Map([
      ...newFiles(tree, 'screen', name),
      insertBefore(tree, SCREENS, '];\n\nexport const ADMINISTRATION_SCREENS', entry),
    ]);
  },
};
