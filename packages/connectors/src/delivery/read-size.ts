/** The size of one read. Small reads dominate the running time. */
const READ_BYTES = 1024 ** 2;

/** How much of a file is best read at once: room that it does not need would only be work for the garbage collector. */
export const readSize = (fileBytes: number): number => Math.min(READ_BYTES, Math.max(fileBytes, 1));
