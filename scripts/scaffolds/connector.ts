import { newFiles, type Scaffold } from './scaffold.ts';

/** A connector with a source: its specification, its source, an example for the contract suite, its test. */
export const connectorScaffold: Scaffold = {
  kind: 'connector',
  doc: 'a provider in packages/connectors/src/providers: specification, source, harness and test',
  write: (name, tree) => new Map(newFiles(tree, 'connector', name)),
};
