import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'server',
          include: [
            'contract/**/*.test.ts',
            'server/**/*.test.ts',
            'seeds/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
          environment: 'node',
          globalSetup: ['server/testing/global-setup.ts'],
          pool: 'forks',
          // Ends what hangs: a machine that is busy with other work is slow, and fails nothing.
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      'client/vitest.config.ts',
    ],
  },
})
