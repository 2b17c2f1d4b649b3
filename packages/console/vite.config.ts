import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const server = process.env['SWITCHBOARD_SERVER'] ?? 'http://127.0.0.1:3000';

/** The server's own paths, which the development server passes on. */
const SERVER_PATHS = ['/api', '/oidc', '/_heartbeat', '/console-settings.json'];

export default defineConfig({
  plugins: [react()],
  build: {
    target: 'es2024',
    // The Content-Security-Policy has no `data:` for scripts, styles or fonts.
    assetsInlineLimit: 0,
    sourcemap: true,
  },
  server: {
    host: '127.0.0.1',
    proxy: Object.fromEntries(SERVER_PATHS.map((path) => [path, { target: server }])),
  },
});
