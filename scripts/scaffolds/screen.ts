import { insertBefore, newFile, type Scaffold } from './scaffold.ts';

const SCREENS = 'packages/console/src/screens.ts';

/** A screen: page, GraphQL document, component test and the entry that routes, guards and navigation derive from. */
export const screenScaffold: Scaffold = {
  kind: 'screen',
  doc: 'a folder in packages/console/src/screens with a page, its .graphql and its test, and its entry in screens.ts',
  files: 4,
  write: ({ kebab, pascal, title }, tree) => {
    const folder = `packages/console/src/screens/${kebab}`;
    return new Map([
      newFile(
        tree,
        `${folder}/${kebab}.graphql`,
        `query ${pascal} {
  downloads(first: 20) {
    nodes {
      id
      name
    }
  }
}
`,
      ),
      newFile(
        tree,
        `${folder}/${kebab}-page.tsx`,
        `import { Alert, Skeleton, Text, Title } from '@mantine/core';
import { useQuery } from 'urql';
import { ${pascal}Document } from '../../api/generated/graphql.ts';

/** /${kebab} */
export function ${pascal}Page() {
  return (
    <section>
      <Title order={1}>${title}</Title>
      <Content />
    </section>
  );
}

function Content() {
  const [{ data, error }] = useQuery({ query: ${pascal}Document });
  if (error) return <Alert color="red">${title} could not be loaded. Reload the page.</Alert>;
  if (!data) return <Skeleton height="var(--empty-height)" />;
  if (data.downloads.nodes.length === 0) return <Text>There is nothing to show yet.</Text>;
  return (
    <ul>
      {data.downloads.nodes.map((row) => (
        <li key={row.id}>{row.name}</li>
      ))}
    </ul>
  );
}
`,
      ),
      newFile(
        tree,
        `${folder}/${kebab}-page.test.tsx`,
        `// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildDownload, buildDownloads } from '../../../test/build-rows.ts';
import { renderPage } from '../../../test/render-page.tsx';

describe('the ${kebab} screen', () => {
  it('lists the rows', async () => {
    renderPage({ path: '${kebab}', answers: { ${pascal}: () => buildDownloads(buildDownload({ id: 'd1', name: 'orders' })) } });
    expect(await screen.findByText('orders')).toBeDefined();
  });

  it('says when there are no rows', async () => {
    renderPage({ path: '${kebab}', answers: { ${pascal}: () => buildDownloads() } });
    expect(await screen.findByText('There is nothing to show yet.')).toBeDefined();
  });
});
`,
      ),
      insertBefore(
        tree,
        SCREENS,
        '];\n\nexport const PUBLIC_SCREENS',
        `  {
    path: '${kebab}',
    title: '${title}',
    permission: 'view',
    navigation: { group: '${title}', icon: IconListDetails },
    load: async () => (await import('./screens/${kebab}/${kebab}-page.tsx')).${pascal}Page,
  },
`,
      ),
    ]);
  },
};
