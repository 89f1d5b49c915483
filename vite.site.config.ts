import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressed } from './scripts/compressed.ts'

const client = join(import.meta.dirname, 'client')

/**
 * The student site's two builds: what its forms load in the browser, next to the staff application's files, and with `--ssr`
 * what the server renders all of its pages with.
 */
export default defineConfig(({ isSsrBuild = false }) => ({
  root: client,
  publicDir: false,
  plugins: [react(), ...(isSsrBuild ? [] : [compressed])],
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  ssr: { noExternal: true },
  build: {
    outDir: isSsrBuild ? '../dist/site' : '../dist/client',
    emptyOutDir: isSsrBuild,
    manifest: isSsrBuild ? false : '.vite/site-manifest.json',
    target: isSsrBuild ? 'node24' : ['es2023', 'chrome123', 'firefox125', 'safari17.5'],
    sourcemap: false,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: (isSsrBuild ? ['site-server.tsx'] : ['site.tsx', 'site-contact.ts']).map((file) =>
        join(client, file),
      ),
    },
  },
}))
