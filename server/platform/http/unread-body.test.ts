import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

let services: TestServices
let world: SchoolWorld
let smallDisk: string
let hasSmallDisk: boolean
beforeAll(async () => {
  services = await startTestServices()
  world = await buildSchoolWorld(services)
  await world.registrar.get('/api/me')
  await services.app.listen({ port: 0, host: '127.0.0.1' })
  smallDisk = mkdtempSync(join(tmpdir(), 'shipmate-small-disk-'))
  hasSmallDisk = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'none', smallDisk]).status === 0
})
afterAll(async () => {
  await services.close()
  if (hasSmallDisk) spawnSync('umount', [smallDisk])
  rmSync(smallDisk, { recursive: true, force: true })
})
afterEach(() => vi.unstubAllEnvs())

/** Bytes of the body: more than all buffers on the way hold. */
const size = 16 * 1024 * 1024

/** The start of an upload whose file has a field name. */
const headOf = (fieldName: string): string => {
  const { cookies } = world.registrar
  const part = `--b\r\nContent-Disposition: form-data; name="${fieldName}"; filename="r.csv"\r\nContent-Type: text/csv\r\n\r\n`
  return [
    'POST /api/import/students-from-csv HTTP/1.1',
    'Host: localhost',
    `Cookie: ${[...cookies].map(([name, value]) => `${name}=${value}`).join('; ')}`,
    `X-XSRF-TOKEN: ${decodeURIComponent(cookies.get('XSRF-TOKEN') ?? '')}`,
    'Content-Type: multipart/form-data; boundary=b',
    `Content-Length: ${part.length + size}`,
    '',
    part,
  ].join('\r\n')
}

/** Sends an upload to its end, as a browser does, whatever is answered meanwhile. Returns the response. */
const upload = async (fieldName: string): Promise<string> => {
  const { port } = services.app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  let problem: Error | null = null
  socket.on('data', (piece) => (answer += piece.toString()))
  socket.on('error', (error) => (problem = error))
  const closed = once(socket, 'close')
  socket.write(headOf(fieldName))
  for (let sent = 0; sent < size && !socket.destroyed; sent += 65_536)
    if (!socket.write(Buffer.alloc(65_536))) await Promise.race([once(socket, 'drain'), closed])
  // without the server’s end of the connection, this would never resolve
  await closed
  expect(problem).toBeNull()
  return answer
}

it('an upload that is refused before it has arrived gets its response, and the connection is closed', async () => {
  const answer = await upload('roster')
  expect(answer).toMatch(/^HTTP\/1.1 422 /)
  expect(answer).toMatch(/^connection: close\r$/im)
  expect(answer).toContain('"errors":{"roster"')
})

it('an upload that can’t be stored does too', async () => {
  vi.stubEnv('TMPDIR', join(smallDisk, 'missing'))
  expect(await upload('file')).toMatch(/^HTTP\/1.1 500 [^]*connection: close[^]*"code":"server_error"/i)
})

it('so does one that fills the disk', async ({ skip }) => {
  if (!hasSmallDisk) skip('this user can’t mount a small disk')
  vi.stubEnv('TMPDIR', smallDisk)
  expect(await upload('file')).toMatch(/^HTTP\/1.1 507 [^]*connection: close[^]*"code":"no_room"/i)
})
