import { connectorScaffold } from './connector.ts';
import { featureScaffold } from './feature.ts';
import { keyTypeScaffold } from './key-type.ts';
import { keywordScaffold } from './keyword.ts';
import type { Scaffold } from './scaffold.ts';
import { screenScaffold } from './screen.ts';

/** Everything that `npm run new` writes. */
export const SCAFFOLDS: readonly Scaffold[] = [
  keyTypeScaffold,
  connectorScaffold,
  screenScaffold,
  featureScaffold,
  keywordScaffold,
];
