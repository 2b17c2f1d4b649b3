const PLACEHOLDER = /\{(\w+)\}/g;

/** A template with each `{field}` replaced by what `textOf` gives for it. */
export const fillKeyTemplate = (template: string, textOf: (field: string) => string): string =>
  template.replace(PLACEHOLDER, (_, field: string) => textOf(field));

/** The fields that a template names. */
export const fieldsOfTemplate = (template: string): readonly string[] =>
  [...template.matchAll(PLACEHOLDER)].map(([, field = '']) => field);
