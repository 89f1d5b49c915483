import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Options } from '#contract/website/dropdowns.ts'
import { buildPeriod } from '../periods/factory.ts'
import { buildStudentPeriod } from '../student-periods/factory.ts'
import { hold } from '../testing/hold.ts'
import { buildSchoolWorld, type SchoolWorld } from '../testing/school-world.ts'
import { startTestHouse, type TestHouse } from '../testing/test-house.ts'
import { undoByJob } from '../testing/undo-job.ts'

let house: TestHouse
let world: SchoolWorld
beforeAll(async () => {
  house = await startTestHouse()
  world = await buildSchoolWorld(house)
})
afterAll(() => house.close())

const option = (value: string, more: object = {}) => ({
  key: value.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'),
  value,
  is_retired: false,
  ...more,
})

/** A period with records in two programs, whose options are those two and another. */
const build = async () => {
  const id = await buildPeriod(house.owner, { school_id: world.schoolId })
  for (const program of ['Nursing', 'nursing', 'Medicine'])
    await buildStudentPeriod(house.owner, {
      school_id: world.schoolId,
      period_id: id,
      program,
      graduation_year: 2028,
    })
  const base = `/api/periods/${id}`
  const read = async (path: string) => (await world.admin.get(`${base}/${path}`)).body.data
  const put = (path: string, body: object) => world.admin.put(`${base}/${path}`, body)
  const enroll = await read('enroll-form/dropdowns-and-notices')
  const options: Options = {
    ...enroll.options,
    program: ['Nursing', 'Medicine', 'Dance'].map((value) => option(value)),
    graduation_year: [option('2028')],
  }
  await put('enroll-form/dropdowns-and-notices', { ...enroll, options })
  const programs = async () =>
    (await read('waiver-form/dropdowns-and-notices')).options.program.map(
      (one: { value: string }) => one.value,
    )
  const held = async () =>
    Object.fromEntries(
      (await read('option-uses'))
        .filter(({ field }: { field: string }) => field === 'program')
        .map(({ value, quantity }: { value: string; quantity: number }) => [value, quantity]),
    )
  return { id, base, read, put, options, programs, held }
}

describe('the options of a period', () => {
  it('are one list, which both forms show; the notices are each form’s own', async () => {
    const { read, put, programs } = await build()
    expect(await programs()).toEqual(['Nursing', 'Medicine', 'Dance'])
    const waiver = await read('waiver-form/dropdowns-and-notices')
    const notices = [{ key: 'n', place: 'top', tone: 'info', body: '<p>Soon</p>' }]
    const late = { ...waiver, notices }
    const [other] = [await read('enroll-form/dropdowns-and-notices')]
    await put('enroll-form/dropdowns-and-notices', {
      ...other,
      options: { ...other.options, campus: [option('North')] },
    })
    expect((await put('waiver-form/dropdowns-and-notices', late)).status).toBe(409)
    const again = await read('waiver-form/dropdowns-and-notices')
    expect(again.options.campus).toEqual([option('North')])
    await put('waiver-form/dropdowns-and-notices', { ...again, notices })
    expect((await read('enroll-form/dropdowns-and-notices')).notices).toEqual([])
  })

  it('are read by school admins, who cannot change them', async () => {
    const { base } = await build()
    const path = `${base}/waiver-form/dropdowns-and-notices`
    const { status, body } = await world.registrar.get(path)
    expect(status).toBe(200)
    expect((await world.registrar.put(path, body.data)).status).toBe(403)
  })

  it('are counted as the records hold them, whatever their case', async () => {
    const { held } = await build()
    expect(Object.values(await held())).toEqual([2, 1])
  })

  it('cannot be taken out while records hold them, but retired', async () => {
    const { read, put, options } = await build()
    const path = 'enroll-form/dropdowns-and-notices'
    const present = await read(path)
    const without = { ...options, program: options.program.filter(({ value }) => value !== 'Nursing') }
    const refused = await put(path, { ...present, options: without })
    expect(refused.status).toBe(422)
    expect(refused.body.errors['options.program'][0]).toContain('2 records hold “Nursing”')
    const retired = { ...options, program: [option('Nursing', { is_retired: true }), option('Medicine')] }
    expect((await put(path, { ...present, options: retired })).status).toBe(200)
  })

  it('are said once, and years are years', async () => {
    const { read, put, options } = await build()
    const path = 'enroll-form/dropdowns-and-notices'
    const twice = [...options.program, option('NURSING ', { key: 'again' })]
    const answer = await put(path, {
      ...(await read(path)),
      options: { ...options, program: twice, graduation_year: [option('2028'), option('next year')] },
    })
    expect(Object.keys(answer.body.errors).sort()).toEqual([
      'options.graduation_year.1.value',
      'options.program.3.value',
    ])
  })
})

