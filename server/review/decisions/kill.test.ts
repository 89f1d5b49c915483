import { afterAll, beforeAll, expect, it } from 'vitest'
import { publishForm, sendForm, smallForm, type SentForm } from '#server/testing/form-requests.ts'
import { holdLock, type HeldLock } from '#server/testing/hold-lock.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import {
  freePort,
  newDataDir,
  sessionOn,
  startServerProcess,
  type ServerProcess,
} from '#server/testing/server-process.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'

let services: TestServices
let world: SchoolWorld
let call: Awaited<ReturnType<typeof sessionOn>>['call']
const dataDir = newDataDir()
beforeAll(async () => {
  services = await startTestServices()
  world = await buildSchoolWorld(services)
  await publishForm(world)
  call = (await sessionOn(services.url, world.adminId)).call
})
afterAll(async () => {
  await server?.end('SIGTERM')
  await services.close()
})

let server: ServerProcess | null = null

/** Returns the server that runs, or starts one. */
const runningServer = async (): Promise<ServerProcess> => {
  if (server) return server
  const environment = { DATABASE_URL: services.url, DATA_DIR: dataDir, DEMO: 'off' }
  server = startServerProcess({ ...environment, PORT: String(await freePort()) })
  await server.ready()
  return server
}

/** Kills the server while it does something, at the point where a lock stops it. */
const killAt = async (held: HeldLock, work: () => Promise<unknown>): Promise<void> => {
  const killed = await runningServer()
  const lost = work().then(() => 'answered', String)
  await held.waitedFor()
  await killed.end('SIGKILL')
  server = null
  expect(await lost).toContain('fetch failed')
  await held.release()
}

const post = async (path: string, body?: object) => call(await runningServer(), 'POST', path, body)

const decide = ({ id }: SentForm) =>
  post('/api/decisions', { form_submission_id: id, coverage_type: 'medical', outcome: 'approve' })

/** Everything that a form, its decisions and their undo write. */
const everythingOf = async (studentPeriodId: number) => {
  const { owner } = services
  const { student_id, ...record } = await owner
    .selectFrom('student_periods')
    .select(['student_id', 'medical_status', 'medical_waive_verified_on', 'version'])
    .where('id', '=', studentPeriodId)
    .executeTakeFirstOrThrow()
  const forms = await owner
    .selectFrom('form_submissions')
    .select(['id', 'decided_coverages', 'version'])
    .where('student_period_id', '=', studentPeriodId)
    .orderBy('id')
    .execute()
  const ids = [0, ...forms.map(({ id }) => id)]
  return {
    record,
    forms,
    outcomes: await owner
      .selectFrom('decision_outcomes')
      .select(['outcome', 'undone_at'])
      .where('submission_id', 'in', ids)
      .orderBy('id')
      .execute(),
    suggestions: await owner
      .selectFrom('decisions')
      .select('id')
      .where('submission_id', 'in', ids)
      .orderBy('id')
      .execute(),
    history: await owner
      .selectFrom('history')
      .select('kind')
      .where('student_id', '=', student_id)
      .orderBy('id')
      .execute(),
    emails: await owner
      .selectFrom('emails')
      .select('kind')
      .where('student_id', '=', student_id)
      .orderBy('id')
      .execute(),
  }
}

const lockForm = ({ id }: SentForm) =>
  holdLock(services, 'select from form_submissions where id = $1 for update', [id])

/** What an outcome refers to: it waits here after statuses, history, form and email were written. */
const lockSuggestion = ({ id }: SentForm) =>
  holdLock(services, 'select from decisions where submission_id = $1 for update', [id])

it.each([
  ['before it writes', 'K-1', lockForm],
  ['after status, history, form and email are written', 'K-2', lockSuggestion],
])(
  'a server killed during a decision, %s, leaves nothing; the next decides once',
  async (_when, sid, hold) => {
    const form = await sendForm({ services, world }, { sid, student: { sid } })
    const before = await everythingOf(form.student_period_id)
    await killAt(await hold(form), () => decide(form))
    expect(await everythingOf(form.student_period_id)).toEqual(before)

    expect((await decide(form)).status).toBe(201)
    expect((await decide(form)).status).toBe(409)
    const after = await everythingOf(form.student_period_id)
    expect(after).toMatchObject({
      record: { medical_status: 'waived' },
      forms: [{ decided_coverages: ['medical'], version: form.version + 1 }],
      outcomes: [{ outcome: 'approve', undone_at: null }],
    })
    expect(after.emails).toHaveLength(before.emails.length + 1)
  },
)

it('a server killed during an undo leaves the decision; the next undoes it once', async () => {
  const form = await sendForm({ services, world }, { sid: 'K-3', student: { sid: 'K-3' } })
  const decided = await decide(form)
  const undo = () => post(`/api/changes/${decided.headers.get('x-change-id')}/undo`)
  const before = await everythingOf(form.student_period_id)
  await killAt(await lockForm(form), undo)
  expect(await everythingOf(form.student_period_id)).toEqual(before)

  expect((await undo()).status).toBe(200)
  expect(await everythingOf(form.student_period_id)).toMatchObject({
    record: { medical_status: 'waiver_submitted' },
    forms: [{ decided_coverages: [] }],
    outcomes: [{ undone_at: expect.any(String) }],
  })
})

it('a server killed while it takes a form leaves nothing; the student sends it again, and it’s there once', async () => {
  const { id } = await buildStudentPeriod(services.owner, {
    school_id: world.schoolId,
    period_id: world.periodId,
    student: { first_name: 'Maya', last_name: 'Thompson', dob: smallForm.dob, sid: 'K-4' },
  })
  const before = await everythingOf(id)
  const send = () =>
    post(`/api/public/periods/${world.periodId}/form-submissions`, {
      ...smallForm,
      sid: 'K-4',
    })
  // the record is changed after the form, its snapshot and its history were written
  const held = await holdLock(services, 'select from student_periods where id = $1 for update', [id])
  await killAt(held, send)
  expect(await everythingOf(id)).toEqual(before)

  expect((await send()).status).toBe(201)
  expect((await send()).status).toBe(201)
  const after = await everythingOf(id)
  expect(after.forms).toHaveLength(1)
  expect(after).toMatchObject({ record: { medical_status: 'waiver_submitted' }, suggestions: [{}] })
})
