import { join } from 'node:path'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import { resolveConfig, type PluginOption } from 'vite'

/** The folder of the client’s code. */
export const client = join(import.meta.dirname, '..', 'client')

/** Returns the plugin that writes `client/route-tree.gen.ts` from `client/routes.ts`, and splits the screens. */
export const router = (): PluginOption =>
  tanstackRouter({
    target: 'react',
    routesDirectory: '.',
    virtualRouteConfig: './routes.ts',
    generatedRouteTree: './route-tree.gen.ts',
    autoCodeSplitting: true,
    addExtensions: true,
    quoteStyle: 'single',
    semicolons: false,
    disableLogging: true,
  })

/** Writes the route tree, which isn’t committed, for those who read the code without building it. */
export const setup = async (): Promise<void> => {
  await resolveConfig({ configFile: false, root: client, plugins: [router()] }, 'build')
}
