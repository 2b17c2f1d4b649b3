import type { FastifyInstance } from 'fastify';
import { exportRoutes } from '../features/exports/rest.ts';
import type { FileRouteOptions } from '../features/files/file-access.ts';
import { fileRoutes } from '../features/files/rest.ts';
import { uploadRoutes } from '../features/uploads/rest.ts';

/** Every feature's REST calls for files. */
export async function featureRoutes(app: FastifyInstance, options: FileRouteOptions): Promise<void> {
  for (const routes of [exportRoutes, fileRoutes, uploadRoutes]) await app.register(routes, options);
}