describe('the values of a column', () => {
  it('begin with what the period offers, in its order', async () => {
    const { base, read, put, options } = await build()
    const values = async () =>
      (
        await world.registrar.get(
          `${base.replace('periods', 'student-periods-by-period')}/values?field=program`,
        )
      ).body.data.map(({ value, quantity }: { value: string; quantity: number }) => [
        value.toLowerCase(),
        quantity,
      ])
    expect(await values()).toEqual([
      ['nursing', 2],
      ['medicine', 1],
    ])
    const path = 'enroll-form/dropdowns-and-notices'
    const program = [option('Medicine'), option('Nursing')]
    await put(path, { ...(await read(path)), options: { ...options, program } })
    expect(await values()).toEqual([
      ['medicine', 1],
      ['nursing', 2],
    ])
  })
})

describe('renaming an option', () => {
  const ask = { field: 'program', from: 'Nursing', to: 'Nursing (BSN)', carries_records: true }

  it('is previewed, carries the set-up and the records along, and can be undone', async () => {
    const { base, read, put, programs, held } = await build()
    const dates = await read('dates')
    const audience = { programs: ['nursing', 'Dance'], campuses: [], class_years: [], academic_statuses: [] }
    const cohort = {
      key: 'c',
      name: 'Nurses',
      audience,
      enrollment_closes_on: null,
      waiver_deadline_on: null,
    }
    await put('dates', { ...dates, cohorts: [cohort] })
    const preview = (await world.admin.post(`${base}/rename-option`, { ...ask, dry_run: true })).body.data
    expect(preview).toMatchObject({ matched: 2, changed: 2 })
    expect(preview.documents).toEqual(['Dropdowns and notices of the enroll form', 'Dates'])
    expect(await programs()).toContain('Nursing')
    const expected = { matched: preview.matched, changed: preview.changed }
    const done = await world.admin.post(`${base}/rename-option`, { ...ask, expected })
    expect(done.status).toBe(200)
    expect(await programs()).toEqual(['Nursing (BSN)', 'Medicine', 'Dance'])
    expect((await read('dates')).cohorts[0].audience.programs).toEqual(['Nursing (BSN)', 'Dance'])
    expect(await held()).toEqual({ 'Nursing (BSN)': 2, Medicine: 1 })
    const undone = await world.admin.post(`/api/changes/${done.headers['x-change-id']}/undo`, {})
    expect(undone.status).toBe(200)
    expect(await programs()).toEqual(['Nursing', 'Medicine', 'Dance'])
    expect((await read('dates')).cohorts[0].audience.programs).toEqual(['Nursing', 'Dance'])
    expect(Object.values(await held())).toEqual([2, 1])
  })

  it('carries inactive records along too: they hold the option as well', async () => {
    const { id, base, held } = await build()
    await buildStudentPeriod(house.owner, {
      school_id: world.schoolId,
      period_id: id,
      program: 'Nursing',
      status: 'inactive',
    })
    await world.admin.post(`${base}/rename-option`, ask)
    expect(await held()).toEqual({ 'Nursing (BSN)': 3, Medicine: 1 })
  })

  it('leaves the records alone unless asked', async () => {
    const { base, programs, held } = await build()
    await world.admin.post(`${base}/rename-option`, { ...ask, carries_records: false })
    expect(await programs()).toContain('Nursing (BSN)')
    expect(await held()).not.toHaveProperty('Nursing (BSN)')
  })

  it('refuses what changed since the preview, and years that are none', async () => {
    const { base } = await build()
    const late = await world.admin.post(`${base}/rename-option`, {
      ...ask,
      expected: { matched: 9, changed: 9 },
    })
    expect([late.status, late.body.code]).toEqual([409, 'stale'])
    const year = { field: 'graduation_year', from: '2028', to: 'later', carries_records: true }
    const wrong = await world.admin.post(`${base}/rename-option`, year)
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['to']])
    const right = await world.admin.post(`${base}/rename-option`, { ...year, to: '2029' })
    expect(right.body.data.changed).toBe(3)
  })

  it('makes two of one name one; undoing brings the records back and says what stays', async () => {
    const { base, programs, held } = await build()
    const done = await world.admin.post(`${base}/rename-option`, { ...ask, to: 'Medicine' })
    expect(await programs()).toEqual(['Medicine', 'Dance'])
    expect(await held()).toEqual({ Medicine: 3 })
    const undone = await world.admin.post(`/api/changes/${done.headers['x-change-id']}/undo`, {})
    expect(undone.body.data.left[0].reason).toContain('Two options became one')
    expect(Object.values(await held())).toEqual([2, 1])
  })

  it(
    'with more than 10,000 records is a job, which carries the set-up along as well, and can be taken back',
    {
      timeout: 60_000,
    },
    async () => {
      const { id, base, programs } = await build()
      await sql`
      with made as (
        insert into students (school_id, first_name, last_name, dob, sid)
        select ${world.schoolId}, 'N', 'Many', '2000-01-01', 'renamed-' || n from generate_series(1, 9999) n
        returning id, sort_name)
      insert into student_periods (school_id, period_id, student_id, sort_name, program)
      select ${world.schoolId}, ${id}, id, sort_name, 'Nursing' from made`.execute(house.owner)
      const counted = async () => {
        const { rows } = await sql<{ program: string; many: number }>`
        select lower(program) program, count(*)::int many from student_periods where period_id = ${id} group by 1`.execute(
          house.owner,
        )
        return Object.fromEntries(rows.map(({ program, many }) => [program, many]))
      }
      const preview = await world.admin.post(`${base}/rename-option`, { ...ask, dry_run: true })
      expect([preview.status, preview.body.data.matched]).toEqual([200, 10_001])
      const answer = await world.admin.post(`${base}/rename-option`, {
        ...ask,
        expected: { matched: 10_001, changed: 10_001 },
      })
      expect([answer.status, answer.body.data]).toEqual([202, { job_id: expect.any(Number) }])
      // nothing is renamed before the job runs: no half of it stands
      expect([await programs(), await counted()]).toEqual([
        ['Nursing', 'Medicine', 'Dance'],
        { nursing: 10_001, medicine: 1 },
      ])
      await house.runJobs()
      const job = (await world.admin.get(`/api/jobs/${answer.body.data.job_id}`)).body.data
      expect(job).toMatchObject({
        kind: 'rename-option',
        state: 'done',
        result: { changed: 10_001 },
      })
      expect([await programs(), await counted()]).toEqual([
        ['Nursing (BSN)', 'Medicine', 'Dance'],
        { 'nursing (bsn)': 10_001, medicine: 1 },
      ])
      const undone = await undoByJob(house, world.admin, job.change_id)
      expect(undone.result).toMatchObject({ left_total: 0 })
      expect([await programs(), await counted()]).toEqual([
        ['Nursing', 'Medicine', 'Dance'],
        { nursing: 10_001, medicine: 1 },
      ])
    },
  )

  it(
    'that finds something else than was promised, once it runs as a job, changes nothing',
    { timeout: 60_000 },
    async () => {
      const { id, base, programs } = await build()
      await sql`
      with made as (
        insert into students (school_id, first_name, last_name, dob, sid)
        select ${world.schoolId}, 'N', 'Many', '2000-01-01', 'promised-' || n from generate_series(1, 9999) n
        returning id, sort_name)
      insert into student_periods (school_id, period_id, student_id, sort_name, program)
      select ${world.schoolId}, ${id}, id, sort_name, 'Nursing' from made`.execute(house.owner)
      const expected = { matched: 10_001, changed: 10_001 }
      const answer = await world.admin.post(`${base}/rename-option`, { ...ask, expected })
      await buildStudentPeriod(house.owner, { school_id: world.schoolId, period_id: id, program: 'Nursing' })
      await house.runJobs()
      const job = (await world.admin.get(`/api/jobs/${answer.body.data.job_id}`)).body.data
      expect([job.state, await programs()]).toEqual(['failed', ['Nursing', 'Medicine', 'Dance']])
    },
  )
})

