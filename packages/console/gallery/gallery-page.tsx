import { Link, useSearchParams } from 'react-router';
import { TipLayer } from '../src/ui/page/tip-layer.tsx';
import styles from './gallery.module.css';
import { CANVAS_TRIALS, GALLERY_PARTS, POPUP_ANSWER } from './gallery-parts.ts';
import { InputSpecimens } from './input-specimens.tsx';
import { LayerSpecimens } from './layer-specimens.tsx';
import { PlainTrial, TableTrial } from './scroll-trial.tsx';
import { StatusSpecimens } from './status-specimens.tsx';
import { TableSpecimens } from './table-specimens.tsx';

const MAX_ROWS = 100_000;
/**
 * Every piece of the console's kit in every state, with ?part=forms those of one part. With ?rows=10000 one long
 * list, with &plain as bare text.
 */
export function GalleryPage() {
  const [search] = useSearchParams();
  const count = Math.min(MAX_ROWS, Number(search.get('rows')));
  if (count > 0) return search.has('plain') ? <PlainTrial count={count} /> : <TableTrial count={count} />;
  const part = search.get('part') ?? '';
  const trial = CANVAS_TRIALS.find(({ name }) => name === part);
  if (trial !== undefined) return <trial.Content />;
  const found = [...GALLERY_PARTS, POPUP_ANSWER].find(({ name }) => name === part);
  return (
    <main className={styles['page']}>
      <header className={styles['head']}>
        <h1>Gallery</h1>
        <p>Every piece of which the console is built, in every state. Nothing here belongs to an account.</p>
        <nav className={styles['parts']} aria-label="Parts of the gallery">
          {[{ name: '', title: 'Lists' }, ...GALLERY_PARTS].map(({ name, title }) => (
            <Link
              key={name}
              to={name === '' ? '/' : `/?part=${name}`}
              aria-current={name === part ? 'page' : undefined}
              className={styles['partLink'] ?? ''}
            >
              {title}
            </Link>
          ))}
        </nav>
      </header>
      {found === undefined ? (
        <>
          <StatusSpecimens />
          <TableSpecimens />
          <InputSpecimens />
          <LayerSpecimens />
        </>
      ) : (
        <found.Content />
      )}
      <TipLayer />
    </main>
  );
}
