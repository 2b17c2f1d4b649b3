// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
/** Types without an id: part of another, with no identity of their own. */
export const KEYLESS_TYPES: readonly string[] = ["Changes","ConflictError","DownloadConnection","DownloadHandle","DownloadProgress","EventConnection","FilterOptions","NotFoundError","PageInfo","Progress","ReportDatetime","SavedPreference","UploadConnection","UserPreferences"];
/** The members of each union and interface. */
export const POSSIBLE_TYPES: Record<string, string[]> = {"SaveDownloadResult":["ConflictError","Download","NotFoundError"],"SaveUploadResult":["ConflictError","NotFoundError","Upload"]};
