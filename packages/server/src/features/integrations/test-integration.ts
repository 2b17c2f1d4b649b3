import type { IntegrationProblem, IntegrationValues } from '@switchboard/model/integrations/validate-integration';

const LONGEST_SCHEMA_TEXT = 10;
const UNREACHABLE = 'unreachable';
const IMPOSSIBLE_COLOR = 'blue';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Returns every problem of a test integration that a form can display. */
export function testProblems(
  authorization: IntegrationValues,
  configuration: IntegrationValues,
): readonly IntegrationProblem[] {
  const problems: IntegrationProblem[] = [];
  const add = (name: string, message: string): void => void problems.push({ path: `configuration.${name}`, message });
  if (textOf(configuration['schema_validated']).length > LONGEST_SCHEMA_TEXT)
    add('schema_validated', `Enter at most ${LONGEST_SCHEMA_TEXT} characters.`);
  if (configuration['denied'] === true) add('denied', 'This is always denied. Switch it off.');
  const semantic = textOf(configuration['semantically_validated']);
  if (semantic !== '' && semantic === textOf(authorization['name']))
    add('semantically_validated', 'Must differ from the name.');
  const formError = textOf(configuration['form_error']);
  if (formError !== '') problems.push({ path: null, message: formError });
  return problems;
}

/** The configuration as it is shown: each item with what is wrong with it, if anything is. */
export function withItemErrors(configuration: IntegrationValues): IntegrationValues {
  const { items } = configuration;
  if (!Array.isArray(items)) return configuration;
  return {
    ...configuration,
    items: items.map((item: IntegrationValues) =>
      textOf(item['color']).toLowerCase() === IMPOSSIBLE_COLOR
        ? { ...item, error: `No ${textOf(item['fruit'])} is ${textOf(item['color'])}.` }
        : item,
    ),
  };
}

/** Whether a saved test integration shows an error of its operation. */
export function hasOperationErrors(configuration: IntegrationValues): boolean {
  const items = withItemErrors(configuration)['items'];
  return (
    textOf(configuration['op_error']) !== '' ||
    textOf(configuration['op_form_error']) !== '' ||
    (Array.isArray(items) && items.some((item: IntegrationValues) => 'error' in item))
  );
}

/** Returns the problem of a filter of a test integration at run time; null when it has none. */
export const testFilterProblem = (configuration: IntegrationValues): string | null =>
  textOf(configuration['name']) === UNREACHABLE ? `${UNREACHABLE} cannot be reached.` : null;
