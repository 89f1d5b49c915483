import { readdir, readlink } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { maxFileSize } from '#contract/platform/record/file-kinds.ts'

let services: TestServices
let world: SchoolWorld
beforeAll(async () => {
  services = await startTestServices()
  world = await buildSchoolWorld(services)
})
afterAll(() => services.close())

/** Returns the temporary upload files this process has open. */
const openFiles = async (): Promise<string[]> => {
  const handles = await readdir('/proc/self/fd')
  const paths = await Promise.all(handles.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')))
  return paths.filter((path) => path.includes('/shipmate-upload-'))
}

const boundary = 'shipmate-test'
const end = `--${boundary}--\r\n`
const field = (name: string, value: string): string =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const file = (text: string, name = 'file'): string =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="r.csv"\r\nContent-Type: text/csv\r\n\r\n${text}\r\n`
const roster = 'Student ID,Last Name,First Name,Date of Birth\nR1,Smith,Ann,1/2/2000\n'

const post = (body: string) =>
  world.registrar.send('POST', '/api/import/students-from-csv', {
    body: Buffer.from(body),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  })

it.each<[string, number, () => string]>([
  ['an unknown field', 422, () => `${file(roster)}${field('colour', 'red')}${end}`],
  ['a wrong field', 422, () => `${file(roster)}${field('period_id', 'x')}${end}`],
  ['a duplicate field', 422, () => `${file(roster)}${field('period_id', '1').repeat(2)}${end}`],
  ['a second file', 413, () => `${file(roster)}${file(roster)}${end}`],
  ['a file with a different field name', 422, () => `${file(roster, 'roster')}${end}`],
  ['a body that ends after the file', 400, () => `${file(roster)}--${boundary}\r\nContent-Disp`],
  ['a body that ends in the file', 400, () => file(roster).slice(0, -20)],
  ['a file that’s too large', 413, () => `${file('a,b\n'.repeat(maxFileSize / 4 + 1))}${end}`],
  [
    'a file that isn’t a table',
    422,
    () => `${field('period_id', String(world.periodId))}${file('Hello\nworld\n')}${end}`,
  ],
])('an upload with %s leaves no temporary file open', async (_what, status, body) => {
  const answers = await Promise.all(Array.from({ length: 5 }, () => post(body())))
  expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 5 }, () => status))
  expect(await openFiles()).toEqual([])
})
