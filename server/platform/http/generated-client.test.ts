import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import openapiTs, { astToString } from 'openapi-typescript'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import { buildPerson, goodPassword } from '#server/testing/sign-in.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const run = promisify(execFile)

let services: TestServices
let world: SchoolWorld
let folder: string
beforeAll(async () => {
  services = await startTestServices()
  world = await buildSchoolWorld(services)
  await services.app.listen({ port: 0, host: '127.0.0.1' })
  folder = mkdtempSync(join(tmpdir(), 'shipmate-generated-'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await services.close()
})

/** What a developer writes who knows only the document: signs in, lists, changes a status, undoes it. */
const program = `
import createClient from 'openapi-fetch'
import type { paths } from './shipmate.ts'

const [baseUrl = '', email = '', password = '', period = '', record = ''] = process.argv.slice(2)
const cookies = new Map<string, string>()
const client = createClient<paths>({ baseUrl })
client.use({
  onRequest: ({ request }) => {
    request.headers.set('Cookie', [...cookies].map(([name, value]) => name + '=' + value).join('; '))
    request.headers.set('X-XSRF-TOKEN', decodeURIComponent(cookies.get('XSRF-TOKEN') ?? ''))
    return request
  },
  onResponse: ({ response }) => {
    for (const cookie of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=')
      cookies.set(name, value)
    }
  },
})
const given = <T>({ data, error }: { data?: T; error?: { code: string; message: string } }): T => {
  if (data === undefined) throw new Error(error?.code + ': ' + error?.message)
  return data
}

await client.GET('/sanctum/csrf-cookie')
const signedIn = given(await client.POST('/login', { body: { email, password } }))
const filters = JSON.stringify({ medical_status: { constraints: [{ match_mode: 'equals', value: 'waiver_submitted' }] } })
const list = async (): Promise<number[]> => {
  const params = { path: { id: Number(period) }, query: { filters, per_page: '10' } }
  return given(await client.GET('/api/student-periods-by-period/{id}', { params })).data.map(({ id }) => Number(id))
}
const before = await list()
const changed = await client.PUT('/api/student-periods/{id}', {
  params: { path: { id: Number(record) } },
  body: { medical_status: 'waived', override_reason: 'Their card was seen.' },
})
const after = await list()
const change = Number(changed.response.headers.get('X-Change-Id'))
const undone = given(await client.POST('/api/changes/{id}/undo', { params: { path: { id: change } } }))
const refused = await client.GET('/api/student-periods/{id}', { params: { path: { id: 999_999 } } })
console.log(JSON.stringify({
  signedIn: 'two_factor' in signedIn && signedIn.two_factor,
  before, status: given(changed).data.medical_status, after, undone: undone.data, again: await list(),
  refused: refused.error?.code,
}))
`

const settings = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: 'es2024',
    module: 'nodenext',
    allowImportingTsExtensions: true,
    noUncheckedIndexedAccess: true,
    types: ['node'],
  },
  files: ['program.ts'],
}

it(
  'a client generated from the document signs in, lists, changes a status and undoes it',
  { timeout: 120_000 },
  async () => {
    const { port } = services.app.server.address() as AddressInfo
    const { id } = await buildStudentPeriod(services.owner, {
      school_id: world.schoolId,
      period_id: world.periodId,
      medical_status: 'waiver_submitted',
    })
    const person = await buildPerson(services, { permission: 'shipmate_admin' })

    const document = (await world.admin.get('/openapi.json')).text
    writeFileSync(join(folder, 'shipmate.ts'), astToString(await openapiTs(document)))
    writeFileSync(join(folder, 'program.ts'), program)
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings))
    const compiler = join(root, 'node_modules/typescript-native/bin/tsc')
    const compiled = await run(process.execPath, [compiler, '-p', folder]).catch(
      ({ stdout }: { stdout: string }) => ({ stdout }),
    )
    expect(compiled.stdout).toBe('')

    const asked = [`http://127.0.0.1:${port}`, person.email, goodPassword, String(world.periodId), String(id)]
    const { stdout } = await run(process.execPath, [join(folder, 'program.ts'), ...asked])
    expect(JSON.parse(stdout)).toEqual({
      signedIn: false,
      before: [id],
      status: 'waived',
      after: [],
      undone: expect.objectContaining({ reverted: 1 }),
      again: [id],
      refused: 'not_found',
    })
  },
)
