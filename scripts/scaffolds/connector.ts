import { insertBefore, newFiles, type Scaffold } from './scaffold.ts';

const SERVERS = 'scripts/reference/connector-servers.ts';

/** A connector with a source: its specification, its source, an example for the contract suite, its test, and the server of its tests. */
export const connectorScaffold: Scaffold = {
  kind: 'connector',
  doc: 'a provider in packages/connectors/src/providers: specification, source, harness and test',
  write: (name, tree) =>
    new Map([
      ...newFiles(tree, 'connector', name),
      insertBefore(
        tree,
        SERVERS,
        '  sftp: {\n',
        `  ${name.snake}: {
    server: 'a stand-in of ours',
    others: [],
    without: { 'wrong-key': 'not tested yet', missing: 'not tested yet', denied: 'not tested yet' },
  },
`,
      ),
    ]),
};