describe('renaming an option while others work', () => {
  it('takes up what somebody saves into the set-up in the same moment', async () => {
    const { id, base, read, programs } = await build()
    const ask = { field: 'program', from: 'Dance', to: 'Dance and movement', carries_records: false }
    const held = await hold(house, 'select from periods where id = $1 for no key update', [id])
    const renaming = world.admin.post(`${base}/rename-option`, ask)
    await held.waitedFor()
    await held.query(
      `update period_documents set version = version + 1, content = jsonb_set(content, '{options,campus}', $2)
       where period_id = $1 and kind like '%/dropdowns-and-notices'`,
      [id, JSON.stringify([option('North')])],
    )
    await held.commit()
    expect((await renaming).status).toBe(200)
    expect(await programs()).toEqual(['Nursing', 'Medicine', 'Dance and movement'])
    expect((await read('enroll-form/dropdowns-and-notices')).options.campus).toEqual([option('North')])
  })

  it('does not wait for a record that is being brought in', async () => {
    const { id, base, programs } = await build()
    const ask = { field: 'program', from: 'Dance', to: 'Dance and movement', carries_records: false }
    await house.owner.transaction().execute(async (trx) => {
      await buildStudentPeriod(trx, { school_id: world.schoolId, period_id: id })
      expect((await world.admin.post(`${base}/rename-option`, ask)).status).toBe(200)
    })
    expect(await programs()).toEqual(['Nursing', 'Medicine', 'Dance and movement'])
  })
})
