import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedDatabase, type EmbeddedDatabase } from '#server/db/embedded.ts'

/** A real PostgreSQL in a temporary folder, gone when it stops; `durable` as in production, for measuring. */
export const startThrowAwayDatabase = async (durable = false): Promise<EmbeddedDatabase> => {
  const folder = mkdtempSync(join(tmpdir(), 'shipmate-database-'))
  // under root the database runs as another user, who must be able to pass through
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
