import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** What an endpoint is for is said in OpenAPI and in the map; in a browser nobody reads it. */
const withoutSummaries: Plugin = {
  name: 'without-summaries',
  apply: 'build',
  enforce: 'pre',
  transform: (code, id) =>
    /\/contract\/.+\.ts$/.test(id)
      ? { code: code.replaceAll(/^ {2}summary:\s*(['"`]).*?\1,\n/gms, ''), map: null }
      : undefined,
}

/** The client's build: root client/, output dist/client, served by the server under the same origin. */
export default defineConfig({
  root: 'client',
  plugins: [
    withoutSummaries,
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
    }),
    react(),
    tailwindcss(),
  ],
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    target: ['es2023', 'chrome123', 'firefox125', 'safari17.5'],
    sourcemap: false,
    modulePreload: { polyfill: false },
    // A data: font or script would be refused by the content security policy.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // names of chunks are carried by the first load, all of them: a short hash says enough
        chunkFileNames: 'assets/[hash:7].js',
        // What the login needs in any case, in one piece each: many small files compress worse.
        codeSplitting: {
          groups: [
            {
              name: 'ground',
              test: /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack\/(history|router-core|react-router|store|react-store))\//,
            },
            {
              name: 'entrance',
              test: /client\/(lib\/(api-error|ask|call|host|transport|xsrf)|ui\/(banner|button|control|cx|field|later|text-input|password-input)|app\/(guest-[a-z]+|use-guest-form|login-screen|challenge-form|wordmark|auth-calls|guards|enforce|session|session-context))\.tsx?$/,
            },
            {
              // What nearly every screen behind the login shows, the student list first.
              name: 'workspace',
              includeDependenciesRecursively: false,
              test: /lucide-react\/dist\/esm\/icons\/(arrow-up|arrow-down|settings|list-checks|umbrella|calendar-range|calendar-x|check|chevron-down|chevron-left|chevron-right|chevrons-up-down|circle-dashed|circle-x|copy|download|ellipsis|graduation-cap|minus|panel-right|pencil|pencil-line|printer|refresh-cw|search|shield-check|sticky-note|trash|trash-2|upload|user-plus|user-round|users|x|building-2|globe)\.mjs$/,
            },
            {
              // What may be chosen for students, and the groups of it: nearly every screen has some, and small files compress worse.
              name: 'statuses',
              includeDependenciesRecursively: false,
              test: /contract\/(coverage|student-periods|students)\/(choices|status-groups)\.ts$/,
            },
            {
              // What a form is made of, wherever one stands: the list has none of its own.
              name: 'forms',
              includeDependenciesRecursively: false,
              test: /client\/ui\/form\/(?!draft-store)/,
            },
            {
              // The pictures of all other screens: each alone would be named in the first load.
              name: 'pictures',
              minShareCount: 2,
              includeDependenciesRecursively: false,
              test: /lucide-react\/dist\/esm\/icons\/(?!(?:unplug|inbox|rotate-cw|compass|circle-alert|triangle-alert|info|eye|eye-off|loader-circle|check|x|circle-x)\.mjs)/,
            },
          ],
        },
      },
    },
  },
})
