import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import { coverageStatuses } from '#contract/platform/coverage/choices.ts'
import { buildFormSubmission } from '#server/review/form-submissions/factory.ts'
import { clientOf } from '#server/testing/client.ts'
import { buildPerson } from '#server/testing/sign-in.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { undoByJob } from '#server/testing/undo-job.ts'
import { buildStudentPeriod } from './factory.ts'

let services: TestServices
let world: SchoolWorld
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  world = await buildSchoolWorld(services)
})

const path = '/api/student-periods/bulk-operations/update-coverage-statuses'
const build = async (values: object = {}) =>
  (
    await buildStudentPeriod(services.owner, {
      school_id: world.schoolId,
      period_id: world.periodId,
      ...values,
    })
  ).id
const read = (id: number) =>
  services.owner.selectFrom('student_periods').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const historyOf = (id: number) =>
  services.owner.selectFrom('history').selectAll().where('student_period_id', '=', id).orderBy('id').execute()

describe('update-coverage-statuses', () => {
  it('runs the event for the target, with its dates, and records it', async () => {
    const id = await build({ medical_status: 'waiver_submitted' })
    const answer = await world.admin.post(path, { ids: [id], medical_status: 'waived' })
    expect(answer.status).toBe(200)
    expect(answer.body.data).toMatchObject({ matched: 1, changed: 1, skipped: [], skipped_total: 0 })
    expect(await read(id)).toMatchObject({
      medical_status: 'waived',
      medical_waive_verified_on: '2026-11-20',
      version: 2,
    })
    const [entry] = await historyOf(id)
    expect(entry).toMatchObject({ kind: 'coverage_status_changed', cause: 'bulk', actor_id: world.adminId })
    expect(entry?.changes).toContainEqual({
      field: 'medical_status',
      before: 'waiver_submitted',
      after: 'waived',
    })
    expect(Number(answer.headers['x-change-id'])).toBe(entry?.change_id)
  })

  it('previews the same and changes nothing', async () => {
    const [one, other] = [
      await build({ medical_status: 'waiver_submitted' }),
      await build({ medical_status: 'enrolled' }),
    ]
    const answer = await world.admin.post(path, {
      ids: [one, other],
      medical_status: 'waived',
      dry_run: true,
    })
    expect(answer.body.data).toMatchObject({ matched: 2, changed: 1, skipped_total: 1 })
    expect(answer.body.data.skipped[0]).toMatchObject({ id: other, reason: 'not_allowed' })
    expect(answer.body.data.moves).toEqual([
      { coverage: 'medical', from: 'waiver_submitted', to: 'waived', event: 'approve_waiver', quantity: 1 },
    ])
    expect((await read(one)).medical_status).toBe('waiver_submitted')
    expect(answer.headers['x-change-id']).toBeUndefined()
  })

  it('overrides with a reason, and changes only the status', async () => {
    const id = await build({ medical_status: 'enrolled' })
    await world.admin.post(path, { ids: [id], medical_status: 'waived', override_reason: 'Court order' })
    expect(await read(id)).toMatchObject({ medical_status: 'waived', medical_waive_verified_on: null })
    const [entry] = await historyOf(id)
    expect(entry).toMatchObject({ kind: 'coverage_status_overridden', reason: 'Court order' })
  })

  it('overrides only with a reason, and only if the call allows it', async () => {
    const requested = await build({ medical_status: 'enrollment_submitted' })
    const submitted = await build({ medical_status: 'waiver_submitted' })
    const call = { ids: [requested, submitted], medical_status: 'waived' }
    const kept = await world.admin.post(path, {
      ...call,
      override: false,
      override_reason: 'Called in',
      dry_run: true,
    })
    expect(kept.body.data).toMatchObject({ changed: 1, overrides: { possible: 1, total: 0 } })
    const unsaid = await world.admin.post(path, { ...call, override: true, override_reason: ' ' })
    expect(unsaid.status).toBe(422)
    expect(Object.keys(unsaid.body.errors)).toEqual(['override_reason'])
    expect((await read(requested)).medical_status).toBe('enrollment_submitted')

    const before = await world.admin.post(path, { ...call, dry_run: true })
    expect(before.body.data).toMatchObject({ changed: 1, overrides: { possible: 1, total: 0, rows: [] } })
    // a preview of overrides needs no reason and lists the overridden rows
    const preview = await world.admin.post(path, { ...call, override: true, dry_run: true })
    expect(preview.body.data).toMatchObject({
      changed: 2,
      skipped_total: 0,
      overrides: { possible: 0, total: 1, rows: [{ id: requested }] },
    })

    // between the preview and applying, a record that could change normally comes to need an override
    await world.admin.post(path, { ids: [submitted], medical_status: 'waiver_utp' })
    await world.admin.post(path, {
      ids: [submitted],
      medical_status: 'declined',
      override: true,
      override_reason: 'x',
    })
    const promised = { ...call, override: true, override_reason: 'Called in' }
    const stale = await world.admin.post(path, {
      ...promised,
      expected: { matched: 2, changed: 2, overridden: 1 },
    })
    expect(stale.status).toBe(409)
    const applied = await world.admin.post(path, {
      ...promised,
      expected: { matched: 2, changed: 2, overridden: 2 },
    })
    expect(applied.body.data).toMatchObject({ changed: 2, overrides: { total: 2 } })
  })

  it('accepts a selection with filters and exceptions', async () => {
    const ids = [await build({ dental_status: 'not_started' }), await build({ dental_status: 'not_started' })]
    await build({ dental_status: 'waived' })
    const selection = {
      period_id: world.periodId,
      filters: {
        dental_status: { operator: 'and', constraints: [{ match_mode: 'equals', value: 'not_started' }] },
      },
      except_ids: [ids[1]],
    }
    const answer = await world.registrar.post(path, { selection, dental_status: 'declined' })
    expect(answer.body.data).toMatchObject({ matched: 1, changed: 1 })
    expect((await read(ids[0]!)).dental_status).toBe('declined')
    expect((await read(ids[1]!)).dental_status).toBe('not_started')
  })

  it('accepts a selection with a rule tree', async () => {
    const id = await build({ dental_status: 'not_started', program: 'Pharmacy' })
    await build({ dental_status: 'not_started', program: 'Nursing (BSN)' })
    const rules = [
      { field: 'program', match_mode: 'startsWith', value: 'pharm' },
      { field: 'dental_status', match_mode: 'equals', value: 'declined' },
    ]
    const selection = { period_id: world.periodId, where: { operator: 'or', rules } }
    const answer = await world.registrar.post(path, { selection, dental_status: 'declined' })
    expect(answer.body.data).toMatchObject({ matched: 1, changed: 1 })
    expect((await read(id)).dental_status).toBe('declined')
    const wrong = { ...selection, where: { operator: 'or', rules: [{ ...rules[0], field: 'ssn' }] } }
    const refused = await world.registrar.post(path, { selection: wrong, dental_status: 'declined' })
    expect(Object.keys(refused.body.errors)).toEqual(['selection.where.rules.0.field'])
  })

  it('refuses an outdated preview with the new counts', async () => {
    const id = await build({ medical_status: 'waiver_submitted' })
    const answer = await world.admin.post(path, {
      ids: [id],
      medical_status: 'waived',
      expected: { matched: 1, changed: 0 },
    })
    expect(answer.status).toBe(409)
    expect(answer.body).toMatchObject({ code: 'stale', data: { matched: 1, changed: 1 } })
    expect((await read(id)).medical_status).toBe('waiver_submitted')
  })

  it('refuses a preview whose status changes aren’t those made now, although the counts are', async () => {
    const id = await build({ medical_status: 'enrolled', academic_status: 'continuing' })
    const statuses = '/api/student-periods/bulk-operations/update-student-status'
    const call = { ids: [id], academic_status: 'leave_of_absence' }
    const preview = await world.registrar.post(statuses, { ...call, dry_run: true })
    const { matched, changed, moves } = preview.body.data
    const expected = { matched, changed, moves }
    // a colleague changes the student before it’s applied
    await world.admin.post(statuses, { ids: [id], academic_status: 'graduated' })
    const stale = await world.registrar.post(statuses, { ...call, expected })
    expect(stale.status).toBe(409)
    expect(stale.body).toMatchObject({ code: 'stale', data: { matched, changed } })
    expect(stale.body.data.moves).not.toEqual(moves)
    expect(await read(id)).toMatchObject({ medical_status: 'enrolled_eoc', academic_status: 'graduated' })
    const applied = await world.registrar.post(statuses, {
      ...call,
      expected: { matched, changed, moves: stale.body.data.moves },
    })
    expect(applied.body.data).toMatchObject({ changed: 1 })
  })

  it('changes all or nothing: one foreign ID refuses the call', async () => {
    const foreign = await buildSchoolWorld(services)
    const theirs = (
      await buildStudentPeriod(services.owner, { school_id: foreign.schoolId, period_id: foreign.periodId })
    ).id
    const mine = await build({ dental_status: 'not_started' })
    const answer = await world.registrar.post(path, { ids: [mine, theirs], dental_status: 'declined' })
    expect(answer.status).toBe(404)
    expect((await read(mine)).dental_status).toBe('not_started')
  })

  it('lets a school admin decline and start a leave, but not approve or override', async () => {
    const id = await build({ medical_status: 'waiver_submitted', vision_status: 'not_started' })
    const approve = await world.registrar.post(path, { ids: [id], medical_status: 'waived' })
    expect(approve.status).toBe(403)
    expect(Object.keys(approve.body.errors)).toEqual(['medical_status'])
    const override = await world.registrar.post(path, {
      ids: [id],
      medical_status: 'exempt',
      override: true,
      override_reason: 'x',
    })
    expect(override.status).toBe(403)
    expect((await world.registrar.post(path, { ids: [id], vision_status: 'declined' })).status).toBe(200)
    expect((await world.registrar.post(path, { ids: [id], medical_status: 'loa' })).status).toBe(200)
    expect(await read(id)).toMatchObject({ medical_status: 'loa', medical_prior_status: 'waiver_submitted' })
    expect((await world.registrar.post(path, { ids: [id], medical_status: 'waiver_submitted' })).status).toBe(
      200,
    )
    expect(await read(id)).toMatchObject({ medical_status: 'waiver_submitted', medical_prior_status: null })
  })

  it('queues the confirmation of approved waivers in the same transaction', async () => {
    const id = await build({
      medical_status: 'waiver_submitted',
      student: { university_email: 'someone@x.example' },
    })
    const { headers } = await world.admin.post(path, {
      ids: [id],
      medical_status: 'waived',
      send_email: true,
    })
    const mail = await services.owner
      .selectFrom('emails')
      .selectAll()
      .where('to_address', '=', 'someone@x.example')
      .execute()
    expect(mail).toHaveLength(1)
    expect(mail[0]?.kind).toBe('waiver_approved_confirmation')
    const { body } = await world.admin.get(
      `/api/student-history-entries?student_period_id=${id}&kind=email_queued`,
    )
    expect(body.data).toMatchObject([
      {
        change_id: Number(headers['x-change-id']),
        cause: 'bulk',
        subject: { type: 'student_email', id: mail[0]?.id },
        changes: [{ field: 'subject', after: mail[0]?.subject }],
      },
    ])
  })

  it('counts the emails in the preview, and queues exactly those', async () => {
    const waiting = { medical_status: 'waiver_submitted' }
    const ids = [
      await build({ ...waiting, student: { university_email: 'counted@x.example' } }),
      await build({ ...waiting, student: { university_email: null, personal_email: null } }),
      await build({ medical_status: 'waived', student: { university_email: 'counted@x.example' } }),
    ]
    const body = { ids, medical_status: 'waived', send_email: true }
    const preview = await world.admin.post(path, { ...body, dry_run: true })
    expect(preview.body.data.emails).toEqual({ queued: 1, no_address: 1, turned_off: 0 })
    const queued = () =>
      services.owner.selectFrom('emails').select('id').where('to_address', '=', 'counted@x.example').execute()
    expect(await queued()).toEqual([])
    await world.admin.post(path, body)
    expect(await queued()).toHaveLength(1)

    await world.admin.put(`/api/schools/${world.schoolId}/email-settings`, {
      sender_name: null,
      reply_to: null,
      delay_minutes: 5,
      kinds_off: ['waiver_approved_confirmation'],
    })
    const id = await build({ ...waiting, student: { university_email: 'counted@x.example' } })
    const off = await world.admin.post(path, { ...body, ids: [id], dry_run: true })
    expect(off.body.data.emails).toEqual({ queued: 0, no_address: 0, turned_off: 1 })
  })

  it.each([
    ['neither ids nor selection', {}, 'ids'],
    ['no target', { ids: [1] }, 'medical_status'],
    ['an unknown status', { ids: [1], medical_status: 'covered' }, 'medical_status'],
    ['an unknown key', { ids: [1], medical_status: 'waived', force: true }, 'force'],
    ['text instead of IDs', { ids: '1', medical_status: 'waived' }, 'ids'],
  ])('names invalid input: %s', async (_name, body, field) => {
    const answer = await world.admin.post(path, body)
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.body.errors)).toContain(field)
  })

  it('changes more than 10,000 rows in a job', async () => {
    await services.owner
      .insertInto('student_periods')
      .columns(['school_id', 'period_id', 'student_id', 'sort_name'])
      .expression((eb) =>
        eb
          .selectFrom('students')
          .select(['school_id', eb.val(world.periodId).as('period_id'), 'id', 'sort_name'])
          .where('school_id', '=', 0),
      )
      .execute()
    await seedMany(10_001)
    const selection = { period_id: world.periodId }
    const answer = await world.admin.post(path, { selection, dental_status: 'declined' })
    expect(answer.status).toBe(202)
    const jobPath = `/api/jobs/${answer.body.data.job_id}`
    expect((await world.admin.get(jobPath)).body.data).toMatchObject({
      state: 'queued',
      progress: { total: 10_001 },
    })
    expect((await world.registrar.get(jobPath)).status).toBe(404)
    await services.runJobs()
    const done = await world.admin.get(jobPath)
    expect(done.body.data).toMatchObject({ state: 'done', result: { matched: 10_001, changed: 10_001 } })
    const undo = await undoByJob(services, world.admin, done.body.data.change_id)
    expect(undo.result).toMatchObject({ reverted: 10_001, left_total: 0 })
  }, 60_000)
})

