import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { coverageStatuses, type CoverageStatus } from '#contract/platform/coverage/choices.ts'
import { outcomes } from '#contract/review/decisions/choices.ts'
import { formTypes, type FormType } from '#contract/review/form-submissions/choices.ts'
import { smallForm, publishForm, sendForm, type SentForm } from '#server/testing/form-requests.ts'
import { createClient } from '#server/testing/client.ts'
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
  await publishForm(world, { type: 'enroll', fields: [{ name: 'dependents' }] })
})

const send = (form_type: FormType, more: object = {}): Promise<SentForm> =>
  sendForm({ services, world }, { form_type, ...more })
/** Sends another form of the same student. */
const sendAgain = async (form_type: FormType, more: object = {}): Promise<string> => {
  const path = `/api/public/periods/${world.periodId}/form-submissions`
  const answer = await createClient(services.app).post(path, { ...smallForm, form_type, ...more })
  expect(answer.status).toBe(201)
  return answer.body.data.confirmation_number
}
const list = async (queue?: string) => {
  const path = `/api/student-form-submissions?period_id=${world.periodId}`
  return (await world.admin.get(queue === undefined ? path : `${path}&queue=${queue}`)).body.data
}
const detail = async ({ id }: Pick<SentForm, 'id'>) =>
  (await world.admin.get(`/api/student-form-submissions/${id}`)).body.data
const record = async ({ student_period_id: id }: SentForm) =>
  (await world.admin.get(`/api/student-periods/${id}`)).body.data
const update = (form: SentForm, body: object) =>
  world.admin.put(`/api/student-periods/${form.student_period_id}`, body)
const asked = async ({ token }: SentForm) =>
  (await createClient(services.app).get(`/api/public/form-submissions/${token}`)).body.data.asked
const setStatus = (form: SentForm, medical_status: CoverageStatus) =>
  services.owner
    .updateTable('student_periods')
    .set({ medical_status })
    .where('id', '=', form.student_period_id)
    .execute()
const decide = (form: Pick<SentForm, 'id'>, more: object = {}) =>
  world.admin.post('/api/decisions', {
    form_submission_id: form.id,
    coverage_type: 'medical',
    outcome: 'approve',
    ...more,
  })

describe.each(formTypes)('an open %s form, whatever the status becomes', (type) => {
  it('is in the queue only while a decision about it is possible', async () => {
    const form = await send(type)
    for (const status of coverageStatuses) {
      await setStatus(form, status)
      const answers = await Promise.all(
        outcomes.map((outcome) =>
          world.admin.post('/api/decisions/preview', {
            form_submission_id: form.id,
            lines: [
              {
                coverage_type: 'medical',
                outcome,
                reason_codes: outcome === 'approve' ? [] : ['other'],
                note: 'x',
              },
            ],
          }),
        ),
      )
      const isListed = (await list('to_review')).length > 0
      const canDecide = answers.some((one) => one.status === 200)
      expect([status, isListed && !canDecide]).toEqual([status, false])
      const { open_coverages, settled } = await detail(form)
      expect([status, open_coverages.length > 0, settled.length > 0]).toEqual([status, isListed, !isListed])
    }
  })
})

describe('a status call', () => {
  const calls: [FormType, CoverageStatus, string][] = [
    ['waiver', 'waived', 'approve'],
    ['waiver', 'waiver_utp', 'utp'],
    ['waiver', 'waiver_declined', 'decline'],
    ['enroll', 'enrolled', 'approve'],
    ['enroll', 'enrollment_utp', 'utp'],
  ]
  it.each(calls)('decides the open %s form when it makes the status %s', async (type, status, outcome) => {
    const form = await send(type)
    const { headers } = await update(form, { medical_status: status })
    expect(await detail(form)).toMatchObject({
      decision: 'decided',
      settled: [],
      outcomes: [{ outcome, to_status: status, decided_by: { id: world.adminId }, undone_at: null }],
    })
    expect(await list('to_review')).toEqual([])
    expect(await list('waiting_for_student')).toHaveLength(outcome === 'utp' ? 1 : 0)
    expect((await world.admin.post(`/api/changes/${headers['x-change-id']}/undo`)).status).toBe(200)
    expect(await list('to_review')).toMatchObject([{ id: form.id, decision: 'open' }])
  })

  it('closes the form with the reason of an override, in bulk too', async () => {
    const [one, other] = [await send('waiver'), await send('waiver', { sid: 'O-1', student: { sid: 'O-1' } })]
    await update(one, { medical_status: 'exempt', override_reason: 'Part-time.' })
    await world.admin.post('/api/student-periods/bulk-operations/update-coverage-statuses', {
      ids: [other.student_period_id],
      medical_status: 'enrolled',
      override_reason: 'By phone.',
    })
    expect(await detail(one)).toMatchObject({
      decision: 'decided',
      outcomes: [{ outcome: 'closed', note: 'Part-time.' }],
    })
    expect(await detail(other)).toMatchObject({
      decision: 'decided',
      outcomes: [{ outcome: 'closed', note: 'By phone.' }],
    })
    expect(await list('to_review')).toEqual([])
  })
})

