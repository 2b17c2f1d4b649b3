/** The start page of an account. */
export function dashboardPath(urlName: string): string {
  return `/app/${encodeURIComponent(urlName)}/dashboard`;
}

/**
 * Where the console goes when no account is in the address, and after a 403: the dashboard of the default account, or the
 * root for a person without one.
 */
export function defaultPath(defaultUrlName: string | null): string {
  return defaultUrlName === null ? '/' : dashboardPath(defaultUrlName);
}
