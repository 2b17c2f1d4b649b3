import { createRoot } from 'react-dom/client';

async function start(): Promise<void> {
  if (location.pathname === '/silent-callback') {
    const { finishSilentSignIn } = await import('./api/session/silent-callback.ts');
    await finishSilentSignIn();
    return;
  }
  const root = document.querySelector('#root');
  if (root === null) throw new Error('index.html has no #root element.');
  const [{ Application }, { ConsoleRoutes }, { PUBLIC_SCREENS }] = await Promise.all([
    import('./shell/application.tsx'),
    import('./shell/routes.tsx'),
    import('./screens.ts'),
  ]);
  // Loads the code of a sign-in screen while the settings are fetched.
  void PUBLIC_SCREENS.find((screen) => screen.path === location.pathname)?.load();
  createRoot(root).render(
    <Application>
      <ConsoleRoutes />
    </Application>,
  );
}

void start();
