import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildRoster, rosterText } from '#server/review/imports/factory.ts'
import type { TestAnswer } from '#server/testing/client.ts'
import { confirmAdmin } from '#server/testing/confirm-admin.ts'
import { importing, type Importing } from '#server/testing/import-file.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

const secret = '912-34-5678'
/** A wrong guess that the mask allows. */
const wrong = '933-21-5678'

let services: TestServices
let world: SchoolWorld
let imports: Importing
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())

interface Year {
  readonly id: number
  readonly student_id: number
}

const person = { first_name: 'Ann', last_name: 'Smith', dob: '2000-01-02' }
const child = { type: 'child', first_name: 'Kim', last_name: 'Smith', covers: [] }

const add = async (sid: string, more: object = {}): Promise<Year> => {
  const body = { period_id: world.periodId, ...person, first_name: `Ann ${sid}`, sid, ...more }
  return (await world.registrar.post('/api/add-student-to-period', body)).body.data
}

/** A student whose SSN nobody at the school may see, and one of whom the guesser may write everything. */
let owner: Year
let own: Year
const build = async (): Promise<void> => {
  world = await buildSchoolWorld(services)
  imports = importing(services, world)
  owner = await add('OWNER', { ssn: secret })
  await world.registrar.put(`/api/student-periods/${owner.id}`, { dependents: [{ ...child, ssn: secret }] })
  own = await add('OWN')
}
beforeEach(build)

const undo = ({ headers }: TestAnswer) => world.registrar.post(`/api/changes/${headers['x-change-id']}/undo`)
const student = (year: Year) => `/api/students/${year.student_id}`
const roster = (sid: string, ssn: string): string => {
  const [row] = buildRoster(1)
  if (!row) throw new Error('There is a row.')
  return rosterText([{ ...row, 'Student ID': sid, 'Date of Birth': '01/02/2000', SSN: ssn }])
}
const imported = async (sid: string, ssn: string, fields: Record<string, string>) => {
  const run = await imports.run(roster(sid, ssn), fields)
  const outcomes = ['added', 'changed', 'unchanged', 'refused']
  return [run, await Promise.all(outcomes.map((outcome) => imports.rows(run.id, outcome)))]
}

/** Every way in which a school admin can send a guess. */
const doors: Record<string, (guess: string) => Promise<unknown>> = {
  'the student’s own record': (ssn) => world.registrar.put(student(owner), { ssn }),
  'another student’s record': (ssn) => world.registrar.put(student(own), { ssn }),
  'a new student': (ssn) => add('NEW', { ssn }),
  'an existing student added again': (ssn) => add('OWNER', { ssn }),
  'a dry run for the student': (ssn) => imported('OWNER', ssn, { dry_run: 'true' }),
  'a dry run for another student': (ssn) => imported('OWN', ssn, { dry_run: 'true' }),
  'a dry run for a new student': (ssn) => imported('NEW', ssn, { dry_run: 'true' }),
  'an import for the student': (ssn) => imported('OWNER', ssn, {}),
  'an import for another student': (ssn) => imported('OWN', ssn, {}),
  'an import for a new student': (ssn) => imported('NEW', ssn, {}),
  'a preview that is applied': async (ssn) => {
    const run = await imports.run(roster('NEW', ssn), { dry_run: 'true' })
    const applied = await world.registrar.post(`/api/imports/${run.id}/apply`)
    await services.runJobs()
    return [applied, await imports.read(run.id)]
  },
  'an undone change': async (ssn) => {
    await world.registrar.put(student(own), { ssn })
    return undo(await world.registrar.put(student(own), { ssn: null }))
  },
  'an undone undo': async (ssn) => undo(await undo(await world.registrar.put(student(own), { ssn }))),
  'the dependent’s own record': async (ssn) => {
    const { dependents } = (await world.registrar.get(`/api/student-periods/${owner.id}`)).body.data
    return world.registrar.put(`/api/student-periods/${owner.id}`, {
      dependents: [{ ...dependents[0], ssn }],
    })
  },
  'another dependent': (ssn) =>
    world.registrar.put(`/api/student-periods/${own.id}`, { dependents: [{ ...child, ssn }] }),
  'a filter': (ssn) =>
    world.registrar.get(`/api/student-periods-by-period/${world.periodId}?filters[ssn]=${ssn}`),
  'a search': (ssn) => world.registrar.get(`/api/students/search-by-name?q=${ssn}`),
}

