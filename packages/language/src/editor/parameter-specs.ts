import type { Catalog, ConnectorSpec, ParameterSpec } from '@switchboard/model/catalog';
import { DOWNLOAD_PARAMETERS } from '../parameters/download.ts';
import { MEMBER_PARAMETERS } from '../parameters/member.ts';
import { UPLOAD_PARAMETERS } from '../parameters/upload.ts';
import type { BlockPlace } from './context/blocks.ts';

/** A parameter that a block takes; `own` when its connector describes it. */
export type BlockParameter = { readonly spec: ParameterSpec; readonly own: boolean };

/** The connector that a text of `type` names: `name` or `name:report`. */
export function connectorOf(type: string | null, catalog: Catalog): ConnectorSpec | undefined {
  const [name = ''] = (type ?? '').split(':', 1);
  return catalog.connectors.find((connector) => connector.name === name);
}

/** The parameters that a block takes, those of its connector first. */
export function parametersOf(
  { side, test, type }: Pick<BlockPlace, 'side' | 'test' | 'type'>,
  catalog: Catalog,
): BlockParameter[] {
  if (side === 'member') return MEMBER_PARAMETERS.map((spec) => ({ spec, own: true }));
  const connector = connectorOf(type, catalog);
  const own = connector?.[side]?.parameters ?? [];
  const common = side === 'source' ? DOWNLOAD_PARAMETERS : UPLOAD_PARAMETERS;
  const usable = common.filter(({ name }) => {
    if (own.some((each) => each.name === name)) return false;
    if (name === 'key' && connector && connector.keyTypes.length === 0) return false;
    return !test || ['key', 'mode', 'key_columns'].includes(name);
  });
  const asRequired = (spec: ParameterSpec): ParameterSpec =>
    spec.name === 'key' && connector?.keyRequired && !test ? { ...spec, required: true } : spec;
  return [
    ...own.map((spec) => ({ spec, own: true })),
    ...usable.map((spec) => ({ spec: asRequired(spec), own: false })),
  ];
}
