import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, mergeConfig, type Plugin, type UserConfig } from 'vite'
import type { VirtualRouteNode } from '@tanstack/virtual-file-routes'
import { routes } from './client/routes.ts'
import { learnChunks } from './scripts/client-chunks.ts'
import { client, router } from './scripts/route-tree.ts'

/** Every text that is served, compressed as far as it goes: once here rather than at every visit. */
const compressed: Plugin = {
  name: 'compressed',
  apply: 'build',
  async writeBundle({ dir = '' }, bundle) {
    // who watches builds for themselves, again and again
    if (this.meta.watchMode) return
    const texts = Object.keys(bundle).filter((file) => /\.(js|css|svg)$/.test(file))
    await Promise.all(
      texts.map(async (file) => {
        const text = await readFile(join(dir, file))
        await writeFile(join(dir, `${file}.br`), await promisify(brotliCompress)(text))
        await writeFile(join(dir, `${file}.gz`), await promisify(gzip)(text, { level: 9 }))
      }),
    )
  },
}

/** Returns the paths of all screens: '/schools/$id/settings'. */
const screensOf = (node: VirtualRouteNode, base = ''): string[] => {
  const path = node.type === 'route' ? `${base}/${node.path.replaceAll(/^\/|\/$/g, '')}` : base
  const own = node.type === 'route' || node.type === 'index' ? [path === '' ? '/' : path] : []
  const inner = 'children' in node ? (node.children ?? []) : []
  return [...own, ...inner.flatMap((child) => screensOf(child, path))]
}

/** The list of screens, by which the server knows a page that doesn’t exist (`server/platform/http/pages.ts`). */
const screens: Plugin = {
  name: 'screens',
  apply: 'build',
  generateBundle() {
    const paths = (routes.children ?? []).flatMap((child) => screensOf(child))
    this.emitFile({ type: 'asset', fileName: '.vite/screens.json', source: JSON.stringify(paths) })
  },
}

const configure = (): UserConfig => ({
  root: client,
  plugins: [compressed, screens, router(), react(), tailwindcss()],
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    manifest: true,
    target: ['es2023', 'chrome123', 'firefox125', 'safari17.5'],
    sourcemap: false,
    modulePreload: { polyfill: false },
    // A data: font or script would be refused by the content security policy.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: [join(client, 'index.html'), join(client, 'start.ts')],
    },
  },
})

/** The client's build: root client/, output dist/client, served by the server under the same origin. */
export default defineConfig(async () => {
  const name = await learnChunks(configure())
  const groups = [{ debugName: 'loads', name, includeDependenciesRecursively: false }]
  return mergeConfig(configure(), { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } })
})
