import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedDatabase, type EmbeddedDatabase } from '#server/db/embedded.ts'

/**
 * Starts a real PostgreSQL in a temporary folder that’s deleted when it stops; `durable` as in production, for
 * benchmarks.
 */
export const startTemporaryDatabase = async (durable = false): Promise<EmbeddedDatabase> => {
  const folder = mkdtempSync(join(tmpdir(), 'shipmate-database-'))
  // as root, the database runs as another user, who needs access to the parent folders
  chmodSync(folder, 0o711)
  const database = await startEmbeddedDatabase({
    folder: join(folder, 'postgres'),
    password: 'thrown-away',
    durable,
  })
  const stop = async (): Promise<void> => {
    await database.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return { ...database, stop }
}
