import { connectorByName } from '@switchboard/connectors';
import type { DestinationContainer } from '@switchboard/model/catalog';
import { PipelineError } from '@switchboard/model/errors/errors';
import type { KeyValues } from '@switchboard/model/key-types/key-type';
import { readTestPlaces } from '@switchboard/model/key-types/test-places';
import { fillTemplate, type PlanUpload } from '@switchboard/model/plan';
import { exportFolder } from '../../settings/data-folders.ts';

const CONNECTORS = connectorByName();

/** Prefix of the absolute paths that a `file` destination may write to, wherever the data lies. */
export const ACCOUNT_FOLDER = new RegExp(`^(?=/).*?${exportFolder('/')}/[0-9a-f-]{36}/`);

/** Folder below the account's own to which test runs write files. */
const FILE_PLACES = ['tests'];

/** Where a test run writes: the container by the names of a key's test places, and the object in it. */
export type TestWrite = { readonly container: string; readonly object: string };

/**
 * Where a test run writes with these parameters, once that is known to be a place where test runs may write: one of the test places of
 * its key, and for files of the account's folder the folder `tests`.
 * @param upload with the parameters of its test block
 * @throws PipelineError TEST_PLACE_NOT_ALLOWED, PARAMETER_INVALID
 */
export function checkTestPlace(
  upload: PlanUpload,
  reportDate: string | null,
  key: { readonly name: string; readonly properties: KeyValues } | null,
): TestWrite {
  const { name, connector } = upload;
  const spec = CONNECTORS.get(connector)?.spec.destination;
  const container = spec?.container;
  if (container === undefined) throw notAllowed(upload, connector, key?.name ?? connector, []);
  const textOf = (parameter: string): string => {
    const described = spec?.parameters.find((each) => each.name === parameter);
    const given = upload.parameters[parameter] ?? described?.default;
    if (typeof given !== 'string') return '';
    const filled = described?.syntax === 'template' ? fillTemplate(given, reportDate, { name }) : given;
    return connector === 'file' ? filled.replace(ACCOUNT_FOLDER, '') : filled.replace(/^[a-z0-9]+:\/\//, '');
  };
  const last = container.parameters.at(-1) ?? '';
  if (textOf(last) === '') throw invalid(upload, last, 'must be given in the test block, so that its place is known');
  const given = container.parameters.map(textOf).filter((text) => text !== '');
  const place = given.join('.');
  const write = { container: place, object: container.object === undefined ? '' : textOf(container.object) };
  if (spec !== undefined && key === null) {
    if (!covers(container, FILE_PLACES, place))
      throw invalid(upload, last, `names ${place}, but test runs write files only below tests/`);
    return write;
  }
  const places = readTestPlaces(key?.properties ?? {});
  if (!covers(container, places, place))
    throw notAllowed(upload, `the ${container.noun} ${place}`, key?.name ?? '', places);
  for (const { noun, parameter, coveredBy } of container.staging ?? []) {
    const staged = textOf(parameter);
    if (staged === '') throw invalid(upload, parameter, 'must be given, so that its place is known');
    const written = coveredBy === 'folder' ? `${staged.replace(/\/+$/, '')}/rows` : staged;
    if (!covers({ coveredBy }, places, written))
      throw notAllowed(upload, `the ${noun} ${staged}`, key?.name ?? '', places);
  }
  return write;
}

/** Whether one of the places covers what is written. A folder covers what lies below it by a path without detours. */
function covers(
  { coveredBy }: Pick<DestinationContainer, 'coveredBy'>,
  places: readonly string[],
  written: string,
): boolean {
  return places.some((listed) => {
    const place = listed.replace(/^[a-z0-9]+:\/\//, '');
    if (coveredBy === 'name') return place === written;
    if (coveredBy === 'prefix') return written.startsWith(place);
    const folder = place.replace(/\/+$/, '');
    return folder !== '' && isPlain(written) && written.startsWith(`${folder}/`);
  });
}

const isPlain = (path: string): boolean =>
  path
    .replace(/^\//, '')
    .split('/')
    .every((step) => step !== '' && step !== '.' && step !== '..');

const invalid = ({ name }: PlanUpload, parameter: string, reason: string): PipelineError =>
  new PipelineError('PARAMETER_INVALID', { name, parameter, reason });

function notAllowed({ name }: PlanUpload, place: string, key: string, places: readonly string[]): PipelineError {
  const allowed = places.length === 0 ? 'none' : places.join(', ');
  return new PipelineError('TEST_PLACE_NOT_ALLOWED', { name, place, key, allowed });
}