const seedMany = async (count: number): Promise<void> => {
  const { sql } = await import('kysely')
  await sql`
    with made as (
      insert into students (school_id, first_name, last_name, dob, sid)
      select ${world.schoolId}, 'N', 'Many', '2000-01-01', 'many-' || n from generate_series(1, ${count}::int) n returning id, sort_name)
    insert into student_periods (school_id, period_id, student_id, sort_name)
    select ${world.schoolId}, ${world.periodId}, id, sort_name from made`.execute(services.owner)
}

describe('undo', () => {
  const change = async (client = world.admin) => {
    const id = await build({ medical_status: 'waiver_submitted' })
    const other = await build({ medical_status: 'waiver_submitted' })
    const answer = await client.post(path, { ids: [id, other], medical_status: 'waived' })
    return { id, other, undoPath: `/api/changes/${answer.headers['x-change-id']}/undo` }
  }

  it('restores what hasn’t changed since, and names skipped records', async () => {
    const { id, other, undoPath } = await change()
    await world.admin.post(path, {
      ids: [other],
      medical_status: 'declined',
      override: true,
      override_reason: 'later',
    })
    const answer = await world.admin.post(undoPath)
    expect(answer.status).toBe(200)
    expect(answer.body.data).toMatchObject({
      reverted: 1,
      left: [{ id: other, reason: 'It changed after that.' }],
      left_total: 1,
    })
    expect(await read(id)).toMatchObject({
      medical_status: 'waiver_submitted',
      medical_waive_verified_on: null,
    })
    expect((await read(other)).medical_status).toBe('declined')
    const entries = await historyOf(id)
    expect(entries.at(-1)).toMatchObject({ kind: 'change_undone', cause: 'undo' })
  })

  it('works once', async () => {
    const { undoPath } = await change()
    expect((await world.admin.post(undoPath)).status).toBe(200)
    const again = await world.admin.post(undoPath)
    expect(again.status).toBe(409)
    expect(again.body.code).toBe('stale')
  })

  it('is available to its author for a day, then to a product admin; otherwise 404', async () => {
    const { undoPath } = await change()
    expect((await world.registrar.post(undoPath)).status).toBe(403)
    const foreign = await buildSchoolWorld(services)
    expect((await foreign.registrar.post(undoPath)).status).toBe(404)
    const id = await build({ vision_status: 'not_started' })
    const mine = await world.registrar.post(path, { ids: [id], vision_status: 'declined' })
    expect((await world.registrar.post(`/api/changes/${mine.headers['x-change-id']}/undo`)).status).toBe(200)
  })
})

