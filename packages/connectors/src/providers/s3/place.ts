import { fillTemplate, PipelineError } from '@switchboard/model';
import { readParameters } from '../../fields.ts';
import { isPlainPath } from '../../listing/match-files.ts';
import type { DeliveryRequest, SourceRequest } from '../../spec.ts';

/** Where in a store: a bucket and what comes after it, without a slash in front. */
export type Place = { readonly bucket: string; readonly key: string };

/** The place that the parameter `path` names for the report date. Throws PARAMETER_INVALID. */
export function placeOf(request: DeliveryRequest | SourceRequest): Place {
  const read = readParameters(request.name, request.parameters);
  const path = fillTemplate(read.requiredText('path'), request.reportDate, { name: request.name });
  if (/\{[^{}]*\}/.test(path))
    throw new PipelineError('PARAMETER_INVALID', {
      name: request.name,
      parameter: 'path',
      reason: 'holds a token that cannot be filled in; there may be no report dates',
    });
  const match = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/([^/].*)$/.exec(path);
  const [, bucket = '', key = ''] = match ?? [];
  return match !== null && isPlainPath(key)
    ? { bucket, key }
    : read.refuse('path', 'has to be s3://bucket/path, without empty, . or .. steps');
}
