/** `npm run build`: builds the client, and measures its first load on a server of its own. */
import { freePort, newDataDir, startServerProcess } from '#server/testing/server-process.ts'
import { startTemporaryDatabase } from '#server/testing/temporary-database.ts'
import { buildAll } from './builds.ts'
import { measureFirstLoad, startChromium } from '../bench/first-load.ts'

/** Returns which figures are within the budget. */
const measure = async (): Promise<boolean[]> => {
  const database = await startTemporaryDatabase()
  const server = startServerProcess({
    DATABASE_URL: database.url,
    DATA_DIR: newDataDir(),
    PORT: String(await freePort()),
    DEMO: 'off',
  })
  const browser = await startChromium()
  try {
    await server.ready()
    return await measureFirstLoad(browser, server.base, database.url)
  } finally {
    await browser.close()
    await server.end('SIGTERM')
    await database.stop()
  }
}

const results = buildAll() ? await measure() : [false]
const failed = results.filter((isWithin) => !isWithin).length
console.log(`build: ${results.length - failed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
