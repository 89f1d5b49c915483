import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { waiverConfiguration } from '#contract/setup/period-documents/waiver-configuration.ts'
import { publishForm, sendForm, type SentForm } from '#server/testing/form-requests.ts'
import { buildPerson } from '#server/testing/sign-in.ts'
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

const send = (more: object = {}): Promise<SentForm> => sendForm({ services, world }, { ...more })
const decide = (form: SentForm, more: object = {}) =>
  world.admin.post('/api/decisions', {
    form_submission_id: form.id,
    coverage_type: 'medical',
    outcome: 'approve',
    ...more,
  })
const record = ({ student_period_id: id }: SentForm) =>
  services.owner.selectFrom('student_periods').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const stored = ({ id }: SentForm) =>
  services.owner.selectFrom('form_submissions').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const emailsTo = ({ student_id: id }: SentForm) =>
  services.owner
    .selectFrom('emails')
    .select(['kind', 'body', 'state', 'subject'])
    .where('student_id', '=', id)
    .where('kind', 'not like', '%submission_confirmation')
    .orderBy('id')
    .execute()
const suggestions = async ({ id }: SentForm) =>
  (await world.admin.get(`/api/decisions?formSubmissionId=${id}`)).body.data
const utp = { outcome: 'utp', reason_codes: ['card_back_missing'] }

/** Publishes waiver options. Only the statements and documents are required, unless the test says otherwise. */
const publishRules = async (change: object = {}): Promise<void> => {
  const path = `/api/periods/${world.periodId}/waiver-configuration`
  const { version, ...present } = (await world.admin.get(path)).body.data
  const { body } = await world.admin.put(path, { ...present, ...change, version })
  await world.admin.post(`/api/periods/${world.periodId}/publications`, {
    documents: [{ kind: waiverConfiguration.kind, version: body.data.version }],
  })
}

describe('a suggestion', () => {
  it('is made when a form arrives: rules with their evidence, risk and the target day', async () => {
    await publishRules({ decision_target_days: 3 })
    const form = await send()
    const [suggested, ...others] = await suggestions(form)
    expect(others).toEqual([])
    expect(suggested).toMatchObject({
      coverage_type: 'medical',
      recommendation: 'utp',
      confidence: 'low',
      suggested_status: 'waiver_utp',
      ruleset_version: 1,
      mode: 'assist',
      decided: null,
    })
    expect(suggested.rules.map(({ key }: { key: string }) => key)).toContain('documents_required')
    expect(await stored(form)).toMatchObject({ recommendation: 'utp', deadline_on: '2026-11-25' })
  })

  it('needs staff when the policy year has no published rules, and approves an enrollment form', async () => {
    const [waiver] = await suggestions(await send())
    expect(waiver).toMatchObject({ recommendation: 'needs_review', rules: [], ruleset_version: null })
    await publishForm(world, { type: 'enroll' })
    const enroll = await send({ form_type: 'enroll', student: { sid: 'E-1' }, sid: 'E-1' })
    expect(await suggestions(enroll)).toMatchObject([{ recommendation: 'approve', confidence: 'high' }])
  })

  it('keeps the frozen facts, can’t be changed, and isn’t saved again while nothing changes', async () => {
    await publishRules()
    const form = await send()
    await decide(form, { outcome: 'utp', reason_codes: ['letter_missing'] })
    const rows = await services.owner
      .selectFrom('decisions')
      .select(['id', 'inputs'])
      .where('submission_id', '=', form.id)
      .execute()
    expect(rows).toHaveLength(1)
    expect(rows[0]?.inputs).toMatchObject({
      submitted_on: '2026-11-20',
      line: { status: 'waiver_submitted' },
    })
    await expect(
      services.services.db
        .updateTable('decisions')
        .set({ risk: 0 })
        .where('id', '=', Number(rows[0]?.id))
        .execute(),
    ).rejects.toThrow(/permission denied/)
  })
})

