import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { freePort, newDataDir, startServerProcess } from '../testing/server-process.ts'

const script = join(import.meta.dirname, '..', '..', 'scripts', 'verify-history.ts')

it('the history is verified beside a running server, and after it', { timeout: 60_000 }, async () => {
  const environment = { PORT: String(await freePort()), DATA_DIR: newDataDir(), DEMO: 'off' }
  const verify = () => {
    const { PATH = '', HOME = '' } = process.env
    const { status, stdout, stderr } = spawnSync(process.execPath, [script], {
      env: { PATH, HOME, ...environment },
      encoding: 'utf8',
    })
    return { status, text: stdout + stderr }
  }
  const server = startServerProcess(environment)
  await server.ready()
  const beside = verify()
  expect(beside).toEqual({ status: 0, text: expect.stringContaining('The history is whole.') })
  expect(beside.text).toMatch(/^The history: [1-9]\d* entries sealed/)
  // the server was not disturbed
  expect((await fetch(`${server.base}/health/ready`)).status).toBe(200)
  expect(await server.end('SIGTERM')).toBe(0)
  expect(existsSync(join(environment.DATA_DIR, 'anchors.jsonl'))).toBe(true)
  expect(verify()).toEqual({ status: 0, text: expect.stringMatching(/Compared with [1-9]\d* anchors/) })
})
