import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, mergeConfig, type Plugin, type UserConfig } from 'vite'
import type { VirtualRouteNode } from '@tanstack/virtual-file-routes'
import { parentPaths } from './client/app/parent-paths.ts'
import { routes } from './client/routes.ts'
import { compressed } from './scripts/compressed.ts'
import { learnChunks } from './scripts/client-chunks.ts'
import { client, router } from './scripts/route-tree.ts'

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
    const known = (routes.children ?? []).flatMap((child) => screensOf(child))
    const paths = [...known, ...Object.keys(parentPaths)]
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