describe('a decision', () => {
  it('approves a waiver: status, form, outcome, history and email in one change', async () => {
    const form = await send()
    const answer = await decide(form, { version: form.version })
    expect(answer.status).toBe(201)
    expect(answer.body.data).toMatchObject({
      coverage_type: 'medical',
      outcome: 'approve',
      from_status: 'waiver_submitted',
      to_status: 'waived',
      version: form.version + 1,
      decided_by: { id: world.adminId },
    })
    const changeId = Number(answer.headers['x-change-id'])
    expect(answer.body.data.change_id).toBe(changeId)
    expect(await record(form)).toMatchObject({
      medical_status: 'waived',
      medical_waive_verified_on: '2026-11-20',
    })
    expect(await stored(form)).toMatchObject({
      decision: 'decided',
      deadline_on: null,
      version: form.version + 1,
    })
    expect(await emailsTo(form)).toMatchObject([{ kind: 'waiver_approved_confirmation', state: 'queued' }])
    const history = await services.owner
      .selectFrom('history')
      .select(['kind', 'actor_id'])
      .where('change_id', '=', changeId)
      .orderBy('id')
      .execute()
    expect(history.map(({ kind }) => kind)).toEqual([
      'coverage_status_changed',
      'form_decided',
      'email_queued',
    ])
    const listed = await world.admin.get(
      `/api/student-history-entries?student_id=${form.student_id}&kind=email_queued&per_page=1`,
    )
    const [email] = await emailsTo(form)
    expect(listed.body.data).toMatchObject([
      {
        change_id: changeId,
        actor: { id: world.adminId },
        subject: { type: 'student_email', id: answer.body.data.email_id },
        student_period_id: form.student_period_id,
        changes: [{ field: 'subject', after: email?.subject }],
      },
    ])
    expect(await suggestions(form)).toMatchObject([{ decided: { outcome: 'approve' } }])
  })

  it('of unable to process tells the student what to fix, and by when', async () => {
    await publishRules({ grace_days: 20 })
    const form = await send()
    const answer = await decide(form, {
      outcome: 'utp',
      reason_codes: ['card_back_missing', 'other'],
      note: 'Write your middle name too.',
    })
    expect(answer.body.data).toMatchObject({ to_status: 'waiver_utp', respond_by: '2026-12-10' })
    expect(await stored(form)).toMatchObject({ decision: 'decided', deadline_on: '2026-12-10' })
    const [email] = await emailsTo(form)
    expect(email?.kind).toBe('waiver_unable_to_process')
    expect(email?.body).toContain('Send a picture of the back of your insurance card.')
    expect(email?.body).toContain('Write your middle name too.')
    expect(email?.body).toContain('December 10, 2026')
  })

  it('declines a waiver with the message of the requirement, and can be made after unable to process', async () => {
    await publishRules()
    const form = await send()
    await decide(form, utp)
    const answer = await decide(form, { outcome: 'decline', reason_codes: ['documents_required'] })
    expect(answer.body.data).toMatchObject({ from_status: 'waiver_utp', to_status: 'waiver_declined' })
    const emails = await emailsTo(form)
    expect(emails.map(({ kind }) => kind)).toEqual(['waiver_unable_to_process', 'waiver_declined'])
    expect(emails[1]?.body).toContain('insurance card, back')
  })

  it('sends no email if staff don’t want one', async () => {
    const form = await send()
    const { body } = await decide(form, { send_email: false })
    expect([body.data.email_id, await emailsTo(form)]).toEqual([null, []])
  })

  it('about several coverage types is one change with one email for each outcome', async () => {
    const form = await send({ coverage_types: ['medical', 'dental', 'vision'] })
    const answer = await world.admin.post('/api/decisions/together', {
      form_submission_id: form.id,
      lines: [
        { coverage_type: 'medical', ...utp },
        { coverage_type: 'dental', outcome: 'approve' },
        { coverage_type: 'vision', outcome: 'approve' },
      ],
    })
    expect(answer.status).toBe(201)
    expect(answer.body.data.outcomes).toHaveLength(3)
    expect(await record(form)).toMatchObject({
      medical_status: 'waiver_utp',
      dental_status: 'waived',
      vision_status: 'waived',
    })
    expect((await emailsTo(form)).map(({ kind }) => kind)).toEqual([
      'waiver_unable_to_process',
      'waiver_approved_confirmation',
    ])
  })

  it('of one coverage type leaves the others open', async () => {
    const form = await send({ coverage_types: ['medical', 'dental'] })
    await decide(form)
    expect(await stored(form)).toMatchObject({ decision: 'partly', decided_coverages: ['medical'] })
    expect(await suggestions(form)).toMatchObject([{ decided: { outcome: 'approve' } }, { decided: null }])
    expect(await record(form)).toMatchObject({ medical_status: 'waived', dental_status: 'waiver_submitted' })
  })

  it('sets dates and premium when an enrollment is approved', async () => {
    await publishForm(world, { type: 'enroll' })
    const form = await send({ form_type: 'enroll' })
    await decide(form)
    const { medical_status, medical_enroll_coverage_start_on } = await record(form)
    expect([medical_status, medical_enroll_coverage_start_on]).toEqual(['enrolled', expect.any(String)])
    expect((await emailsTo(form)).map(({ kind }) => kind)).toEqual(['enrollment_approved'])
  })

  it('shows what it would change and send before', async () => {
    await publishRules({ grace_days: 20 })
    const form = await send({ coverage_types: ['medical', 'dental'] })
    const { status, body } = await world.admin.post('/api/decisions/preview', {
      form_submission_id: form.id,
      lines: [
        { coverage_type: 'medical', ...utp },
        { coverage_type: 'dental', outcome: 'approve' },
      ],
    })
    expect(status).toBe(200)
    expect(body.data.lines).toMatchObject([
      { from_status: 'waiver_submitted', to_status: 'waiver_utp', respond_by: '2026-12-10' },
      {
        to_status: 'waived',
        changes: expect.arrayContaining([expect.objectContaining({ after: '2026-11-20' })]),
      },
    ])
    expect(body.data.emails).toMatchObject([
      { to: 'maya@university.example', not_sent: null },
      { to: 'maya@university.example', not_sent: null },
    ])
    expect(body.data.emails[0].html).toContain('back of your insurance card')
    expect([await stored(form), await emailsTo(form)]).toMatchObject([{ decision: 'open' }, []])
  })
})

