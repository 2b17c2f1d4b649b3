import { Resolver } from 'node:dns';
import { z } from 'zod';

/** Addresses of DNS servers, none for those of this machine; null for `off`. */
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
