/** Builders for tests, fault programs and measurements of this and other packages. */
export { type BuiltAccount, buildAccount, buildDownload, buildDraft } from './build-account.ts';
export { buildSource, buildUpload } from './build-plan.ts';
export { createDatabase } from './database.ts';
export { ask, type GraphqlServer, startGraphqlServer } from './graphql-server.ts';
export { createHttpBrowser, signInByForm } from './http-browser.ts';
export { addPerson } from './people.ts';
export { SERVER_PROGRAM } from './start-process.ts';
export { csvAnswer, type RunningWork, type SourceAnswer, startWork, type WorkOptions } from './start-work.ts';
