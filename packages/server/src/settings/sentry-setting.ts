import { z } from 'zod';

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

export const SENTRY_SETTINGS = {
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