describe('a waiver that couldn’t be processed', () => {
  const changes: [CoverageStatus, string, object][] = [
    ['waived', 'approve', {}],
    ['waiver_declined', 'decline', {}],
    ['enrolled', 'closed', { override_reason: 'By phone.' }],
    ['exempt', 'closed', { override_reason: 'By phone.' }],
  ]
  it.each(changes)('is no longer asked for once staff set %s: %s', async (status, outcome, more) => {
    const form = await send('waiver')
    await decide(form, { outcome: 'utp', reason_codes: ['card_back_missing'] })
    const { headers, status: answered } = await update(form, { medical_status: status, ...more })
    expect(answered).toBe(200)
    expect((await detail(form)).outcomes).toMatchObject([{ outcome, to_status: status }, { outcome: 'utp' }])
    expect(await asked(form)).toEqual([])
    expect((await world.admin.post(`/api/changes/${headers['x-change-id']}/undo`)).status).toBe(200)
    expect(await record(form)).toMatchObject({ medical_status: 'waiver_utp' })
    expect(await asked(form)).toMatchObject([{ coverage_type: 'medical' }])
    expect(await list('waiting_for_student')).toHaveLength(1)
  })

  it('is asked for again only if the status is again what it was', async () => {
    const form = await send('waiver')
    await decide(form, { outcome: 'utp', reason_codes: ['card_back_missing'] })
    await setStatus(form, 'loa')
    expect(await asked(form)).toEqual([])
    await setStatus(form, 'enrollment_utp')
    expect(await asked(form)).toEqual([])
    await setStatus(form, 'waiver_utp')
    expect(await asked(form)).toHaveLength(1)
  })
})

it('says who settled a form in another way, and how', async () => {
  const form = await send('waiver')
  await world.admin.post('/api/student-periods/bulk-operations/update-student-status', {
    ids: [form.student_period_id],
    academic_status: 'withdrawn',
  })
  expect(await detail(form)).toMatchObject({
    open_coverages: [],
    settled: [
      {
        coverage_type: 'medical',
        status: 'not_applicable',
        by: { id: world.adminId },
        kind: 'student_status_changed',
      },
    ],
  })
})

describe('a later form for the same coverage', () => {
  it.each([
    ['waiver', 'enroll'],
    ['enroll', 'waiver'],
  ] as const)('replaces an open %s form when it’s an %s form', async (first, second) => {
    const form = await send(first)
    const number = await sendAgain(second)
    expect(await detail(form)).toMatchObject({ superseded_by_number: number })
    const [later] = await list('to_review')
    expect(later).toMatchObject({ form_type: second })
    expect((await detail(later)).supersedes).toHaveLength(1)
  })

  it('leaves what it doesn’t cover open', async () => {
    const form = await send('waiver', { coverage_types: ['medical', 'dental'] })
    const number = await sendAgain('enroll')
    expect(await detail(form)).toMatchObject({
      superseded_by: null,
      decided_coverages: ['medical'],
      open_coverages: ['dental'],
      outcomes: [{ coverage_type: 'medical', outcome: 'closed', note: `Replaced by ${number}.` }],
    })
    expect(await record(form)).toMatchObject({
      medical_status: 'enrollment_submitted',
      dental_status: 'waiver_submitted',
    })
  })

  it('leaves a decided waiver as it was decided', async () => {
    const form = await send('waiver')
    await decide(form)
    await sendAgain('enroll')
    expect(await detail(form)).toMatchObject({ superseded_by: null, decision: 'decided' })
    expect(await record(form)).toMatchObject({ medical_status: 'waived_enrollment_submitted' })
  })

  it('replaces nothing if its match is weaker: staff look at both', async () => {
    const form = await send('waiver', { sid: 'K-1', student: { sid: 'K-1' } })
    const number = await sendAgain('waiver', { signature: 'A stranger' })
    expect(await detail(form)).toMatchObject({ superseded_by: null, open_coverages: ['medical'] })
    const stranger = (await list()).find((one: { id: number }) => one.id !== form.id)
    expect(await detail(stranger)).toMatchObject({
      confirmation_number: number,
      flagged_coverages: ['medical'],
      open_coverages: ['medical'],
    })
    expect(await record(form)).toMatchObject({
      medical_status: 'waiver_submitted',
      signature: 'Maya Thompson',
    })
  })
})

