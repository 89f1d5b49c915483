import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  freePort,
  newDataDir,
  startServerProcess,
  type ServerProcess,
} from '#server/testing/server-process.ts'

let server: ServerProcess
let environment: Record<string, string>
beforeAll(async () => {
  const port = String(await freePort())
  environment = {
    PORT: port,
    DATA_DIR: newDataDir(),
    DEMO: 'off',
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    FIRST_ADMIN_EMAIL: 'first@school.example',
    BACKUP_PASSPHRASE: 'only for this test',
  }
  server = startServerProcess(environment)
  await server.ready()
}, 60_000)
afterAll(() => server.end('SIGTERM'))

const compileCache = join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'shipmate')

/** Runs a command of operators with the settings of the server, and returns its exit code and what it printed. */
const run = (script: string, ...args: string[]) => runWith(environment, script, ...args)

const runWith = (settings: Record<string, string>, script: string, ...args: string[]) => {
  const { PATH = '', HOME = '' } = process.env
  const file = join(import.meta.dirname, '..', '..', 'scripts', script)
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...args], {
    // the server has filled it
    env: { PATH, HOME, NODE_COMPILE_CACHE: compileCache, ...settings },
    encoding: 'utf8',
  })
  return { status, text: stdout + stderr }
}

const createFirst = async (link: URL, password: string): Promise<number> => {
  const first = await fetch(`${server.base}/sanctum/csrf-cookie`)
  const cookies = first.headers.getSetCookie().map((line) => line.split(';')[0] ?? '')
  const xsrf = cookies.find((cookie) => cookie.startsWith('XSRF-TOKEN='))?.slice('XSRF-TOKEN='.length) ?? ''
  const { status } = await fetch(`${server.base}/first-admin`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      origin: server.base,
      cookie: cookies.join('; '),
      'x-xsrf-token': decodeURIComponent(xsrf),
    },
    body: JSON.stringify({
      token: link.searchParams.get('token'),
      email: 'first@school.example',
      first_name: 'Ana',
      last_name: 'Lind',
      password,
    }),
  })
  return status
}

it(
  'operators get a link that sets a password and verify the history while the server runs, and after it stopped',
  { timeout: 90_000 },
  async () => {
    const given = run('sign-in-link.ts', 'First@school.example')
    expect(given).toEqual({ status: 0, text: expect.stringContaining('It works once and expires in 7 days') })
    const link = new URL(/http\S+/.exec(given.text)?.[0] ?? '')
    // no one is an admin yet: the page that asks for the name too
    expect(`${link.origin}${link.pathname}`).toBe(`${server.base}/login/first-admin`)
    expect(await createFirst(link, 'Harbor-lantern 7 crossing')).toBe(204)
    expect(await createFirst(link, 'Harbor-lantern 8 crossing')).toBe(422)
    // with a password, it's a link to reset it
    expect(run('sign-in-link.ts', 'first@school.example').text).toContain('expires in 60 minutes')

    const unknown = run('sign-in-link.ts', 'nobody@school.example')
    expect(unknown).toEqual({ status: 1, text: 'No one can sign in as nobody@school.example.\n' })
    expect(run('sign-in-link.ts').status).toBe(1)

    const code = run('emergency-code.ts', 'First@school.example')
    expect(code).toEqual({ status: 0, text: expect.stringMatching(/([0-9A-Z]{5}-){4}[0-9A-Z]{5}/) })
    expect(code.text).toContain(`${server.base}/login/emergency`)
    expect(run('emergency-code.ts', 'nobody@school.example')).toEqual({
      status: 1,
      text: 'No active Shipmate Admin has the email address nobody@school.example.\n',
    })
    expect(run('emergency-code.ts').status).toBe(1)

    const verify = () => run('verify-history.ts')
    const beside = verify()
    expect(beside).toEqual({ status: 0, text: expect.stringContaining('The history is intact.') })
    expect(beside.text).toMatch(/^History: [1-9]\d* entr(y|ies) sealed/)
    // the server wasn't affected
    expect((await fetch(`${server.base}/health/ready`)).status).toBe(200)
    expect(await server.end('SIGTERM')).toBe(0)
    expect(existsSync(join(environment['DATA_DIR'] ?? '', 'anchors.jsonl'))).toBe(true)
    expect(verify()).toEqual({ status: 0, text: expect.stringMatching(/Compared with [1-9]\d* anchors/) })
  },
)

it('a backup or a restore that can’t begin says why in a sentence', { timeout: 60_000 }, () => {
  const missing = join(environment['DATA_DIR'] ?? '', 'none', 'shipmate.age')
  const isMissing = 'The file or its folder doesn’t exist.\n'
  for (const [command, sentence] of [
    [['backup.ts'], 'Say where to: npm run backup -- /media/backup/shipmate.age\n'],
    [['backup.ts', '--check', missing], `${missing}: ${isMissing}`],
    [['backup.ts', missing], `${missing}.part: ${isMissing}`],
    [['restore.ts'], 'Say what to restore: npm run restore -- /media/backup/shipmate.age\n'],
    [['restore.ts', missing], `${missing}: ${isMissing}`],
  ] as const) {
    const [script, ...args] = command
    expect(run(script, ...args)).toEqual({ status: 1, text: sentence })
  }
})

it('a command without the settings of the server creates no second one', { timeout: 60_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'shipmate-none-'))
  const without = { ...environment, DATA_DIR: folder }
  const refusal = `There’s no Shipmate in ${folder}. Run the command with the settings of the server: DATA_DIR, or DATABASE_URL.\n`
  for (const command of [
    ['verify-history.ts'],
    ['sign-in-link.ts', 'first@school.example'],
    ['emergency-code.ts', 'first@school.example'],
    ['backup.ts', join(folder, 'shipmate.age')],
    ['rotate-keys.ts'],
    ['rotate-keys.ts', '--new-key'],
  ] as const) {
    const [script, ...args] = command
    expect(runWith(without, script, ...args)).toEqual({ status: 1, text: refusal })
  }
  expect(readdirSync(folder)).toEqual([])
})
