/** Builders for tests, fault programs and measurements of this and other packages. */

export type { Tables } from '../src/db/tables.generated.ts';
export { type BuiltAccount, buildAccount, readRows } from './build-account.ts';
export { buildSource, buildUpload } from './build-plan.ts';
export { copyDatabase, createDatabase } from './database.ts';
export { codeAt } from './factors.ts';
export { freePort } from './free-port.ts';
export { ask, type GraphqlServer, startGraphqlServer } from './graphql-server.ts';
export { createHttpBrowser, signInByForm } from './http-browser.ts';
export { keyToStore } from './key-to-store.ts';
export { addPerson } from './people.ts';
export { publishText } from './publish-text.ts';
export { SAML_KEYS } from './saml/saml-keys.ts';
export { startSamlIdp } from './saml/start-saml-idp.ts';
export { mountSmallDisk, type SmallDisk } from './small-disk.ts';
export { csvAnswer, type SourceAnswer, type SourceServer, startSourceServer } from './source-server.ts';
export { SERVER_PROGRAM } from './start-process.ts';
export { type RestoredWork, type RunningWork, startWork, type WorkOptions } from './start-work.ts';
