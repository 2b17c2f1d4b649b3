import { CONNECTORS } from '@switchboard/connectors';
import { DOWNLOAD_PARAMETERS, UPLOAD_PARAMETERS } from '@switchboard/language';
import { MEMBER_PARAMETERS } from '@switchboard/language/member-parameters';
import { code, page } from '../markdown.ts';
import { parameterTable } from '../parameter-table.ts';

/** Parameters of downloads, uploads and the tables of bundles, in general and for each connector. */
export function parametersPage(): string {
  const sources = CONNECTORS.flatMap(({ spec: { name, displayName, source } }) =>
    source ? [`### From ${displayName}`, `${code(`type: "${name}"`)}`, tableOf(source.parameters)] : [],
  );
  const destinations = CONNECTORS.flatMap(({ spec: { name, displayName, destination } }) =>
    destination
      ? [
          `### To ${displayName}`,
          `${code(`type: "${name}"`)}, with the modes ${destination.modes.map(code).join(', ')}`,
          tableOf(destination.parameters),
        ]
      : [],
  );
  return page(
    'Parameters',
    'A block of parameters is written in braces, each as `name: value;`. A value is a string, a number, `true`, `false`, `null`, a list `[a, b]`, or a ' +
      'block of its own. Which keys a connector takes: [connectors](../connectors.md).',
    '## Downloads',
    'Without a parameter of the schedule, a download runs once a day at 06:00 in its timezone, for the day before.',
    parameterTable(DOWNLOAD_PARAMETERS),
    ...sources,
    '## Tables of a bundle',
    parameterTable(MEMBER_PARAMETERS),
    '## Uploads',
    parameterTable(UPLOAD_PARAMETERS),
    ...destinations,
  );
}

function tableOf(parameters: Parameters<typeof parameterTable>[0]): string {
  return parameters.length === 0 ? 'It takes no parameters of its own.' : parameterTable(parameters);
}