describe('a decision is refused', () => {
  test.each<[string, object, string]>([
    ['without a reason', { outcome: 'utp' }, 'reason_codes'],
    [
      'with a reason of another outcome',
      { outcome: 'utp', reason_codes: ['max_deductible'] },
      'reason_codes',
    ],
    ['with “Other” and no note', { outcome: 'decline', reason_codes: ['other'] }, 'note'],
    ['for coverage that isn’t on the form', { coverage_type: 'dental' }, 'coverage_type'],
  ])('%s', async (_, more, key) => {
    const form = await send()
    const answer = await decide(form, more)
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [key]])
    expect(await stored(form)).toMatchObject({ decision: 'open' })
  })

  it('if the form is unmatched, replaced, unknown, or an enrollment form to decline', async () => {
    await sendForm({ services, world }, { student: { dob: '1999-01-01' } }).catch(() => undefined)
    const [unmatched] = await services.owner
      .selectFrom('form_submissions')
      .select('id')
      .where('school_id', '=', world.schoolId)
      .execute()
    const ids = [Number(unmatched?.id), 999_999]
    for (const form_submission_id of ids)
      expect(
        (await decide({ id: form_submission_id, version: 1, student_id: 0, student_period_id: 0, token: '' }))
          .body.errors,
      ).toHaveProperty('form_submission_id')
    const old = await send({ student: { sid: 'R-1' }, sid: 'R-1' })
    services.clock.advance(700)
    await services.owner
      .updateTable('form_submissions')
      .set({ superseded_by_id: old.id })
      .where('id', '=', old.id)
      .execute()
    expect((await decide(old)).body.errors).toHaveProperty('form_submission_id')
    await publishForm(world, { type: 'enroll' })
    const enroll = await send({ form_type: 'enroll', student: { sid: 'E-2' }, sid: 'E-2' })
    const declined = await decide(enroll, { outcome: 'decline', reason_codes: ['other'], note: 'No.' })
    expect(declined.body.errors).toHaveProperty('outcome')
  })

  it('if the status doesn’t allow it any longer', async () => {
    const form = await send()
    await services.owner
      .updateTable('student_periods')
      .set({ medical_status: 'exempt' })
      .where('id', '=', form.student_period_id)
      .execute()
    expect((await decide(form)).body.errors).toEqual({
      coverage_type: ['The status “Exempt” doesn’t allow this decision.'],
    })
  })

  it('while someone else has claimed the form', async () => {
    const form = await send()
    const other = await buildPerson(services, { permission: 'shipmate_admin' })
    await services.owner
      .updateTable('form_submissions')
      .set({
        claimed_by_id: other.id,
        claimed_until: new Date(services.clock.now().getTime() + 60_000).toISOString(),
      })
      .where('id', '=', form.id)
      .execute()
    const answer = await decide(form)
    expect([answer.status, answer.body.code]).toEqual([409, 'busy'])
    services.clock.advance(61)
    expect((await decide(form)).status).toBe(201)
  })

  it('to a school admin', async () => {
    const form = await send()
    const answer = await world.registrar.post('/api/decisions', { form_submission_id: form.id })
    expect(answer.status).toBe(403)
  })
})

describe('two people', () => {
  it('who decide the same form at once: one wins, the other gets a clear 409', async () => {
    for (let round = 0; round < 5; round += 1) {
      const form = await send({ student: { sid: `T-${round}` }, sid: `T-${round}` })
      const answers = await Promise.all([
        decide(form, { version: form.version }),
        decide(form, { version: form.version, outcome: 'decline', reason_codes: ['visa'] }),
      ])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
      const won = answers.find(({ status }) => status === 201)
      const lost = answers.find(({ status }) => status === 409)
      expect(lost?.body).toMatchObject({
        code: 'stale',
        message: expect.stringContaining('decided or changed this form'),
      })
      expect((await record(form)).medical_status).toBe(won?.body.data.to_status)
      expect(await emailsTo(form)).toHaveLength(1)
    }
  })
})

