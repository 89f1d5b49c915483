import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** The client's tests: jsdom, files beside what they test. */
// oxlint-disable-next-line import/no-default-export -- vitest reads it
export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    name: 'client',
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://localhost:3000/' } },
    include: ['client/**/*.test.{ts,tsx}'],
    setupFiles: ['client/testing/setup.ts'],
    restoreMocks: true,
    unstubGlobals: true,
  },
})