/** What is seen of an answer and of every record afterwards, without IDs and times. */
const seenAfter = async (answer: unknown): Promise<string> => {
  const list = await world.registrar.get(`/api/student-periods-by-period/${world.periodId}`)
  const records = await Promise.all(
    list.body.data.map(async ({ id, student_id }: Year) => [
      await world.registrar.get(`/api/student-periods/${id}`),
      await world.registrar.get(`/api/students/${student_id}`),
      await world.registrar.get(`/api/student-history-entries?student_id=${student_id}`),
    ]),
  )
  return JSON.stringify([answer, list, records], (key, value: unknown) => {
    if (key === 'actor') return '…'
    if (/(^|_)(ids?|at|period_name)$/.test(key)) return typeof value === 'object' ? value : '…'
    return isAnswer(value) ? [value.status, value.body, 'x-change-id' in value.headers] : value
  })
}

const isAnswer = (value: unknown): value is TestAnswer =>
  typeof value === 'object' && value !== null && 'headers' in value && 'status' in value

describe('a guess of an SSN by a school admin', () => {
  it.each(Object.keys(doors))('has the same answer, right or wrong: %s', async (name) => {
    const door = doors[name]
    if (!door) throw new Error('There is a door.')
    const right = await seenAfter(await door(secret))
    await build()
    const other = await seenAfter(await door(wrong))
    expect(right).not.toContain(secret)
    // of long texts, the first difference
    const at = [...right].findIndex((letter, index) => letter !== other[index])
    expect(right.slice(at - 80, at + 80)).toBe(other.slice(at - 80, at + 80))
    expect(right.length).toBe(other.length)
  })

  it('is refused as a file if many new students’ SSNs end alike', async () => {
    const rows = buildRoster(101).map((row, n) => ({ ...row, SSN: `9${String(n).padStart(4, '0')}5678` }))
    const run = await imports.run(rosterText(rows), { dry_run: 'true' })
    expect(run).toMatchObject({
      state: 'refused',
      message: 'The SSNs of 101 new students end in the same 4 digits. Check the column with the SSNs.',
    })
  })
})

describe('an SSN that another student has', () => {
  const held = () => world.admin.get(`/api/schools/${world.schoolId}/held-ssns`)
  const reveals = () =>
    services.owner
      .selectFrom('access_log')
      .selectAll()
      .where('action', '=', 'reveal')
      .where('actor_id', '=', world.adminId)
      .execute()

  it('is held for a Shipmate Admin, who sees both students after confirming their password', async () => {
    await imports.run(roster('NEW', secret))
    expect((await held()).status).toBe(423)
    await confirmAdmin({ services, adminId: world.adminId })
    expect((await held()).body.data).toMatchObject([
      { sid: 'NEW', ssn: '***-**-5678', held_by: { sid: 'OWNER', id: owner.student_id } },
    ])
    expect(await reveals()).toHaveLength(1)
    await world.admin.put(student(owner), { ssn: null })
    const { id } = (await held()).body.data[0]
    expect((await world.admin.put(`/api/students/${id}`, { ssn: secret })).status).toBe(200)
    expect((await held()).body.data).toEqual([])
  })

  it('is refused by name of the field to a Shipmate Admin behind the password, counted and logged', async () => {
    const first = await world.admin.put(student(own), { ssn: secret })
    expect(first.status).toBe(200)
    await confirmAdmin({ services, adminId: world.adminId })
    for (const answer of [
      await world.admin.put(student(own), { ssn: secret }),
      await world.admin.post('/api/add-student-to-period', {
        period_id: world.periodId,
        ...person,
        sid: 'NEW',
        ssn: secret,
      }),
    ])
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['ssn']])
    expect(await reveals()).toHaveLength(2)
    for (let n = 2; n < 30; n += 1) await world.admin.put(student(own), { ssn: `9334400${n}`.padEnd(9, '1') })
    expect((await world.admin.put(student(own), { ssn: secret })).status).toBe(429)
  })
})
