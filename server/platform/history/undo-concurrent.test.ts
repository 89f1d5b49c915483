import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Context } from '#server/platform/context.ts'
import { asAuthor } from '#server/platform/jobs/context.ts'
import { updateFile } from '#server/records/documents/commands/change-file.ts'
import { buildCompany } from '#server/records/insurance-companies/factory.ts'
import { replaceBody } from '#server/records/notes/commands.ts'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import type { TestAnswer } from '#server/testing/client.ts'
import { publishForm, sendForm } from '#server/testing/form-requests.ts'
import { holdLock } from '#server/testing/hold-lock.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { recordHistory, startChange } from './index.ts'

let services: TestServices
let world: SchoolWorld
let studentId: number
let recordId: number
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  world = await buildSchoolWorld(services)
  const built = await buildStudentPeriod(services.owner, {
    school_id: world.schoolId,
    period_id: world.periodId,
  })
  studentId = built.student_id
  recordId = built.id
})

/** Makes a change that gets its ID first, and writes its record after another change was made. Returns the other one. */
const overtaken = async <T>(
  other: () => Promise<T>,
  work: (context: Context) => Promise<unknown>,
): Promise<T> =>
  asAuthor(services.services, world.adminId, 'slow', async (context) => {
    await startChange(context, { kind: 'note_changed', undoable: true, schoolId: world.schoolId })
    const done = await other()
    await work(context)
    return done
  })
const undo = async ({ headers }: TestAnswer) =>
  (await world.admin.post(`/api/changes/${String(headers['x-change-id'])}/undo`)).body.data
const nothing = (reason: string) => ({ reverted: 0, left: [{ reason }] })

/** Lets an undo begin, and commits another change when it waits for it. */
const undoDuring = async (
  answer: TestAnswer,
  statement: string,
  values: readonly unknown[],
  more: (query: (text: string, values?: readonly unknown[]) => Promise<void>) => Promise<void> = async () =>
    undefined,
) => {
  const held = await holdLock(services, statement, values)
  const undone = undo(answer)
  await held.waitedFor()
  await more(held.query)
  await held.commit()
  return undone
}

const addNote = async (): Promise<number> =>
  (await world.admin.post('/api/student-notes/create', { student_id: studentId, body: 'one' })).body.data.id
const addFile = async (): Promise<number> => {
  const file = { name: 'letter.txt', bytes: 'Covered through July.\n' }
  return (await world.admin.upload(`/api/students/${studentId}/file`, {}, file)).body.data.id
}

describe('an undo keeps a later change', () => {
  it('of a note, although its ID is lower', async () => {
    const id = await addNote()
    const answer = await overtaken(
      () => world.admin.put(`/api/student-notes/${id}/body`, { body: 'two' }),
      (context) => replaceBody(context, id, { body: 'three' }),
    )
    expect(await undo(answer)).toMatchObject(nothing('The note changed after that.'))
    const { body } = await world.admin.get(`/api/student-notes/${id}`)
    expect(body.data.body).toBe('<p>three</p>')
  })

  it('of a note that is committed while the undo waits for it', async () => {
    const id = await addNote()
    const answer = await world.admin.put(`/api/student-notes/${id}/body`, { body: 'two' })
    const insertEntry = `with act as (insert into changes (at, cause, kind) values (now(), 'person', 'note_changed') returning id)
      insert into history (change_id, at, cause, subject_type, subject_id, school_id, student_id, kind, changes)
      select id, now(), 'person', 'student_note', $1, $2, $3, 'note_changed', '[]' from act`
    const undone = await undoDuring(
      answer,
      `update student_notes set body = '<p>three</p>', version = version + 1 where id = $1`,
      [id],
      (query) => query(insertEntry, [id, world.schoolId, studentId]),
    )
    expect(undone).toMatchObject(nothing('The note changed after that.'))
  })

  it('of a document, although its ID is lower', async () => {
    const id = await addFile()
    const answer = await overtaken(
      () => world.admin.put(`/api/files/${id}`, { name: 'two.txt' }),
      (context) => updateFile(context, id, { name: 'three.txt' }),
    )
    expect(await undo(answer)).toMatchObject(nothing('The document changed after that.'))
    const [file] = (await world.admin.get(`/api/students/${studentId}/files`)).body.data
    expect(file.name).toBe('three.txt')
  })

  it('of a record that still uses an insurance company, although its ID is lower', async () => {
    const [from, into] = [await buildCompany(services.owner), await buildCompany(services.owner)]
    const column = { medical_waive_insurance_company_id: from }
    await services.owner.updateTable('student_periods').set(column).where('id', '=', recordId).execute()
    const merged = await world.admin.post(`/api/insurance-companies/${from}/merge`, { merge_into_id: into })
    const change = (answer: TestAnswer) =>
      world.admin.post(`/api/changes/${String(answer.headers['x-change-id'])}/undo`)
    // the restored company is used in dental coverage by then
    const restored = await overtaken(
      () => change(merged),
      async (context) => {
        await context.db
          .updateTable('student_periods')
          .set({ dental_waive_insurance_company_id: from })
          .where('id', '=', recordId)
          .execute()
        const field = 'dental_waive_insurance_company_id'
        await recordHistory(context, { kind: 'student_period_changed' }, [
          {
            kind: 'student_period_changed',
            subject: { type: 'student_period', id: recordId },
            school_id: world.schoolId,
            student_id: studentId,
            student_period_id: recordId,
            changes: [{ field, before: null, after: from }],
          },
        ])
      },
    )
    const { left } = (await change(restored)).body.data
    expect(left).toContainEqual(
      expect.objectContaining({
        subject_type: 'insurance_company',
        id: from,
        reason: 'Some records use it.',
      }),
    )
    expect((await world.admin.get(`/api/insurance-companies/${from}`)).status).toBe(200)
  })

  it('that begins to use an insurance company while the undo waits for it', async () => {
    const name = `Harbor ${world.schoolId}`
    const answer = await world.admin.post('/api/insurance-companies/create', { name, aliases: [] })
    const undone = await undoDuring(
      answer,
      'update student_periods set vision_waive_insurance_company_id = $1 where id = $2',
      [answer.body.data.id, recordId],
    )
    expect(undone).toMatchObject(nothing('Some records use it.'))
  })

  it('that decides a form again while the undo waits for it', async () => {
    await publishForm(world)
    const form = await sendForm({ services, world })
    const answer = await world.admin.post('/api/decisions', {
      form_submission_id: form.id,
      coverage_type: 'medical',
      outcome: 'utp',
      reason_codes: ['card_back_missing'],
    })
    const columns =
      'school_id, submission_id, coverage_type, outcome, reason_codes, from_status, to_status, decided_at, change_id'
    const again = `insert into decision_outcomes (${columns})
      select ${columns} from decision_outcomes where submission_id = $1`
    const undone = await undoDuring(
      answer,
      'update form_submissions set version = version + 1 where id = $1',
      [form.id],
      (query) => query(again, [form.id]),
    )
    expect(undone).toMatchObject(nothing('The form changed after that.'))
  })
})
