import { PipelineError } from '@switchboard/model/errors/errors';
import { findKeyType } from '@switchboard/model/key-types/key-types';
import type { PlanValue } from '@switchboard/model/plan';
import { fetchReports } from '../providers/http/source.ts';
import type { KeyProperties, SourceConnector, SourceRequest } from '../spec.ts';
import { fillSettings, namesIn } from './fill-settings.ts';
import { type Preset, parametersOf, settingsOf } from './preset.ts';
import { PRESETS } from './presets.ts';

/** The source of the preset `name`: the `http` source with the preset's settings. */
export function presetSource(name: string): SourceConnector {
  const preset = PRESETS.find((each) => each.name === name);
  if (preset === undefined) throw new Error(`There is no preset ${name}.`);
  return {
    fetch: async (request, context) =>
      fetchReports(httpRequest(preset, request), context, placeParts(preset, request.key?.name ?? '')),
  };
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

/** The inputs of a preset's addresses: its parameters, and fields of the key. A person can correct nothing else of them. */
function placeParts(preset: Preset, key: string): string {
  const { url = '', status_url: statusUrl = '' } = preset.settings;
  const own = new Set(parametersOf(preset).specs.map(({ name }) => name));
  const names = [...new Set(namesIn(JSON.stringify([url, statusUrl])))];
  const fields = names.filter((name) => name.startsWith('key.')).map((name) => name.slice('key.'.length));
  const parameters = names.filter((name) => own.has(name));
  const parts = [
    ...(parameters.length === 0
      ? []
      : [`${parameters.length === 1 ? 'the parameter' : 'the parameters'} ${joined(parameters)}`]),
    ...(fields.length === 0 ? [] : [`${joined(fields)} of the key ${key}`]),
  ];
  return parts.length === 0 ? 'the parameters' : parts.join(', and ');
}

const joined = (names: readonly string[]): string =>
  [names.slice(0, -1).join(', '), names.at(-1)].filter((part) => part !== '').join(' and ');

/** The fields of a key that are no secrets, such as the host of an account. */
function shownFieldsOf({ type, properties }: KeyProperties): readonly (readonly [string, PlanValue | undefined])[] {
  return (findKeyType(type)?.fields ?? [])
    .filter(({ secret }) => secret !== true)
    .map((field) => {
      const given = properties[field.name] ?? undefined;
      return [`key.${field.name}`, given ?? ('default' in field ? field.default : undefined)] as const;
    });
}
