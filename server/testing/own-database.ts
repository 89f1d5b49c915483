import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { childrenOf } from '#server/platform/db/embedded-folder.ts'

/** Returns the process ID of a data folder’s database server. */
export const postmasterOf = (dataDir: string): number =>
  Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])

/** Returns the owner’s URL of a running server’s embedded database. */
export const ownerUrl = (dataDir: string): string => {
  // the server saved it in this shape
  const { database_password: password } = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')) as {
    database_password: string
  }
  const port = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[3]
  return `postgres://shipmate:${encodeURIComponent(password)}@127.0.0.1:${port}/shipmate`
}

/** Connects as the owner to a running server’s embedded database. */
export const connectAsOwner = async (dataDir: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: ownerUrl(dataDir) })
  await client.connect()
  return client
}

/** Sends a signal to a process and its children. */
export const signalAll = (pid: number, signal: NodeJS.Signals): void => {
  const children = childrenOf(pid)
  process.kill(pid, signal)
  for (const child of children) {
    try {
      process.kill(child, signal)
    } catch (error) {
      // a child that has ended since needs no signal
      if (!(error instanceof Error) || !('code' in error) || error.code !== 'ESRCH') throw error
    }
  }
}
