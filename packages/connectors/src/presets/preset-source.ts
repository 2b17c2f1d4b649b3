import { findKeyType, PipelineError, type PlanValue } from '@switchboard/model';
import { source as http } from '../providers/http/source.ts';
import type { KeyProperties, SourceConnector, SourceRequest } from '../spec.ts';
import { fillSettings } from './fill-settings.ts';
import { type Preset, parametersOf, settingsOf } from './preset.ts';
import { PRESETS } from './presets.ts';

/** The source of the preset `name`: the `http` source with the preset's settings. */
export function presetSource(name: string): SourceConnector {
  const preset = PRESETS.find((each) => each.name === name);
  if (preset === undefined) throw new Error(`There is no preset ${name}.`);
  return { fetch: async (request, context) => http.fetch(httpRequest(preset, request), context) };
}

/** The request to `http` that a request to a preset stands for. Throws PARAMETER_INVALID and KEY_NOT_SUPPORTED. */
export function httpRequest(preset: Preset, request: SourceRequest): SourceRequest {
  const { key, name } = request;
  const described = parametersOf(preset);
  const { refuse: _, ...own } = described.read(name, request.parameters);
  if (key === null || !preset.keyTypes.includes(key.type)) {
    const reason = `${preset.name} needs a key of type ${preset.keyTypes.join(' or ')}`;
    throw new PipelineError('KEY_NOT_SUPPORTED', { key: key?.name ?? '(none)', reason });
  }
  const values = new Map<string, PlanValue | undefined>([
    ...described.specs.map((spec) => [spec.name, own[spec.name]] as [string, PlanValue | undefined]),
    ...shownFieldsOf(key),
  ]);
  const { timezone } = request.parameters;
  const parameters = fillSettings(settingsOf(preset), values);
  return { ...request, parameters: { ...parameters, ...(timezone === undefined ? {} : { timezone }) } };
}

/** The fields of a key that are no secrets, such as the host of an account. */
function shownFieldsOf({ type, properties }: KeyProperties): readonly (readonly [string, PlanValue | undefined])[] {
  return (findKeyType(type)?.fields ?? [])
    .filter(({ secret }) => secret !== true)
    .map((field) => {
      const given = properties[field.name] ?? undefined;
      return [`key.${field.name}`, given ?? ('default' in field ? field.default : undefined)] as const;
    });
}
