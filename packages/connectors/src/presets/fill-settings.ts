import type { PlanValue } from '@switchboard/model/plan';
import type { PresetSettings } from './preset.ts';

/** Values by name. A name that is unknown stays as it is, and what names an undefined one is left out. */
export type SettingValues = ReadonlyMap<string, PlanValue | undefined>;

const PLACEHOLDER = /\{([a-z][a-z0-9_.]*)(:json)?\}/g;

/**
 * Settings with their values filled in. A text that is one placeholder becomes the value itself; in a longer text a list is
 * separated by commas, and `{name:json}` is JSON. Within a list, an item that names a list is repeated for each of its elements.
 * Text in `[[…]]` is left out when a value in it is undefined, instead of all. In addresses, values are encoded.
 */
export function fillSettings(settings: PresetSettings, values: SettingValues): PresetSettings {
  return Object.fromEntries(
    Object.entries(settings).flatMap(([name, value]) => {
      const isAddress = name === 'url' || name === 'status_url' || name === 'download_url';
      const filled = fill(value, values, isAddress ? encodeURIComponent : String);
      return filled === undefined ? [] : [[name, filled] as const];
    }),
  );
}

type Encode = (value: string) => string;

function fill(value: PlanValue, values: SettingValues, encode: Encode): PlanValue | undefined {
  if (typeof value === 'string') return fillText(value, values, encode);
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) {
    const items = value.flatMap((item: PlanValue) => fillItem(item, values, encode));
    return items.length === 0 ? undefined : items;
  }
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, item]: [string, PlanValue]) => {
      const filled = fill(item, values, encode);
      return filled === undefined ? [] : [[name, filled] as const];
    }),
  );
}

function fillItem(item: PlanValue, values: SettingValues, encode: Encode): PlanValue[] {
  const repeated = namesIn(JSON.stringify(item)).find((name) => Array.isArray(values.get(name)));
  if (repeated === undefined) {
    const filled = fill(item, values, encode);
    return filled === undefined ? [] : [filled];
  }
  const elements = values.get(repeated) as readonly PlanValue[];
  return elements.flatMap((element) => fillItem(item, new Map([...values, [repeated, element]]), encode));
}

/** The names of placeholders in a text, also of those that are filled in later. */
export const namesIn = (text: string): readonly string[] =>
  [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name);

const OPTIONAL_PART = /\[\[(.*?)\]\]/g;

function fillText(template: string, values: SettingValues, encode: Encode): PlanValue | undefined {
  const isUndefined = (name: string): boolean => values.has(name) && values.get(name) === undefined;
  const text = template.replace(OPTIONAL_PART, (_, part: string) => (namesIn(part).some(isUndefined) ? '' : part));
  const names = namesIn(text).filter((name) => values.has(name));
  if (names.some(isUndefined)) return undefined;
  const [only] = names;
  const value = only === undefined ? undefined : values.get(only);
  if (value !== undefined && text === `{${only}}` && typeof value !== 'string' && !Array.isArray(value)) return value;
  return text.replace(PLACEHOLDER, (whole: string, name: string, json: string | undefined) => {
    const given = values.get(name);
    if (given === undefined) return whole;
    return json === undefined ? written(given, encode) : JSON.stringify(given);
  });
}

function written(value: PlanValue, encode: Encode): string {
  if (Array.isArray(value)) return value.map((item: PlanValue) => written(item, encode)).join(',');
  return encode(typeof value === 'string' ? value : JSON.stringify(value));
}
