import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { hashToken, newToken } from '#server/platform/lib/crypt.ts'

/** A real server process, its output and its exit. */
export interface ServerProcess {
  readonly child: ChildProcess
  readonly base: string
  output(): string
  /** Resolves when it responds; rejects if it ends before. */
  ready(): Promise<void>
  /** Sends a signal and waits for the end. Returns the exit code (null if killed). */
  end(signal: NodeJS.Signals): Promise<number | null>
  exit: Promise<number | null>
}

const main = join(import.meta.dirname, '..', 'main.mjs')

export const newDataDir = (): string => mkdtempSync(join(tmpdir(), 'shipmate-process-'))

export const freePort = (): Promise<number> =>
  new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => done(typeof address === 'object' && address ? address.port : 0))
    })
  })

/** Starts `server/main.mjs` as `npm start` does. */
export const startServerProcess = (environment: Record<string, string>): ServerProcess => {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, [main], {
    env: { PATH, HOME, NODE_ENV: 'production', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const hear = (text: Buffer): void => {
    output += text.toString()
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  const exit = new Promise<number | null>((done) => {
    child.once('exit', (code) => done(code))
  })
  const ready = async (): Promise<void> => {
    let hasEnded = false
    void exit.then(() => {
      hasEnded = true
    })
    while (!output.includes('Press Ctrl-C to stop it.')) {
      if (hasEnded) throw new Error(`The server ended:\n${output}`)
      await new Promise((next) => setTimeout(next, 20))
    }
  }
  return {
    child,
    base: `http://127.0.0.1:${environment['PORT'] ?? ''}`,
    output: () => output,
    ready,
    end: (signal) => {
      child.kill(signal)
      return exit
    },
    exit,
  }
}

/** Signs in a user on all processes of a database. */
export const sessionOn = async (url: string, userId: number) => {
  const token = newToken()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(
    `insert into sessions (token_hash, user_id, created_at, last_seen_at, expires_at)
     values ($1, $2, now(), now(), now() + interval '1 hour')`,
    [hashToken(token), userId],
  )
  await client.end()
  const cookie = `shipmate_session=${token}`
  const call = async (server: ServerProcess, method: string, path: string, body?: object) => {
    const first = await fetch(`${server.base}/api/me`, { headers: { cookie } })
    const xsrf = /XSRF-TOKEN=([^;]+)/.exec(first.headers.get('set-cookie') ?? '')?.[1] ?? ''
    return fetch(server.base + path, {
      method,
      headers: {
        cookie: `${cookie}; XSRF-TOKEN=${xsrf}`,
        'x-xsrf-token': decodeURIComponent(xsrf),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
  }
  return { call }
}
