import { fillTemplate, type Parameters } from '@switchboard/model/plan';
import { readParameters } from '../parameters/read-parameters.ts';
import { isPlainPath } from './match-files.ts';

/** Where in a store: a bucket and what comes after it, without a slash in front. */
export type ObjectPlace = { readonly bucket: string; readonly key: string };

type Named = { readonly name: string; readonly parameters: Parameters };

/** Reads places such as s3://bucket/path. `bucket` is the source of a regular expression, `noun` the word of the store for it. */
export function objectPlaces(scheme: string, bucket: string, noun = 'bucket') {
  const form = new RegExp(`^${scheme}://(${bucket})/([^/].*)$`, 's');

  /** Reads an address of the scheme; null when it is none. */
  const readPlace = (path: string): ObjectPlace | null => {
    const match = form.exec(path);
    const [, name = '', key = ''] = match ?? [];
    return match !== null && isPlainPath(key) ? { bucket: name, key } : null;
  };

  /** The place that the parameter `path` names for a report date. Throws PARAMETER_INVALID. */
  const placeOf = (request: Named, reportDate: string | null): ObjectPlace => {
    const { string, refuse } = readParameters(request.name, request.parameters);
    const path = fillTemplate(string('path') || refuse('path', 'is missing'), reportDate, { name: request.name });
    if (/\{[^{}]*\}/.test(path)) refuse('path', 'holds a token that cannot be filled in; there may be no report dates');
    return (
      readPlace(path) ??
      refuse('path', `must be ${scheme}://${noun}/path, without empty, . or .. steps or a slash at the end`)
    );
  };
  return { readPlace, placeOf };
}
