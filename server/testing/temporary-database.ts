import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedDatabase, type EmbeddedDatabase } from '#server/platform/db/embedded.ts'
import type { EmbeddedVersion } from '#server/platform/db/embedded-programs.ts'

interface TemporaryOptions {
  /** Whether writes are flushed to disk as in production, for benchmarks. */
  readonly durable?: boolean
  readonly version?: EmbeddedVersion
}

/** Starts a real PostgreSQL in a temporary folder that’s deleted when it stops. */
export const startTemporaryDatabase = async (options: TemporaryOptions = {}): Promise<EmbeddedDatabase> => {
  const folder = mkdtempSync(join(tmpdir(), 'shipmate-database-'))
  // as root, the database runs as another user, who needs access to the parent folders
  chmodSync(folder, 0o711)
  const database = await startEmbeddedDatabase({
    folder: join(folder, 'postgres'),
    password: 'thrown-away',
    durable: false,
    ...options,
  })
  const stop = async (): Promise<void> => {
    await database.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return { ...database, stop }
}
