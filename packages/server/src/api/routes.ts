import type { FastifyInstance } from 'fastify';
import { type AccountExportOptions, accountExportRoutes } from '../features/accounts/rest-export.ts';
import { exportRoutes } from '../features/exports/rest.ts';
import type { FileRouteOptions } from '../features/files/file-access.ts';
import { fileRoutes } from '../features/files/rest.ts';
import { importedFileRoutes } from '../features/imported-files/rest.ts';
import { SCIM_PATH, type ScimRouteOptions, scimRoutes } from '../features/scim/rest.ts';
import { type SignInRouteOptions, signInRoutes } from '../features/sign-ins/rest.ts';
import { uploadRoutes } from '../features/transfers/uploads/rest.ts';
import { userDataRoutes } from '../features/users/rest-data.ts';

/** Every feature's calls besides GraphQL: for files, and for browsers that return from a provider. */
export async function featureRoutes(
  app: FastifyInstance,
  options: FileRouteOptions & AccountExportOptions & SignInRouteOptions & ScimRouteOptions,
): Promise<void> {
  await app.register(signInRoutes, options);
  await app.register(scimRoutes, { ...options, prefix: SCIM_PATH });
  await app.register(accountExportRoutes, options);
  await app.register(userDataRoutes, options);
  for (const routes of [exportRoutes, fileRoutes, importedFileRoutes, uploadRoutes])
    await app.register(routes, options);
}
