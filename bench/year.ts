/**
 * `npm run bench year`: what changes every student of a policy year at once, each against a bare UPDATE and INSERT of the
 * history in the same database, with the latency of the student list meanwhile: default enrollment, the setup applied to
 * records, and a copied policy year.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import type { signIn } from './client.ts'
import { listLatency, quietLatency } from './latency.ts'
import { reportFigure } from './measure.ts'
import { size } from './world.ts'

type Session = Awaited<ReturnType<typeof signIn>>
interface Place {
  readonly schoolId: number
  readonly periodId: number
  readonly emptyPeriodId: number
}

const students = size.studentsPerSchool

const dataOf = async (session: Session, path: string) => JSON.parse((await session.get(path)).text).data

const setUp = async (session: Session, periodId: number, kind: string, change: object): Promise<void> => {
  const path = `/api/periods/${periodId}/${kind}`
  await session.put(path, { ...(await dataOf(session, path)), ...change })
}

/** Waits until a job, or an import, has ended. @throws Error if it failed */
const ended = async (session: Session, path: string): Promise<{ change_id: number | null }> => {
  for (;;) {
    const data = await dataOf(session, path)
    if (data.state === 'done') return data
    if (data.state === 'failed' || data.state === 'refused') throw new Error(`${path}: ${data.message}`)
    await wait(250)
  }
}

/** Measures one act on all students, and the list meanwhile. */
const measureAct = async (
  name: string,
  session: Session,
  periodId: number,
  floor: number,
  act: () => Promise<unknown>,
): Promise<boolean[]> => {
  const quiet = await quietLatency(session, periodId)
  let isDone = false
  const started = performance.now()
  const acting = act().finally(() => (isDone = true))
  const busy = await listLatency(session, periodId, () => isDone)
  await acting
  const seconds = (performance.now() - started) / 1000
  console.log(`${name}: ×${(seconds / floor).toFixed(1)} of a bare update and insert (${floor.toFixed(1)} s)`)
  return [
    reportFigure(name, seconds, { unit: 's', most: 30 }),
    reportFigure(`  list meanwhile, ×${quiet.toFixed(1)} ms`, busy / quiet, { unit: '×', most: 1.5 }),
  ]
}

/** Returns the seconds of a bare update of every student with an entry in the history. */
const bareUpdate = async (database: pg.Client, { periodId }: Place): Promise<number> => {
  const started = performance.now()
  await database.query('begin')
  await database.query(
    `update student_periods set medical_enroll_coverage_start_on = '2026-08-01', medical_enroll_premium = 4678,
       version = version + 1, updated_at = now() where period_id = $1`,
    [periodId],
  )
  await database.query(
    `with act as (insert into changes (at, cause, kind) values (now(), 'bulk', 'x') returning id)
     insert into history (change_id, at, cause, subject_type, subject_id, school_id, student_id, student_period_id, kind, changes)
     select act.id, now(), 'bulk', 'student_period', sp.id, sp.school_id, sp.student_id, sp.id, 'coverage_status_changed',
       jsonb_build_array(jsonb_build_object('field', 'medical_enroll_premium', 'before', null, 'after', '4678.00'))
     from student_periods sp, act where sp.period_id = $1`,
    [periodId],
  )
  await database.query('commit')
  return (performance.now() - started) / 1000
}

/** Makes every student one who hasn’t started and is past the deadline. */
const prepare = async (session: Session, database: pg.Client, place: Place): Promise<void> => {
  const { periodId } = place
  await database.query(
    `update student_periods set medical_status = 'not_started', dental_status = 'waived', vision_status = 'not_started',
       medical_enroll_premium = null, medical_enroll_coverage_start_on = null where period_id = $1`,
    [periodId],
  )
  await database.query('vacuum analyze student_periods')
  for (const id of [periodId, place.emptyPeriodId]) {
    const path = `/api/periods/${id}/medical-plan`
    const plan = await dataOf(session, path)
    const enrolled = id === periodId ? '4678.00' : '4790.00'
    await session.put(path, { ...plan, name: 'Harbor Gold', premiums: { ...plan.premiums, enrolled } })
  }
  await setUp(session, place.emptyPeriodId, 'insurance-configuration', { enrolled_becomes: 'renewed' })
  await database.query(`update periods set waiver_deadline_on = current_date - 1 where id = $1`, [periodId])
}

const enrollAll = async (session: Session, periodId: number): Promise<void> => {
  const path = `/api/periods/${periodId}/default-enrollment`
  const preview = await dataOf(session, path)
  const { students: due, total } = preview
  if (due !== students) throw new Error(`${due} of ${students} students are due.`)
  const { text } = await session.post(path, { expected: { students: due, total } })
  await ended(session, `/api/jobs/${JSON.parse(text).data.job_id}`)
}

const applySetup = async (session: Session, periodId: number): Promise<void> => {
  const path = `/api/periods/${periodId}/setup-differences`
  const { groups } = await dataOf(session, path)
  const off = groups.filter(({ kind }: { kind: string }) => kind === 'offering_off')
  const differences = off.reduce((sum: number, one: { students: number }) => sum + one.students, 0)
  const keys = off.map(({ key }: { key: string }) => key)
  const { text } = await session.post(path, { groups: keys, expected: { differences } })
  await ended(session, `/api/jobs/${JSON.parse(text).data.job_id}`)
}

const copyYear = async (session: Session, { periodId, emptyPeriodId }: Place): Promise<void> => {
  const ask = { from_period_id: periodId, to_period_id: emptyPeriodId, dry_run: true }
  const { text } = await session.post('/api/import/students-from-period', ask)
  const path = `/api/imports/${JSON.parse(text).data.import_id}`
  await ended(session, path)
  await session.post(`${path}/apply`, {})
  await ended(session, path)
}

/** Fails unless each student is enrolled once, and all premiums add up to the cent. */
const assertWhole = async (database: pg.Client, { periodId }: Place): Promise<void> => {
  const { rows } = await database.query<{ enrolled: number; premiums: string; entries: number }>(
    `select count(*) filter (where medical_status = 'enrolled')::int as enrolled, sum(medical_enroll_premium)::text as premiums,
       (select count(*)::int from history entry join student_periods sp on sp.id = entry.student_period_id
         where sp.period_id = $1 and entry.kind = 'coverage_status_changed' and entry.reason like 'Auto-enrolled%') as entries
     from student_periods where period_id = $1`,
    [periodId],
  )
  const [row] = rows
  const due = (students * 4678).toFixed(2)
  if (row?.enrolled !== students || row.premiums !== due || row.entries !== students)
    throw new Error(`${row?.enrolled} enrolled for ${row?.premiums} with ${row?.entries} entries.`)
}

/** Measures the acts that change every student of a policy year. */
export const measureYear = async (
  session: Session,
  database: pg.Client,
  place: Place,
): Promise<boolean[]> => {
  const floor = await bareUpdate(database, place)
  await prepare(session, database, place)
  await quietLatency(session, place.periodId)
  const enrolled = await measureAct(`default enrollment of ${students}`, session, place.periodId, floor, () =>
    enrollAll(session, place.periodId),
  )
  await assertWhole(database, place)
  await setUp(session, place.periodId, 'enrollment-options', { vision_offered: false })
  const applied = await measureAct(`setup applied to ${students}`, session, place.periodId, floor, () =>
    applySetup(session, place.periodId),
  )
  const copied = await measureAct(`copy of ${students}`, session, place.periodId, floor, () =>
    copyYear(session, place),
  )
  return [...enrolled, ...applied, ...copied]
}
