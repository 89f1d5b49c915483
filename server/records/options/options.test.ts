import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Options } from '#contract/setup/period-documents/dropdowns.ts'
import { buildPeriod } from '#server/setup/periods/factory.ts'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import { holdLock } from '#server/testing/hold-lock.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { undoByJob } from '#server/testing/undo-job.ts'

let services: TestServices
let world: SchoolWorld
beforeAll(async () => {
  services = await startTestServices()
  world = await buildSchoolWorld(services)
})
afterAll(() => services.close())

const option = (value: string, more: object = {}) => ({
  key: value.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'),
  value,
  is_retired: false,
  ...more,
})

/** A period with records in two programs, whose options are those two and a third. */
const build = async () => {
  const id = await buildPeriod(services.owner, { school_id: world.schoolId })
  for (const program of ['Nursing', 'nursing', 'Medicine'])
    await buildStudentPeriod(services.owner, {
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

describe('a period’s options', () => {
  it('are one list in both forms; notices belong to each form', async () => {
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

  it('can be read but not changed by school admins', async () => {
    const { base } = await build()
    const path = `${base}/waiver-form/dropdowns-and-notices`
    const { status, body } = await world.registrar.get(path)
    expect(status).toBe(200)
    expect((await world.registrar.put(path, body.data)).status).toBe(403)
  })

  it('are counted in the records, ignoring case', async () => {
    const { held } = await build()
    expect(Object.values(await held())).toEqual([2, 1])
  })

  it('can’t be removed while records have them, but can be retired', async () => {
    const { read, put, options } = await build()
    const path = 'enroll-form/dropdowns-and-notices'
    const present = await read(path)
    const without = { ...options, program: options.program.filter(({ value }) => value !== 'Nursing') }
    const refused = await put(path, { ...present, options: without })
    expect(refused.status).toBe(422)
    expect(refused.body.errors['options.program'][0]).toContain('2 records use “Nursing”')
    const retired = { ...options, program: [option('Nursing', { is_retired: true }), option('Medicine')] }
    expect((await put(path, { ...present, options: retired })).status).toBe(200)
  })

  it('are unique, and class years are years', async () => {
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

describe('a column’s values', () => {
  it('start with the period’s options, in their order', async () => {
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

  it('has a preview, updates setup and records, and can be undone', async () => {
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
    expect(preview.documents).toEqual(['Enrollment form dropdowns and notices', 'Dates'])
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

  it('also updates inactive records', async () => {
    const { id, base, held } = await build()
    await buildStudentPeriod(services.owner, {
      school_id: world.schoolId,
      period_id: id,
      program: 'Nursing',
      status: 'inactive',
    })
    await world.admin.post(`${base}/rename-option`, ask)
    expect(await held()).toEqual({ 'Nursing (BSN)': 3, Medicine: 1 })
  })

  it('doesn’t change records unless requested', async () => {
    const { base, programs, held } = await build()
    await world.admin.post(`${base}/rename-option`, { ...ask, carries_records: false })
    expect(await programs()).toContain('Nursing (BSN)')
    expect(await held()).not.toHaveProperty('Nursing (BSN)')
  })

  it('refuses an outdated preview, and class years that aren’t years', async () => {
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

  it('merges 2 options of one name; undo restores the records and reports the rest', async () => {
    const { base, programs, held } = await build()
    const done = await world.admin.post(`${base}/rename-option`, { ...ask, to: 'Medicine' })
    expect(await programs()).toEqual(['Medicine', 'Dance'])
    expect(await held()).toEqual({ Medicine: 3 })
    const undone = await world.admin.post(`/api/changes/${done.headers['x-change-id']}/undo`, {})
    expect(undone.body.data.left[0].reason).toContain('The rename merged two options')
    expect(Object.values(await held())).toEqual([2, 1])
  })

  it(
    'with more than 10,000 records runs as a job that updates setup and records, and can be undone',
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
      select ${world.schoolId}, ${id}, id, sort_name, 'Nursing' from made`.execute(services.owner)
      const counted = async () => {
        const { rows } = await sql<{ program: string; many: number }>`
        select lower(program) program, count(*)::int many from student_periods where period_id = ${id} group by 1`.execute(
          services.owner,
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
      // nothing is renamed before the job runs
      expect([await programs(), await counted()]).toEqual([
        ['Nursing', 'Medicine', 'Dance'],
        { nursing: 10_001, medicine: 1 },
      ])
      await services.runJobs()
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
      const undone = await undoByJob(services, world.admin, job.change_id)
      expect(undone.result).toMatchObject({ left_total: 0 })
      expect([await programs(), await counted()]).toEqual([
        ['Nursing', 'Medicine', 'Dance'],
        { nursing: 10_001, medicine: 1 },
      ])
    },
  )

  it('changes nothing if the job finds different counts than the preview', { timeout: 60_000 }, async () => {
    const { id, base, programs } = await build()
    await sql`
      with made as (
        insert into students (school_id, first_name, last_name, dob, sid)
        select ${world.schoolId}, 'N', 'Many', '2000-01-01', 'promised-' || n from generate_series(1, 9999) n
        returning id, sort_name)
      insert into student_periods (school_id, period_id, student_id, sort_name, program)
      select ${world.schoolId}, ${id}, id, sort_name, 'Nursing' from made`.execute(services.owner)
    const expected = { matched: 10_001, changed: 10_001 }
    const answer = await world.admin.post(`${base}/rename-option`, { ...ask, expected })
    await buildStudentPeriod(services.owner, {
      school_id: world.schoolId,
      period_id: id,
      program: 'Nursing',
    })
    await services.runJobs()
    const job = (await world.admin.get(`/api/jobs/${answer.body.data.job_id}`)).body.data
    expect([job.state, await programs()]).toEqual(['failed', ['Nursing', 'Medicine', 'Dance']])
  })
})

describe('renaming an option during other changes', () => {
  it('includes setup that someone saves at the same moment', async () => {
    const { id, base, read, programs } = await build()
    const ask = { field: 'program', from: 'Dance', to: 'Dance and movement', carries_records: false }
    const held = await holdLock(services, 'select from periods where id = $1 for no key update', [id])
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

  it('doesn’t wait for a record that is being added', async () => {
    const { id, base, programs } = await build()
    const ask = { field: 'program', from: 'Dance', to: 'Dance and movement', carries_records: false }
    await services.owner.transaction().execute(async (trx) => {
      await buildStudentPeriod(trx, { school_id: world.schoolId, period_id: id })
      expect((await world.admin.post(`${base}/rename-option`, ask)).status).toBe(200)
    })
    expect(await programs()).toEqual(['Nursing', 'Medicine', 'Dance and movement'])
  })
})
