import type { FastifyInstance } from 'fastify';

export type Route = { readonly path: string; readonly methods: readonly string[] };

/** The routes of a server, from the prefix tree that its router prints. Each line has the part that it adds to its parent's path. */
export function routesOf(app: FastifyInstance): readonly Route[] {
  const prefixes: string[] = [];
  return app
    .printRoutes({ commonPrefix: true })
    .split('\n')
    .flatMap((line) => {
      const found = /^(.*?)[├└]── (\S+)(?: \(([A-Z, ]+)\))?/.exec(line);
      if (!found) return [];
      const depth = (found[1] ?? '').length / 4;
      prefixes.splice(depth, prefixes.length, `${prefixes[depth - 1] ?? ''}${found[2] ?? ''}`);
      return [{ path: prefixes[depth] ?? '', methods: found[3]?.split(', ') ?? [] }];
    });
}
