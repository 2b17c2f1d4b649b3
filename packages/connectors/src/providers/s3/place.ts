import { fillTemplate } from '@switchboard/model';
import { isPlainPath } from '../../listing/match-files.ts';
import { readParameters } from '../../parameters/read-parameters.ts';
import type { DeliveryRequest, SourceRequest } from '../../spec.ts';

/** Where in a store: a bucket and what comes after it, without a slash in front. */
export type Place = { readonly bucket: string; readonly key: string };

type Named = Pick<DeliveryRequest | SourceRequest, 'name' | 'parameters'>;

/** The place that the parameter `path` names for a report date. Throws PARAMETER_INVALID. */
export function placeOf(request: Named, reportDate: string | null): Place {
  const { string, refuse } = readParameters(request.name, request.parameters);
  const path = fillTemplate(string('path') || refuse('path', 'is missing'), reportDate, { name: request.name });
  if (/\{[^{}]*\}/.test(path)) refuse('path', 'holds a token that cannot be filled in; there may be no report dates');
  return (
    readPlace(path) ?? refuse('path', 'must be s3://bucket/path, without empty, . or .. steps or a slash at the end')
  );
}

/** Reads s3://bucket/path; null when it is none. */
export function readPlace(path: string): Place | null {
  const match = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/([^/].*)$/s.exec(path);
  const [, bucket = '', key = ''] = match ?? [];
  return match !== null && isPlainPath(key) ? { bucket, key } : null;
}
