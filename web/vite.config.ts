/// <reference types="vitest/config" />
import { defineConfig } from 'vite';

export default defineConfig({
  esbuild: { jsx: 'automatic', jsxImportSource: 'preact' },
  build: {
    outDir: 'dist',
    assetsDir: 'assets',
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
  server: { proxy: { '/api': { target: 'http://localhost:8080', ws: true } } },
  test: { include: ['src/**/*.test.{ts,tsx}'], environment: 'node' },
});
