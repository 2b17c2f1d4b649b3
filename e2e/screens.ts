import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { launchBrowser } from './browser.ts';
import { serveGallery } from './gallery/serve-gallery.ts';
import { startNetwork } from './network.ts';
import { createEmptyAccount } from './people/empty-account.ts';
import { takePictures } from './pictures.ts';
import { startProduct } from './product.ts';
import { holdRestatement, restateUploads } from './restated-month.ts';

/** Restatements in the pictures. */
const RESTATED = 6;
/** Ignored by git. */
const FOLDER = join(import.meta.dirname, '..', 'screens');

/**
 * Takes pictures of the console on the demo, into the folder `screens`. Arguments are the beginnings of file names, such as
 * `downloads` or `incidents-dark-400`: then only these are taken again.
 */
async function main(beginnings: readonly string[]): Promise<void> {
  const isWanted = (file: string): boolean =>
    beginnings.length === 0 || beginnings.some((beginning) => file.startsWith(beginning));
  const [product, gallery, browser, network] = await Promise.all([
    startProduct({ days: 12 }),
    serveGallery(),
    launchBrowser(),
    startNetwork(),
  ]);
  try {
    await createEmptyAccount(product.dataDir);
    await restateUploads(product.dataDir, 'acme', RESTATED);
    await holdRestatement(product.dataDir, 'acme', '');
    mkdirSync(FOLDER, { recursive: true });
    for (const file of readdirSync(FOLDER)) if (file.endsWith('.png') && isWanted(file)) rmSync(join(FOLDER, file));
    await takePictures({ product, gallery, browser, network, folder: FOLDER, isWanted });
  } finally {
    await browser.close();
    await network.close();
    await gallery.stop();
    await product.stop();
  }
}

await main(process.argv.slice(2));