describe('an enrolled student’s enrollment form', () => {
  const spouse = { type: 'spouse', first_name: 'Ada', last_name: 'Thompson', dob: '2002-02-02' }
  const enrolled = async (): Promise<SentForm> => {
    const path = `/api/periods/${world.periodId}/medical-plan`
    const { version, ...plan } = (await world.admin.get(path)).body.data
    const premiums = { ...plan.premiums, enrolled: '4678.00', enrolled_esp: '9356.00' }
    await world.admin.put(path, { ...plan, premiums, proration: 'none', version })
    const form = await send('enroll', { qualifying_event: 'marriage' })
    await decide(form)
    await sendAgain('enroll', { dependents: [spouse], signature: 'Maya T.', qualifying_event: 'marriage' })
    return form
  }

  it('is a change of the plan with its own queue, and adds the dependents with the difference', async () => {
    const first = await enrolled()
    const [change] = await list('plan_changes')
    expect(change).toMatchObject({ open_coverages: ['medical'], plan_change_coverages: ['medical'] })
    const answer = await decide(change)
    expect(answer.status).toBe(201)
    expect(await record(first)).toMatchObject({
      medical_status: 'enrolled_esp',
      medical_enroll_premium: '9356.00',
      dependents: [{ first_name: 'Ada', covers: ['medical'] }],
    })
    expect(await list('plan_changes')).toEqual([])
    await world.admin.post(`/api/changes/${answer.headers['x-change-id']}/undo`)
    expect(await record(first)).toMatchObject({
      medical_status: 'enrolled',
      medical_enroll_premium: '4678.00',
      dependents: [],
    })
    expect(await list('plan_changes')).toHaveLength(1)
  })

  it('costs the difference from the life event on, where premiums are prorated', async () => {
    const first = await enrolled()
    const path = `/api/periods/${world.periodId}/medical-plan`
    const plan = (await world.admin.get(path)).body.data
    await world.admin.put(path, { ...plan, proration: 'monthly' })
    await services.owner
      .updateTable('student_periods')
      .set({ medical_enroll_coverage_start_on: '2026-08-01' })
      .where('id', '=', first.student_period_id)
      .execute()
    const [change] = await list('plan_changes')
    await decide(change)
    // 9 of 12 months from November on
    expect(await record(first)).toMatchObject({
      medical_enroll_premium: '8186.50',
      dependents: [{ first_name: 'Ada', medical_start_on: '2026-11-10' }],
    })
  })

  it('can be closed with a reason, which changes nothing', async () => {
    const first = await enrolled()
    const [change] = await list('plan_changes')
    const answer = await world.admin.post(`/api/student-form-submissions/${change.id}/close`, {
      coverage_types: ['medical'],
      reason: 'The spouse has other coverage.',
      version: change.version,
    })
    expect(answer.body.data).toMatchObject({
      open_coverages: [],
      outcomes: [{ outcome: 'closed', note: 'The spouse has other coverage.' }],
    })
    expect(await record(first)).toMatchObject({ medical_status: 'enrolled', dependents: [] })
    expect(await list('to_review')).toEqual([])
  })
})

describe('closing', () => {
  it('ends a form that the student’s coverage doesn’t allow, and can be undone', async () => {
    const form = await send('waiver', { coverage_types: ['medical', 'vision'] })
    const { version } = await detail(form)
    const close = (body: object) =>
      world.admin.post(`/api/student-form-submissions/${form.id}/close`, { version, ...body })
    const wrong = await close({ coverage_types: ['dental'], reason: 'x' })
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['coverage_types']])
    const answer = await close({ coverage_types: ['vision'], reason: 'Not offered to them.' })
    expect(answer.body.data).toMatchObject({ open_coverages: ['medical'] })
    expect((await close({ coverage_types: ['medical'], reason: 'x' })).status).toBe(409)
    await world.admin.post(`/api/changes/${answer.headers['x-change-id']}/undo`)
    expect(await detail(form)).toMatchObject({ open_coverages: ['medical', 'vision'] })
  })

  it('ends a form that matches no student', async () => {
    await sendAgain('waiver')
    const [form] = await list('unmatched')
    const answer = await world.admin.post(`/api/student-form-submissions/${form.id}/close`, {
      coverage_types: ['medical'],
      reason: 'Not a student here.',
      version: form.version,
    })
    expect(answer.status).toBe(200)
    expect(await list('unmatched')).toEqual([])
    await world.admin.post(`/api/changes/${answer.headers['x-change-id']}/undo`)
    expect(await list('unmatched')).toHaveLength(1)
  })
})
