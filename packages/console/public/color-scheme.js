// Sets the colour scheme before the first paint, so that a dark page never flashes white.
// A file of its own because the Content-Security-Policy allows no inline script.
(() => {
  let mode = 'auto';
  try {
    mode = localStorage.getItem('switchboard.mode') ?? 'auto';
  } catch {
    // Storage may be switched off: follow the system.
  }
  const dark = mode === 'dark' || (mode !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
