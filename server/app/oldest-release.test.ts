import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { buildUser } from '#server/accounts/users/factory.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { verifyChain } from '#server/platform/history/verify.ts'
import { createLog } from '#server/platform/lib/log.ts'
import { clientOf } from '#server/testing/client.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

/** What the oldest release that can be upgraded from had. */
const oldest = '20261126_0010_baseline.sql'

const log = createLog('silent')

/** An office’s data as the oldest release wrote it, in its columns. */
const content = `
  insert into users (first_name, last_name, email, permission) values ('Ruth', 'Vega', 'ruth@shipmate.example', 'shipmate_admin');
  insert into schools (name, slug) values ('Harborview University', 'harborview');
  insert into periods (school_id, name, starts_on, ends_on, state)
    select id, '2026–27', '2026-08-01', '2027-07-31', 'open' from schools;
  insert into students (school_id, first_name, last_name, dob, sid, university_email)
    select id, 'Amara', 'Okonjo', '2003-04-05', 'S1001', 'amara@harborview.example' from schools;
  insert into student_periods (school_id, period_id, student_id, program, medical_status, medical_enroll_premium)
    select p.school_id, p.id, s.id, 'Nursing', 'enrolled', 4800 from periods p, students s;
  insert into form_submissions (school_id, period_id, form_type, coverage_types, student_id, student_period_id, match_method,
      first_name, last_name, sid, dob, confirmation_number, sent_hash, submitted_at)
    select school_id, period_id, 'waiver', '{medical}', student_id, id, 'staff', 'Amara', 'Okonjo', 'S1001', '2003-04-05',
      'W-2345-6789', '\\x01', '2026-11-20T14:00:00Z' from student_periods;
  insert into form_submission_snapshots (school_id, submission_id, number, content, hash, form_number, created_at)
    select school_id, id, 1, '{"form_type": "waiver", "coverage_types": ["medical"], "answers": [], "dependents": [],
      "attestations": [], "signature": "Amara Okonjo", "language": "en", "qualifying_event": null, "event_on": null}',
      '\\x02', 1, submitted_at from form_submissions;
  insert into student_notes (school_id, student_id, body) select school_id, id, '<p>Called the carrier.</p>' from students;
  insert into changes (at, actor_id, cause, kind, school_id)
    select '2026-11-20T14:00:00Z', u.id, 'person', 'student_created', s.id from users u, schools s;
  insert into history (change_id, at, actor_id, cause, subject_type, subject_id, school_id, student_id, kind, changes)
    select c.id, c.at, c.actor_id, 'person', 'student', s.id, s.school_id, s.id, 'student_created',
      '[{"field": "last_name", "before": null, "after": "Okonjo"}]' from changes c, students s;
  select shipmate_seal('history', 100)`

let services: TestServices
let before: Record<string, unknown>
let applied: readonly string[]
beforeAll(async () => {
  const url = await createEmptyDatabase()
  await migrate(url, log, { only: [oldest] })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(content)
  before = await readContent(client)
  await client.end()
  applied = (await migrate(url, log)).applied
  services = await startTestServices({}, log, { url })
})
afterAll(() => services.close())

const createEmptyDatabase = async (): Promise<string> => {
  const server = inject('databaseUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  const client = new pg.Client({ connectionString: server.replace(/\/[^/]+$/, '/postgres') })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  return server.replace(/\/[^/]+$/, `/${name}`)
}

/** Returns the rows that the oldest release wrote, by table. */
const readContent = async (client: pg.Client): Promise<Record<string, unknown>> => {
  const found: Record<string, unknown> = {}
  for (const table of [
    'schools',
    'periods',
    'students',
    'student_periods',
    'form_submissions',
    'student_notes',
    'history',
    'history_seals',
  ])
    found[table] = (await client.query(`select to_jsonb(t) as row from ${table} t order by 1`)).rows
  return found
}

it('a database of the oldest release has all its rows and seals after the upgrade', async () => {
  expect(applied).toHaveLength(readdirSync(join(import.meta.dirname, '../platform/db/migrations')).length - 1)
  const client = new pg.Client({ connectionString: services.url })
  await client.connect()
  // columns may be added, and no value is lost
  expect(await readContent(client)).toMatchObject(before)
  await client.end()
  const chain = await verifyChain(services.owner, 'history', services.services.keys)
  expect(chain).toMatchObject({ sealed: 1, unsealed: 0, breaks: [] })
})

it('the new release reads it, and goes on with it', async () => {
  const admin = await clientOf(services, await buildUser(services.owner, { permission: 'shipmate_admin' }))
  const [period, student, year, form] = await Promise.all(
    (['periods', 'students', 'student_periods', 'form_submissions'] as const).map((table) =>
      services.owner.selectFrom(table).select('id').executeTakeFirstOrThrow(),
    ),
  )
  const read = async (path: string) => {
    const { status, body } = await admin.get(path)
    expect([path, status]).toEqual([path, 200])
    return body.data
  }
  expect(await read(`/api/student-periods-by-period/${period?.id}`)).toMatchObject([{ id: year?.id }])
  expect(await read(`/api/students/${student?.id}`)).toMatchObject({ last_name: 'Okonjo', erased_at: null })
  expect(await read(`/api/student-periods/${year?.id}`)).toMatchObject({ medical_enroll_premium: '4800.00' })
  expect(await read(`/api/student-form-submissions/${form?.id}`)).toMatchObject({ id: form?.id })
  expect(await read(`/api/student-notes?student_id=${student?.id}`)).toHaveLength(1)
  expect(await read(`/api/student-history-entries?student_id=${student?.id}`)).toHaveLength(1)
  expect((await admin.put(`/api/students/${student?.id}`, { middle_initial: 'B' })).status).toBe(200)
})
