import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { defineConfig, type Plugin } from 'vite';

/**
 * Builds the page of an exported replay: the viewer with all its renderers in one file, which makes no requests. The
 * program inserts title, caption and replay.
 */
export default defineConfig({
  esbuild: { jsx: 'automatic', jsxImportSource: 'preact' },
  publicDir: false,
  build: {
    outDir: 'dist-export',
    target: 'es2022',
    cssCodeSplit: false,
    modulePreload: false,
    rollupOptions: {
      input: 'src/export.tsx',
      output: { format: 'iife', inlineDynamicImports: true },
    },
  },
  plugins: [oneFile('export.html', 'replay.html')],
});

/** Inlines script and style into the page, whose Content-Security-Policy allows only their hashes. */
function oneFile(template: string, fileName: string): Plugin {
  return {
    name: 'one-file',
    enforce: 'post',
    generateBundle(_, bundle) {
      let script = '';
      let style = '';
      for (const [name, output] of Object.entries(bundle)) {
        if (output.type === 'chunk') script += output.code;
        else if (name.endsWith('.css')) style += output.source;
        else this.error(`${name}: the page is one file and has no room for another`);
        delete bundle[name];
      }
      // Text that ends its element too early, or that a parser of HTML changes, has another hash.
      if (/<\/script|<!--|\r|\0/i.test(script)) this.error('the script cannot stand in HTML as it is');
      if (/<\/style|\r|\0/i.test(style)) this.error('the style cannot stand in HTML as it is');
      const policy = [
        "default-src 'none'",
        `script-src ${hash(script)}`,
        `style-src ${hash(style)}`,
        'img-src data:',
        "base-uri 'none'",
        "form-action 'none'",
      ].join('; ');
      const parts: Record<string, string> = {
        policy,
        style: `<style>${style}</style>`,
        script: `<script>${script}</script>`,
      };
      const source = readFileSync(template, 'utf8').replace(
        /\{\{(\w+)\}\}/g,
        (slot, name: string) => parts[name] ?? slot,
      );
      this.emitFile({ type: 'asset', fileName, source });
    },
  };
}

function hash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
