import { z } from 'zod';

/** The isolation of the processes that read customers' files, decode mails and run queries. */
export const SANDBOX_SETTINGS = {
  SANDBOX: {
    doc: 'What happens where this machine refuses a part of the sandbox of the processes that read customers’ files, decode mails and run queries: `best-effort` starts without it and logs which it is, `required` does not start. See docs/security.md.',
    fallback: 'best-effort',
    schema: z.enum(['required', 'best-effort'], 'must be required or best-effort'),
  },
} as const;
