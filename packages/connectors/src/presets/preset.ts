import type { ConnectorSpec } from '@switchboard/model/catalog';
import type { PlanValue } from '@switchboard/model/plan';
import { type Description, defineParameters } from '../parameters/define-parameters.ts';
import { holdsDate } from '../providers/http/date-tokens.ts';

/** Settings of the `http` source, in whose texts `{parameter}` and `{key.field}` stand for values; see `fill-settings.ts`. */
export type PresetSettings = { readonly [parameter: string]: PlanValue };

/** A provider's report API: parameters of its own, and what they make of those of `http`. */
export type Preset = {
  readonly name: string;
  readonly displayName: string;
  readonly keyTypes: readonly string[];
  /** The provider's page from which it was written. */
  readonly documentation: string;
  readonly parameters: Readonly<Record<string, Description>>;
  readonly settings: PresetSettings;
};

/** A required text. */
export const text = (doc: string): Description => ({ type: 'string', required: true, doc });
/** A text that may be left out. */
export const optional = (doc: string): Description => ({ type: 'string', doc });
/** A text with a default. */
export const withDefault = (value: string, doc: string): Description => ({ type: 'string', default: value, doc });
/** A required list of texts. */
export const list = (doc: string): Description => ({ type: 'strings', required: true, single: true, doc });
/** A list of texts that may be left out. */
export const optionalList = (doc: string): Description => ({ type: 'strings', single: true, doc });
/** One of some texts, the first by default. */
export const choice = (allowed: readonly string[], doc: string): Description => ({
  type: 'string',
  default: allowed[0] ?? '',
  allowed,
  doc,
});

/** Parameters that a preset has because of how its reports are fetched. */
function commonParameters({ paging, async }: PresetSettings): Readonly<Record<string, Description>> {
  return {
    ...(paging === undefined
      ? {}
      : {
          max_pages: {
            type: 'integer',
            default: 1000,
            minimum: 1,
            maximum: 100_000,
            doc: 'The report fails when it has more pages.',
          } as const,
        }),
    ...(async === undefined
      ? {}
      : {
          give_up_minutes: {
            type: 'integer',
            default: 720,
            minimum: 1,
            maximum: 10_080,
            doc: 'Minutes after which a report that is still not ready counts as failed.',
          } as const,
        }),
  };
}

/** Every parameter of a preset. */
export const parametersOf = ({ parameters, settings }: Preset) =>
  defineParameters({ ...parameters, ...commonParameters(settings) });

/** The settings of a preset, with those of its common parameters. */
export const settingsOf = ({ settings }: Preset): PresetSettings => ({
  ...settings,
  ...Object.fromEntries(Object.keys(commonParameters(settings)).map((name) => [name, `{${name}}`])),
});

/** The specification of a preset for compiler, editor and reference. */
export function presetSpec(preset: Preset): ConnectorSpec {
  const { name, displayName, keyTypes, documentation, settings } = preset;
  return {
    name,
    displayName,
    keyTypes,
    keyRequired: true,
    documentation,
    source: {
      parameters: parametersOf(preset).specs,
      ...(holdsDate(JSON.stringify(settings)) ? { isDated: true } : {}),
    },
  };
}
