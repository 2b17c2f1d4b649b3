import { z } from 'zod';
import { address, list } from './setting-schemas.ts';

/** Where traces go, and how many. */
export const TRACING_SETTINGS = {
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    doc: 'Base address of a collector that takes traces by OTLP over HTTP (`/v1/traces` below it). Without it nothing is traced.',
    fallback: '',
    schema: address('http', 'https'),
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    doc: 'Headers for that collector: `name=value`, separated by commas, values URL-encoded.',
    fallback: '',
    schema: list.pipe(z.array(z.string().regex(/^[\w-]+=[^\s]*$/, 'must be name=value pairs, separated by commas'))),
  },
  OTEL_SERVICE_NAME: {
    doc: 'Name that traces carry.',
    fallback: 'switchboard',
    schema: z.string().max(200, 'is too long'),
  },
  OTEL_TRACES_SAMPLER_ARG: {
    doc: 'Part of the traces that is kept, from 0 to 1. Requests of the console begin traces of their own, of which 0.4 are kept.',
    fallback: '1',
    schema: z
      .string()
      .regex(/^(0|1|0?\.\d+|1\.0+)$/, 'must be a number from 0 to 1')
      .transform(Number),
  },
} as const;
