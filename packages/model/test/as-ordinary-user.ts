const UNPRIVILEGED_UID = 65_534;

/** Runs a task with the file permissions of an unprivileged user, because root's bypass every check. */
export async function asOrdinaryUser(task: () => Promise<void>): Promise<void> {
  const own = process.geteuid?.();
  if (own === 0) process.seteuid?.(UNPRIVILEGED_UID);
  try {
    await task();
  } finally {
    if (own === 0) process.seteuid?.(own);
  }
}
