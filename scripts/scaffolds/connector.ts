import { newFiles, type Scaffold } from './scaffold.ts';

/** A connector with a source: its specification, its source, a harness with an example and the server of its tests, and its test. */
export const connectorScaffold: Scaffold = {
  kind: 'connector',
  doc: 'a provider in packages/connectors/src/providers: specification, source, harness and test',
  write: (name, tree) => new Map(newFiles(tree, 'connector', name)),
};
