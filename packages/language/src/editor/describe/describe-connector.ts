import type { ConnectorSpec } from '@switchboard/model/catalog';
import type { MarkupContent } from 'vscode-languageserver-types';
import { listKeyTypes } from '../../parameters/list-key-types.ts';
import { code, markdown, prose } from './markdown.ts';

/** The description of a connector and its parameters. */
export function describeConnector(connector: ConnectorSpec): MarkupContent {
  const { displayName, deprecated, replacement, keyTypes, keyRequired, documentation, source, destination } = connector;
  const does = [source && 'downloads', destination && 'uploads'].filter((each) => each !== undefined);
  const instead = replacement === undefined ? '' : `: use ${code(replacement)}`;
  const kinds = listKeyTypes(keyTypes, code);
  return markdown(
    `${prose(displayName)}, for ${does.join(' and ')}`,
    deprecated && `**Deprecated**${instead}`,
    keyTypes.length > 0 && `${keyRequired ? 'Needs' : 'May have'} a key of type ${kinds}`,
    documentation !== undefined && `[Documentation of the provider](${documentation})`,
  );
}
