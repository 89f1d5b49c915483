import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import { publishForm, sendForm } from '#server/testing/form-requests.ts'
import { refuseWrites } from '#server/testing/refuse-writes.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { sendAgeOutNotices } from './notices.ts'
import { noticeDue } from '../rules.ts'

// today is 2026-11-20; without a company a parent’s employer plan ends with the birth month
let services: TestServices
let world: SchoolWorld
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  // the system works in every school
  await services.owner.updateTable('periods').set({ state: 'closed' }).execute()
  world = await buildSchoolWorld(services)
})

const waived = async (dob: string, values: object = {}, student: object = {}) =>
  buildStudentPeriod(services.owner, {
    school_id: world.schoolId,
    period_id: world.periodId,
    academic_status: 'continuing',
    medical_status: 'waived',
    medical_waive_source_of_coverage: 'parent_employer_group',
    student: { dob, university_email: 'maya@university.example', ...student },
    ...values,
  })
const emails = (studentId: number) =>
  services.owner
    .selectFrom('emails')
    .select(['id', 'kind', 'subject', 'body', 'language', 'change_id'])
    .where('student_id', '=', studentId)
    .where('kind', 'like', 'aging_out%')
    .orderBy('id')
    .execute()
const kindsOf = async (studentId: number): Promise<string[]> =>
  (await emails(studentId)).map(({ kind }) => kind)
const pass = (days: number): void => services.clock.advance(days * 86_400)
const run = (): Promise<number> => sendAgeOutNotices(services.services)
const turnOff = async (...kinds: string[]) => {
  const path = `/api/schools/${world.schoolId}/email-settings`
  const settings = (await world.admin.get(path)).body.data
  await world.admin.put(path, { ...settings, kinds_off: kinds })
}

it.each<[string, readonly number[], number | null]>([
  ['2026-11-01', [], null],
  ['2026-11-02', [], 90],
  ['2026-11-30', [], 90],
  ['2026-12-02', [], 60],
  ['2026-12-02', [90], 60],
  ['2026-12-02', [90, 60], null],
  ['2026-12-31', [], 60],
  ['2027-01-01', [], 30],
  ['2027-01-01', [90, 60], 30],
  ['2027-01-30', [], 30],
  ['2027-01-31', [], null],
  ['2027-02-01', [], null],
  // the end moved later after a nearer notice was sent
  ['2026-11-02', [30], null],
  ['2026-11-30', [90], null],
])('on %s, with the notices %j sent, the notice of %s days is due', (today, sent, days) => {
  expect(noticeDue(today, '2027-01-31', sent)).toBe(days)
})

