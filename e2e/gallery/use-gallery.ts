import { beforeAll, expect, inject } from 'vitest';

/**
 * The origin of the gallery that all test files share.
 * The tests of the file start when it is built, since a page would not wait so long.
 */
export function useGallery(): string {
  const url = inject('galleryUrl');
  beforeAll(async () => {
    const { status } = await fetch(url);
    expect(status).toBe(200);
  });
  return url;
}
