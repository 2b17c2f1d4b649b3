import type { ParameterSpec } from '@switchboard/model/catalog';

/** Parameters of every block that names a connector. */
export function connectorParameters(typeDoc: string): readonly ParameterSpec[] {
  return [
    { name: 'type', type: 'string', required: true, doc: typeDoc },
    { name: 'key', type: 'string', required: false, doc: 'The name of a stored key.' },
  ];
}
