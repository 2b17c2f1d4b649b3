import { createRoot } from 'react-dom/client';
import { guardMarkup } from './lib/trusted-types.ts';
import { Application } from './shell/application.tsx';
import { ConsoleRoutes } from './shell/routes.tsx';
import { screenAt } from './shell/screen-at.ts';

guardMarkup();
const root = document.querySelector('#root');
if (root === null) throw new Error('index.html has no #root element.');
// Loads the code of the first screen while the person is signed in. Its route reports a failure.
screenAt(location.pathname)
  ?.load()
  .catch(() => undefined);
createRoot(root).render(
  <Application>
    <ConsoleRoutes />
  </Application>,
);
