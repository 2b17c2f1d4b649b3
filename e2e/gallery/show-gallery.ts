import { serveGallery } from './serve-gallery.ts';

/** Serves the gallery until Ctrl-C. */
export async function showGallery(): Promise<void> {
  const gallery = await serveGallery();
  console.log(`Building the gallery, to be opened at ${gallery.url} …`);
  await fetch(gallery.url);
  console.log('Built. Ctrl-C ends it.');
  await new Promise((resolve) => process.once('SIGINT', resolve));
  await gallery.stop();
}
