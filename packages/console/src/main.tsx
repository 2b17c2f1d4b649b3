import { createRoot } from 'react-dom/client';

async function start(): Promise<void> {
  if (location.pathname === '/silent-callback') {
    const { finishSilentSignIn } = await import('./api/session/silent-callback.ts');
    await finishSilentSignIn();
    return;
  }
  const root = document.querySelector('#root');
  if (root === null) throw new Error('The page has no place for the console.');
  const [{ Application }, { ConsoleRoutes }] = await Promise.all([
    import('./shell/application.tsx'),
    import('./shell/routes.tsx'),
  ]);
  createRoot(root).render(
    <Application>
      <ConsoleRoutes />
    </Application>,
  );
}

void start();
