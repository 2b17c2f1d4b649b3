/** Settings of an account that has the defaults of the installation. */
export const DEFAULT_ACCOUNT = {
  showDownloadSummary: true,
  queueWeight: 1,
  runningLimit: null,
  keyRunningLimit: null,
  requiresApproval: false,
} as const;
