import { z } from 'zod';
import { address, list } from './setting-schemas.ts';

/** Where reports of errors go. */
export type Dsn = {
  /** Address of the envelopes. */
  readonly url: string;
  /** `host:port`, as the egress names it. */
  readonly host: string;
  readonly key: string;
};

/** The parts of a DSN, as Sentry shows it: `https://KEY@HOST/PROJECT`, perhaps with a path before the project. Null for another text. */
function dsnOf(text: string): Dsn | null {
  const url = URL.parse(text);
  const [, path = '', project] = /^(.*)\/(\d+)$/.exec(url?.pathname ?? '') ?? [];
  if (url === null || !/^https?:$/.test(url.protocol) || !/^\w+$/.test(url.username) || project === undefined)
    return null;
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return {
    url: `${url.origin}${path}/api/${project}/envelope/`,
    host: `${url.hostname}:${port}`,
    key: url.username,
  };
}

/** Where traces go, and how many; and errors of the console. */
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
  SENTRY_DSN: {
    doc: 'DSN of a project of Sentry, or of what takes its envelopes: every error that the console reports is sent there by the server, with the steps before it. Without it they stay in the log, the metrics and the traces.',
    fallback: '',
    schema: z.string().transform((text, context) => {
      const dsn = dsnOf(text);
      if (dsn === null) context.addIssue({ code: 'custom', message: 'must be an address such as https://KEY@HOST/1' });
      return dsn ?? z.NEVER;
    }),
  },
} as const;
