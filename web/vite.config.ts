/// <reference types="vitest/config" />
import { defineConfig } from 'vite';
import { rules } from './rules';

export default defineConfig({
  plugins: [rules()],
  esbuild: { jsx: 'automatic', jsxImportSource: 'preact' },
  build: {
    outDir: 'dist',
    assetsDir: 'assets',
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // A page that is a dozen small files takes a dozen requests.
    rollupOptions: {
      output: {
        experimentalMinChunkSize: 8_000,
        // Boards, and the seats of people that share this with them, would else be merged with pages.
        manualChunks: (id) => (id.includes('/src/games/board/') ? 'board' : undefined),
      },
    },
  },
  server: {
    proxy: { '/api': { target: 'http://localhost:8080', ws: true }, '/viewers': 'http://localhost:8080' },
    fs: { allow: ['.', '../docs/rules'] },
  },
  test: {
    environment: 'node',
    pool: 'threads',
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // The same order everywhere: by itself it depends on how long the files took here the last time.
    sequence: { shuffle: true, seed: 1 },
    projects: [
      // Files share their modules and their page: making these anew for each takes longer than all tests.
      { extends: true, test: { name: 'functions', include: ['src/**/*.test.ts'], isolate: false } },
      { extends: true, test: { name: 'components', include: ['src/**/*.test.tsx'], isolate: false } },
    ],
  },
});
