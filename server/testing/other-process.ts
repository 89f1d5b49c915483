import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import type { TestServices } from './test-services.ts'

/** The same as of `server/main.mjs`. */
const compileCache = join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'shipmate')

/**
 * Starts a separate process on a test’s database, to be killed in the middle of its work. `work` is code that
 * can use `services`; `imports` are the imports it needs.
 */
export const startOtherProcess = (
  { url }: Pick<TestServices, 'url'>,
  { imports, work }: { readonly imports: string; readonly work: string },
): ChildProcess =>
  spawn(
    process.execPath,
    [
      '--input-type=module-typescript',
      '-e',
      `import { createDatabase, createPool } from '#server/platform/db/database.ts'
       import { createLog } from '#server/platform/lib/log.ts'
       import { createTraffic } from '#server/platform/lib/traffic.ts'
       ${imports}
       const log = createLog('silent')
       const pool = createPool({ url: process.env.URL, asApp: true, log })
       const keys = { encryption: [{ id: 1, key: Buffer.alloc(32, 1) }], index: Buffer.alloc(32, 2), token: Buffer.alloc(32, 3) }
       const clock = { now: () => new Date('2026-11-20T15:00:00Z') }
       const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds))
       const house = { db: createDatabase(pool), pool, keys, log, clock, pause, traffic: createTraffic(), onHistory() {} }
       ${work}
       await pool.end()`,
    ],
    // without the cache, each process translates the whole server
    { env: { ...process.env, NODE_COMPILE_CACHE: compileCache, URL: url }, stdio: 'inherit' },
  )
