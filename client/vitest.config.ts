import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** The client's tests: jsdom, files beside what they test. */
export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    name: 'client',
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://localhost:3000/' } },
    include: ['client/**/*.test.{ts,tsx}'],
    setupFiles: ['client/testing/setup.ts'],
    // Screens are tested in the whole app, on machines that do other things too.
    testTimeout: 20_000,
    restoreMocks: true,
    unstubGlobals: true,
  },
})