describe('count-reachable-statuses', () => {
  const count = (body: object) =>
    world.admin.post('/api/student-periods/bulk-operations/count-reachable-statuses', body)
  const addDependent = (id: number, dob: string) =>
    services.owner
      .insertInto('dependents')
      .values({
        school_id: world.schoolId,
        student_period_id: id,
        type: 'child',
        last_name: 'Lopez',
        dob,
        covers: ['medical'],
      })
      .execute()
  const addForm = async (id: number, dependents: readonly object[]) => {
    const { student_id } = await read(id)
    const submission = await buildFormSubmission(services.owner, {
      school_id: world.schoolId,
      period_id: world.periodId,
      student_id,
      student_period_id: id,
      match_method: 'sid_and_birth_date',
      form_type: 'enroll',
    })
    await sql`
      insert into form_submission_snapshots (school_id, submission_id, number, content, hash, form_number, created_at)
      select school_id, submission_id, 2, jsonb_set(content, '{dependents}', ${JSON.stringify(dependents)}::jsonb),
        hash, form_number, created_at from form_submission_snapshots where submission_id = ${submission}`.execute(
      services.owner,
    )
  }

  it('counts for each status exactly the records that the change would change', async () => {
    for (const status of coverageStatuses) await build({ medical_status: status, dental_status: status })
    await build({ medical_status: 'loa', medical_prior_status: 'enrolled', medical_prior_tier: 'enrolled' })
    await build({ medical_status: 'enrolled_waiver_utp', medical_prior_tier: 'enrolled_esp' })
    await addDependent(await build({ medical_status: 'enrollment_submitted' }), '2012-03-04')
    const [signed, unclear] = [
      await build({ medical_status: 'enrollment_submitted' }),
      await build({ medical_status: 'enrollment_submitted' }),
    ]
    const child = { type: 'child', gender: null, first_name: 'Bo', last_name: 'Lopez', dob: '2015-01-02' }
    await addForm(signed, [{ ...child, ssn: null, covers: ['medical'] }])
    // a child with the birth date of the one on the form, and another name
    await addDependent(unclear, '2015-01-02')
    await addForm(unclear, [{ ...child, ssn: null, covers: ['medical'] }])
    const selection = { period_id: world.periodId }
    const { data } = (await count({ selection })).body
    expect(data).toMatchObject({ matched: coverageStatuses.length + 5, medical: { enrolled_ech: 2 } })
    for (const coverage of ['medical', 'dental'] as const)
      for (const status of coverageStatuses) {
        const body = { selection, [`${coverage}_status`]: status, override: false, dry_run: true }
        const { changed } = (await world.admin.post(path, body)).body.data
        expect([coverage, status, data[coverage][status] ?? 0]).toEqual([coverage, status, changed])
      }
  })

  it('counts a selection of IDs for the role of the caller, and refuses foreign IDs', async () => {
    const id = await build({ medical_status: 'waiver_submitted', dental_status: 'not_started' })
    expect((await count({ ids: [id] })).body.data.medical).toEqual({
      waived: 1,
      waiver_utp: 1,
      waiver_declined: 1,
      loa: 1,
    })
    const registrar = await clientOf(
      services,
      (await buildPerson(services, { school_ids: [world.schoolId] })).id,
    )
    const own = await registrar.post('/api/student-periods/bulk-operations/count-reachable-statuses', {
      ids: [id],
    })
    expect(own.body.data).toMatchObject({ matched: 1, medical: { loa: 1 }, dental: { declined: 1, loa: 1 } })
    const foreign = await buildSchoolWorld(services)
    const { id: other } = await buildStudentPeriod(services.owner, {
      school_id: foreign.schoolId,
      period_id: foreign.periodId,
    })
    const refused = await registrar.post('/api/student-periods/bulk-operations/count-reachable-statuses', {
      ids: [id, other],
    })
    expect(refused.status).toBe(404)
  })
})

describe('update-student-status', () => {
  const statusPath = '/api/student-periods/bulk-operations/update-student-status'

  it('runs the coverage events of an academic status', async () => {
    const id = await build({
      medical_status: 'enrolled',
      dental_status: 'not_started',
      academic_status: 'returning',
      medical_enroll_coverage_end_on: '2027-07-31',
    })
    const answer = await world.registrar.post(statusPath, {
      ids: [id],
      academic_status: 'withdrawn',
      effective_on: '2026-11-20',
    })
    expect(answer.status).toBe(200)
    expect(await read(id)).toMatchObject({
      academic_status: 'withdrawn',
      medical_status: 'enrolled_eoc',
      medical_enroll_coverage_end_on: '2027-07-31',
      dental_status: 'not_applicable',
    })
  })

  it('sets only the record status', async () => {
    const id = await build({ medical_status: 'enrolled' })
    await world.registrar.post(statusPath, { ids: [id], status: 'inactive' })
    expect(await read(id)).toMatchObject({ status: 'inactive', medical_status: 'enrolled' })
  })
})
