import { defineConfig } from 'vite';

// The board alone, for looking at it and for measuring it: npx vite build -c vite.lab.config.ts --outDir DIR
export default defineConfig({
  base: './',
  publicDir: false,
  build: { rollupOptions: { input: 'board-lab.html' }, emptyOutDir: true, assetsInlineLimit: 0 },
});