describe('notices before coverage ends', () => {
  it('are sent 90, 60 and 30 days before, once each by whichever process, with history', async () => {
    const { student_id, id } = await waived('2001-02-14')
    const sentOn: number[] = []
    for (const day of [0, 9, 10, 11, 39, 40, 41, 69, 70, 71, 99, 100, 101]) {
      pass(day)
      const [one, other] = await Promise.all([run(), run()])
      if (one + other > 0) sentOn.push(day)
      pass(-day)
    }
    // coverage ends on 2027-02-28, in 100 days
    expect(sentOn).toEqual([10, 40, 70])
    const [first, ...others] = await emails(student_id)
    expect([first, ...others].map((email) => email?.kind)).toEqual([
      'aging_out_90_days',
      'aging_out_60_days',
      'aging_out_30_days',
    ])
    expect(first?.subject).toBe('Your coverage under a parent’s plan ends on February 28, 2027')
    expect(first?.body).toContain('ends on February 28, 2027, in 90 days')
    const entries = await services.owner
      .selectFrom('history')
      .select(['kind', 'cause', 'subject_id', 'student_period_id'])
      .where('change_id', '=', first?.change_id ?? 0)
      .execute()
    expect(entries).toEqual([
      { kind: 'email_queued', cause: 'system', subject_id: first?.id, student_period_id: id },
    ])
  })

  it('skip those that were missed: only the nearest is sent', async () => {
    const [late, soon] = [await waived('2000-12-14'), await waived('2001-01-14')]
    expect(await run()).toBe(2)
    expect(await kindsOf(late.student_id)).toEqual(['aging_out_60_days'])
    expect(await kindsOf(soon.student_id)).toEqual(['aging_out_90_days'])
    expect((await emails(late.student_id))[0]?.body).toContain('in 41 days')
    expect(await run()).toBe(0)
  })

  it('are sent although those before them can’t be saved', async () => {
    const [stuck, next] = [await waived('2000-12-14'), await waived('2000-12-15')]
    world = await buildSchoolWorld(services)
    const other = await waived('2000-12-14')
    const when = `new.student_period_id = ${stuck.id}`
    const end = await refuseWrites(services, { table: 'age_out_notices', write: 'insert', when })
    expect(await run()).toBe(2)
    await end()
    expect(await kindsOf(stuck.student_id)).toEqual([])
    for (const { student_id } of [next, other]) expect(await kindsOf(student_id)).toHaveLength(1)
    expect(await run()).toBe(1)
  })

  it('appear in the report', async () => {
    const { id } = await waived('2000-12-14')
    await run()
    const { body } = await world.admin.get(`/api/reports/age-out?period_id=${world.periodId}`)
    expect(body.data).toMatchObject([
      { student_period_id: id, notice: { days_before: 60, at: '2026-11-20T15:00:00.000Z' } },
    ])
  })

  it('are one email for all coverage that ends on the same day', async () => {
    const { student_id } = await waived('2000-12-14', {
      dental_status: 'waived',
      dental_waive_source_of_coverage: 'parent_employer_group',
      vision_status: 'waived',
      vision_waive_source_of_coverage: 'individual_plan',
      vision_waive_subscriber_relation: 'parent',
    })
    // all three end on December 31
    expect(await run()).toBe(1)
    expect(await emails(student_id)).toHaveLength(1)
    expect(await run()).toBe(0)
  })

  it('follow the language of the student’s latest form', async () => {
    await publishForm(world)
    const template = (
      await world.admin.get(`/api/school-email-templates?school_id=${world.schoolId}`)
    ).body.data.find(({ kind }: { kind: string }) => kind === 'aging_out_60_days')
    const { subject, html, text, version } = template
    const es = { subject: 'Su cobertura termina', html: '<p>Hola {{deadline.on}}</p>', text: null }
    const saved = await world.admin.put(`/api/school-email-templates/${template.id}`, {
      subject,
      html,
      text,
      version,
      translations: { es },
    })
    expect(saved.status).toBe(200)
    const form = await sendForm({ services, world }, { sid: 'L-1', student: { sid: 'L-1' }, language: 'es' })
    await services.owner
      .updateTable('student_periods')
      .set({ medical_status: 'waived', medical_waive_source_of_coverage: 'parent_employer_group' })
      .where('id', '=', form.student_period_id)
      .execute()
    await services.owner
      .updateTable('students')
      .set({ dob: '2000-12-14' })
      .where('id', '=', form.student_id)
      .execute()
    expect(await run()).toBe(1)
    expect(await emails(form.student_id)).toMatchObject([{ language: 'es', subject: 'Su cobertura termina' }])
  })

  it('aren’t sent if the school turned the kind off', async () => {
    await turnOff('aging_out_60_days')
    const { student_id } = await waived('2000-12-14')
    expect(await run()).toBe(0)
    pass(11)
    expect(await run()).toBe(1)
    pass(-11)
    expect(await kindsOf(student_id)).toEqual(['aging_out_30_days'])
  })

  it.each([
    ['has no email address', {}, { university_email: null, personal_email: null }],
    ['has a record that’s inactive', { status: 'inactive' }, {}],
    ['has graduated', { academic_status: 'graduated' }, {}],
    ['has a waiver that isn’t decided', { medical_status: 'waiver_submitted' }, {}],
    ['has aged out', { medical_status: 'waived_aged_out' }, {}],
    ['sent an enrollment form', { medical_status: 'waived_enrollment_submitted' }, {}],
  ])('aren’t sent to a student who %s', async (_why, values, student) => {
    const { student_id } = await waived('2000-12-14', values, student)
    expect(await run()).toBe(0)
    expect(await emails(student_id)).toEqual([])
  })

  it('aren’t sent outside of an open policy year', async () => {
    await waived('2000-12-14')
    await services.owner
      .updateTable('periods')
      .set({ state: 'draft' })
      .where('id', '=', world.periodId)
      .execute()
    expect(await run()).toBe(0)
  })
})
