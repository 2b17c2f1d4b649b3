import { Resolver } from 'node:dns';
import { z } from 'zod';

/** Reads addresses of DNS servers: an empty list for `system`, the servers of this machine; null for `off`. */
export const dnsServers = z.string().transform((text, context): readonly string[] | null => {
  if (text === 'off') return null;
  if (text === 'system') return [];
  const servers = text.split(',').map((part) => part.trim());
  try {
    new Resolver().setServers(servers);
    return servers;
  } catch {
    context.addIssue({ code: 'custom', message: 'must be addresses of DNS servers, system or off' });
    return z.NEVER;
  }
});
