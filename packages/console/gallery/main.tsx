import { createRoot } from 'react-dom/client';
import { guardMarkup } from '../src/lib/trusted-types.ts';
import { Application } from '../src/shell/application.tsx';
import { GalleryPage } from './gallery-page.tsx';

guardMarkup();
const root = document.querySelector('#root');
if (root === null) throw new Error('index.html has no #root element.');
createRoot(root).render(
  <Application>
    <GalleryPage />
  </Application>,
);
