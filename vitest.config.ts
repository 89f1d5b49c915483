import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // Ends what hangs: a machine that is busy with other work is slow, and fails nothing.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // they wait for timers, the database and processes a third of the time: 3 keep 2 cores busy
    maxWorkers: 3,
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          include: ['server/**/*.test.ts', 'seeds/**/*.test.ts', 'scripts/**/*.test.ts'],
          globalSetup: ['server/testing/global-setup.ts'],
          pool: 'forks',
          // each file has a database of its own, and no module keeps what a test leaves
          isolate: false,
        },
      },
      {
        // A few that write SQL of every kind, once more on the oldest PostgreSQL we support; all: npm run test-on-15.
        extends: true,
        test: {
          name: 'server on PostgreSQL 15',
          include: [
            'scripts/dump-schema.test.ts',
            'server/{app/undo,platform/db/{database,keys},platform/jobs/worker,records/student-periods/queries/list}.test.ts',
          ],
          globalSetup: ['server/testing/global-setup.ts'],
          pool: 'forks',
          isolate: false,
        },
      },
      {
        // What needs neither a database nor a page.
        extends: true,
        test: {
          name: 'pure',
          include: ['contract/**/*.test.ts', 'client/**/*.test.ts'],
          pool: 'threads',
          isolate: false,
        },
      },
      {
        // What needs a page, in jsdom.
        extends: true,
        test: {
          name: 'client',
          include: ['client/**/*.test.tsx'],
          environment: 'jsdom',
          environmentOptions: { jsdom: { url: 'http://localhost:3000/' } },
          globalSetup: ['scripts/route-tree.ts'],
          setupFiles: ['client/testing/setup.ts'],
          // a test leaves no state behind: they share the page
          isolate: false,
          restoreMocks: true,
          unstubGlobals: true,
        },
      },
    ],
  },
})
