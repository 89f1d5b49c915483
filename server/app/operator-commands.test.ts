import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync } from 'node:fs'
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

    const code = run('emergency-code.ts', 'First@school.example')
    expect(code).toEqual({ status: 0, text: expect.stringMatching(/([0-9A-Z]{5}-){4}[0-9A-Z]{5}/) })
    expect(code.text).toContain(`${server.base}/login/emergency`)
    expect(run('emergency-code.ts', 'nobody@school.example')).toEqual({
      status: 1,
      text: 'No active Shipmate Admin has the email address nobody@school.example.\n',
    })

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

it('a command that can’t begin says why in a sentence', { timeout: 60_000 }, () => {
  const missing = join(environment['DATA_DIR'] ?? '', 'none', 'shipmate.age')
  const isMissing = 'The file or its folder doesn’t exist.\n'
  for (const [command, sentence] of [
    [['backup.ts', '--check', missing], `${missing}: ${isMissing}`],
    [['backup.ts', missing], `${missing}.part: ${isMissing}`],
    [['restore.ts', missing], `${missing}: ${isMissing}`],
    [['verify-history.ts', missing], `${missing}: ${isMissing}`],
    [['verify-history.ts', tmpdir()], 'It’s a folder, not a file.\n'],
  ] as const) {
    const [script, ...args] = command
    expect(run(script, ...args)).toEqual({ status: 1, text: sentence })
  }
})

it('a command that’s run in another way changes nothing and says how to run it', { timeout: 60_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'shipmate-asked-'))
  const file = join(folder, 'shipmate.age')
  for (const [script, ...args] of [
    ['backup.ts'],
    ['backup.ts', ''],
    ['backup.ts', file, file],
    ['backup.ts', '--new-key', file],
    ['backup.ts', '--check', '--with-keys', file],
    ['backup.ts', '--with-key', file],
    ['restore.ts'],
    ['rotate-keys.ts', 'new-key'],
    ['sign-in-link.ts'],
    ['sign-in-link.ts', 'first@school.example', 'other@school.example'],
    ['emergency-code.ts', ''],
    ['verify-history.ts', '-x', file],
  ] as const) {
    const { status, text } = run(script, ...args)
    expect(text).toContain('Run it like this:\n  npm run ')
    expect(text).not.toMatch(/^\s+at /m)
    expect(status).toBe(1)
  }
  expect(run('verify-history.ts', '--chek')).toEqual({
    status: 1,
    text: `There’s no option --chek. Run it like this:
  npm run verify-history          verifies the history with the anchors of this server
  npm run verify-history -- FILE  verifies it with the anchors in this file
`,
  })
  expect(run('restore.ts', '--help')).toEqual({ status: 0, text: expect.stringContaining('-- FILE') })
  expect(readdirSync(folder)).toEqual([])
})

it('every command says that it can’t reach the database', { timeout: 60_000 }, () => {
  const gone = { ...environment, DATABASE_URL: 'postgres://none@127.0.0.1:1/none' }
  for (const [script, ...args] of [
    ['verify-history.ts'],
    ['sign-in-link.ts', 'first@school.example'],
    ['emergency-code.ts', 'first@school.example'],
    ['backup.ts', join(environment['DATA_DIR'] ?? '', 'shipmate.age')],
    ['rotate-keys.ts'],
  ] as const)
    expect(runWith(gone, script, ...args)).toEqual({
      status: 1,
      text: 'Can’t reach the database (ECONNREFUSED). Check that it’s running, and check DATABASE_URL.\n',
    })
})

it.runIf(process.getuid?.() === 0)(
  'a command of another user leaves nothing in the folder that the server can’t use',
  { timeout: 60_000 },
  () => {
    const folder = environment['DATA_DIR'] ?? ''
    chownSync(join(folder, 'postgres'), 0, 0)
    const { status, text } = run('verify-history.ts')
    chownSync(join(folder, 'postgres'), 65_534, 65_534)
    expect([status, text]).toEqual([1, expect.stringContaining('belongs to another user')])
    expect(existsSync(join(folder, 'shipmate.pid'))).toBe(false)
  },
)

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
