import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { builtInViews } from '#contract/records/views/built-in.ts'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import { createClient } from '#server/testing/client.ts'
import { publishForm, sendForm, smallForm, type SentForm } from '#server/testing/form-requests.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

let services: TestServices
let world: SchoolWorld
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  world = await buildSchoolWorld(services)
  await publishForm(world)
})

const send = (sid: string, more: object = {}): Promise<SentForm> =>
  sendForm({ services, world }, { student: { sid }, sid, ...more })

/** Decides a coverage type of a form as one that can’t be processed. */
const decide = async (form: SentForm, coverage_type = 'medical') => {
  const answer = await world.admin.post('/api/decisions', {
    form_submission_id: form.id,
    coverage_type,
    outcome: 'utp',
    reason_codes: ['card_back_missing'],
  })
  expect(answer.status).toBe(201)
  return answer
}

/** Moves the last day to respond to a coverage type of a form. */
const setLastDay = (form: SentForm, coverage: string, respond_by: string) =>
  services.owner
    .updateTable('decision_outcomes')
    .set({ respond_by })
    .where('submission_id', '=', form.id)
    .where('coverage_type', '=', coverage)
    .execute()

const setRecord = (form: SentForm, values: object) =>
  services.owner
    .updateTable('student_periods')
    .set(values)
    .where('student_id', '=', form.student_id)
    .execute()

const list = (query: string) =>
  world.admin.get(`/api/student-periods-by-period/${world.periodId}?columns=respond_by&${query}`)

/** The last days in the list, by student ID. */
const lastDays = async (): Promise<(string | null)[]> =>
  (await list('sort=sid')).body.data.map(({ respond_by }: { respond_by: string | null }) => respond_by)

/** The students in the built-in view, and how many it counts. */
const overdue = async () => {
  const { query } = builtInViews.find(({ key }) => key === 'response_overdue') ?? {}
  const found = await list(`where=${encodeURIComponent(JSON.stringify(query?.where))}`)
  const { body } = await world.registrar.get(`/api/views/counts?period_id=${world.periodId}`)
  const { quantity } = body.data.built_in.find(({ key }: { key: string }) => key === 'response_overdue')
  return [found.body.data.map(({ student_id }: { student_id: number }) => student_id), quantity]
}

describe('the last day to respond', () => {
  it('is in the list once a waiver can’t be processed; the view has the student from the next day on', async () => {
    const form = await send('A-1')
    await buildStudentPeriod(services.owner, {
      school_id: world.schoolId,
      period_id: world.periodId,
      student: { sid: 'B-1' },
      medical_status: 'waiver_utp',
    })
    expect(await lastDays()).toEqual([null, null])
    await decide(form)
    expect(await lastDays()).toEqual(['2026-12-20', null])
    await setLastDay(form, 'medical', '2026-11-20')
    expect(await overdue()).toEqual([[], 0])
    await setLastDay(form, 'medical', '2026-11-19')
    expect(await overdue()).toEqual([[form.student_id], 1])
    await setRecord(form, { status: 'inactive' })
    expect(await overdue()).toEqual([[], 0])
  })

  it('is the earliest of the coverage types that can’t be processed now', async () => {
    const form = await send('A-1', { coverage_types: ['medical', 'dental'] })
    await decide(form)
    await decide(form, 'dental')
    await setLastDay(form, 'dental', '2026-12-01')
    expect(await lastDays()).toEqual(['2026-12-01'])
    await setRecord(form, { dental_status: 'waiver_declined' })
    expect(await lastDays()).toEqual(['2026-12-20'])
    await setRecord(form, { medical_status: 'waiver_declined' })
    expect(await lastDays()).toEqual([null])
  })

  it('is there for a student who is still enrolled, and not for an enrollment form', async () => {
    const form = await send('A-1')
    await decide(form)
    await setRecord(form, { medical_status: 'enrolled_waiver_utp' })
    await publishForm(world, { type: 'enroll' })
    const enroll = await send('B-1', { form_type: 'enroll' })
    await decide(enroll)
    await setRecord(enroll, { medical_status: 'enrollment_utp' })
    expect(await lastDays()).toEqual(['2026-12-20', null])
    await setRecord(enroll, { medical_status: 'waiver_utp' })
    expect(await lastDays()).toEqual(['2026-12-20', null])
  })

  it('is that of the latest decision, also after the student sent the form again', async () => {
    const form = await send('A-1')
    await decide(form)
    await setLastDay(form, 'medical', '2026-11-25')
    await createClient(services.app).put(`/api/public/form-submissions/${form.token}`, {
      ...smallForm,
      progress: 'complete',
      signature: 'M. Thompson',
    })
    expect(await lastDays()).toEqual([null])
    await decide(form)
    expect(await lastDays()).toEqual(['2026-12-20'])
  })

  it('isn’t that of an undone decision or of a form that a later one replaced', async () => {
    const undone = await send('A-1')
    const { headers } = await decide(undone)
    await world.admin.post(`/api/changes/${headers['x-change-id']}/undo`)
    await setRecord(undone, { medical_status: 'waiver_utp' })
    const replaced = await send('B-1')
    await decide(replaced)
    const later = await send('C-1')
    await services.owner
      .updateTable('form_submissions')
      .set({ superseded_by_id: later.id })
      .where('id', '=', replaced.id)
      .execute()
    expect(await lastDays()).toEqual([null, null, null])
  })

  it('sorts and filters the list', async () => {
    const [first, second] = [await send('A-1'), await send('B-1')]
    await decide(first)
    await decide(second)
    await setLastDay(second, 'medical', '2026-12-01')
    const sorted = await list('sort=respond_by')
    expect(sorted.body.data.map(({ student_id }: { student_id: number }) => student_id)).toEqual([
      second.student_id,
      first.student_id,
    ])
    const where = {
      operator: 'and',
      rules: [{ field: 'respond_by', match_mode: 'dateIs', value: '2026-12-20' }],
    }
    const found = await list(`where=${encodeURIComponent(JSON.stringify(where))}`)
    expect(found.body.data).toMatchObject([{ student_id: first.student_id, respond_by: '2026-12-20' }])
  })
})
