import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

/** The number of the database server of a data folder. */
export const postmasterOf = (dataDir: string): number =>
  Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])

/** The owner's address of the embedded database of a running server. */
export const ownerUrl = (dataDir: string): string => {
  // the server has written it in this shape
  const { database_password: password } = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')) as {
    database_password: string
  }
  const port = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[3]
  return `postgres://shipmate:${encodeURIComponent(password)}@127.0.0.1:${port}/shipmate`
}

/** Connects as the owner to the embedded database of a running server. */
export const connectAsOwner = async (dataDir: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: ownerUrl(dataDir) })
  await client.connect()
  return client
}

/** Sends a signal to a process and to all that it started. */
export const signalAll = (pid: number, signal: NodeJS.Signals): void => {
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === pid)
  process.kill(pid, signal)
  for (const child of children.map(Number)) {
    try {
      process.kill(child, signal)
    } catch (error) {
      // a child that ended by itself since it was seen needs no signal
      if (!(error instanceof Error) || !('code' in error) || error.code !== 'ESRCH') throw error
    }
  }
}

const parentOf = (pid: string): number | null => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return null
  }
}
