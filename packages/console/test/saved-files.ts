import { onTestFinished, vi } from 'vitest';

export type SavedFile = { readonly name: string; readonly blob: Blob };

/** The files that the page saves until the test is over, oldest first. */
export function recordSavedFiles(): readonly SavedFile[] {
  const saved: SavedFile[] = [];
  const blobs = new Map<string, Blob>();
  // The address of a file is given up a minute after it was saved.
  vi.useFakeTimers({ toFake: ['setTimeout'], shouldAdvanceTime: true });
  const address = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    const url = `blob:${blobs.size}`;
    blobs.set(url, blob as Blob);
    return url;
  });
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const blob = blobs.get(this.href);
    if (blob === undefined) throw new Error(`The page follows ${this.href}, which is not a saved file.`);
    saved.push({ name: this.download, blob });
  });
  onTestFinished(() => {
    address.mockRestore();
    click.mockRestore();
    vi.useRealTimers();
  });
  return saved;
}