describe('an undone decision', () => {
  it('opens the form again with its former status, and cancels the email', async () => {
    const form = await send()
    const { headers } = await decide(form)
    const undone = await world.admin.post(`/api/changes/${headers['x-change-id']}/undo`)
    expect(undone.body.data).toMatchObject({ reverted: 2, left: [], emails_canceled: 1 })
    expect(await record(form)).toMatchObject({
      medical_status: 'waiver_submitted',
      medical_waive_verified_on: null,
    })
    expect(await stored(form)).toMatchObject({ decision: 'open', deadline_on: '2026-11-24' })
    expect(await emailsTo(form)).toMatchObject([{ state: 'canceled' }])
    const { body } = await world.admin.get(
      `/api/student-history-entries?student_id=${form.student_id}&kind=email_canceled`,
    )
    expect(body.data).toMatchObject([
      { change_id: Number(undone.headers['x-change-id']), cause: 'undo', actor: { id: world.adminId } },
    ])
    expect(await suggestions(form)).toMatchObject([{ decided: null }])
    expect((await decide(form)).status).toBe(201)
  })

  it('stays if the coverage was decided again', async () => {
    const form = await send()
    const { headers } = await decide(form, utp)
    await decide(form)
    const undone = await world.admin.post(`/api/changes/${headers['x-change-id']}/undo`)
    expect(undone.body.data).toMatchObject({ reverted: 0, left_total: 1 })
    expect((await record(form)).medical_status).toBe('waived')
  })
})

describe('an undo after someone edited the record', () => {
  it('leaves the record and the decision as they are', async () => {
    await publishForm(world, { type: 'enroll' })
    const form = await send({ form_type: 'enroll' })
    const { headers } = await decide(form)
    const edit = { medical_enroll_coverage_start_on: '2026-12-01' }
    await world.admin.put(`/api/student-periods/${form.student_period_id}/insurance-details`, edit)
    const undone = await world.admin.post(`/api/changes/${headers['x-change-id']}/undo`)
    expect(undone.body.data).toMatchObject({ reverted: 0, left_total: 1, emails_canceled: 0 })
    expect((await record(form)).medical_status).toBe('enrolled')
    expect(await stored(form)).toMatchObject({ decision: 'decided' })
  })
})

describe('a bulk decision', () => {
  it('decides forms with the same recommendation, leaves the others out, and can be undone', async () => {
    await publishForm(world, { type: 'enroll' })
    const forms = []
    for (const sid of ['B-1', 'B-2', 'B-3'])
      forms.push(
        await send({ form_type: 'enroll', student: { sid, university_email: `${sid}@u.example` }, sid }),
      )
    const different = await send({ student: { sid: 'B-4' }, sid: 'B-4' })
    const ids = [...forms, different].map(({ id }) => id)
    const ask = { ids, outcome: 'approve' }
    const preview = await world.admin.post('/api/decisions/bulk', { ...ask, dry_run: true })
    const counts = {
      matched: 4,
      changed: 3,
      emails: 3,
      skipped: [{ id: different.id, reason: 'different' }],
      skipped_total: 1,
    }
    expect(preview.body.data).toMatchObject(counts)
    const stale = await world.admin.post('/api/decisions/bulk', {
      ...ask,
      expected: { matched: 4, changed: 4 },
    })
    expect([stale.status, stale.body.code]).toEqual([409, 'stale'])
    const done = await world.admin.post('/api/decisions/bulk', {
      ...ask,
      expected: { matched: 4, changed: 3 },
    })
    expect(done.body.data).toMatchObject(counts)
    for (const form of forms) expect(await record(form)).toMatchObject({ medical_status: 'enrolled' })
    expect((await record(different)).medical_status).toBe('waiver_submitted')
    await world.admin.post(`/api/changes/${done.headers['x-change-id']}/undo`)
    for (const form of forms) {
      expect(await record(form)).toMatchObject({ medical_status: 'enrollment_submitted' })
      expect(await stored(form)).toMatchObject({ decision: 'open' })
    }
  })

  it('refuses an unknown form for the whole call', async () => {
    const form = await send()
    const answer = await world.admin.post('/api/decisions/bulk', {
      ids: [form.id, 999_999],
      outcome: 'approve',
    })
    expect([answer.status, (await stored(form)).decision]).toEqual([404, 'open'])
  })
})

describe('feedback', () => {
  it('says whether a suggestion was right', async () => {
    const [suggested] = await suggestions(await send())
    const answer = await world.admin.post('/api/decisions/feedback', {
      decision_id: suggested.id,
      verdict: 'disagree',
      correct_outcome: 'approve',
      comment: 'The card was readable.',
    })
    expect(answer.status).toBe(201)
    const unknown = await world.admin.post('/api/decisions/feedback', {
      decision_id: 999_999,
      verdict: 'agree',
    })
    expect([unknown.status, Object.keys(unknown.body.errors)]).toEqual([422, ['decision_id']])
  })
})
