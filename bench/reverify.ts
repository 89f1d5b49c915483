/**
 * `npm run bench reverify`: reads usual 271s on one core, and reverifies the waivers of a policy year against the
 * simulator, with the latency of the student list meanwhile.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import type { Inquiry } from '#server/platform/lib/x12/inquiry.ts'
import { readResponses } from '#server/platform/lib/x12/response.ts'
import { createSimulator } from '#server/review/verifications/connections/simulator.ts'
import type { signIn } from './client.ts'
import { listLatency, quietLatency } from './latency.ts'
import { reportFigure } from './measure.ts'
import { size } from './world.ts'

type Session = Awaited<ReturnType<typeof signIn>>
interface Place {
  readonly schoolId: number
  readonly periodId: number
}

const waivers = Math.ceil(10_000 * size.share)

/** Returns answers to inquiries about different members: active, inactive, not found and the others as usual. */
const usualAnswers = async (): Promise<string[]> => {
  const { send } = createSimulator({ latencyMs: 0, isOut: false })
  const texts: string[] = []
  for (let control = 1; control <= 500; control += 1) {
    const inquiry: Inquiry = {
      trace: String(control),
      payer: { name: 'HARBOR HEALTH', id: '62308' },
      inquirer: { name: 'HARBORVIEW UNIVERSITY', npi: '1234567893' },
      subscriber: {
        firstName: 'CARLA',
        lastName: 'ROSSI',
        birthDate: '1970-01-02',
        memberId: `HH${control * 7919}`,
      },
      dependent: { firstName: 'ANA', lastName: 'ROSSI', birthDate: '2004-05-06' },
      serviceType: '30',
      on: '2026-11-20',
    }
    const envelope = { sender: 'SHIPMATE', receiver: 'HARBOR', control, at: new Date(), isTest: true }
    const { received } = await send({ inquiry, envelope, tries: 1 })
    if (received !== null) texts.push(received)
  }
  return texts
}

const measureReader = async (): Promise<boolean> => {
  const texts = await usualAnswers()
  const rounds = Math.ceil(60 * size.share)
  let read = 0
  const started = performance.now()
  for (let round = 0; round < rounds; round += 1)
    for (const text of texts) {
      readResponses(text)
      read += 1
    }
  const perSecond = read / ((performance.now() - started) / 1000)
  return reportFigure('271s read, one core', perSecond, { unit: '/s', least: 3000 })
}

/** Makes the first waived students of the period due, with members that the simulator knows. */
export const prepareWaivers = async (database: pg.Client, { schoolId, periodId }: Place): Promise<number> => {
  await database.query('update schools set is_demo = true where id = $1', [schoolId])
  await database.query(
    `insert into eligibility_settings (school_id, provider, organization, npi, inquiries_per_minute)
     values ($1, 'simulator', 'Harborview University', '1234567893', 1000000)`,
    [schoolId],
  )
  const company = await database.query<{ id: string }>(
    `insert into insurance_companies (name, is_electronic, medical_payer_ids)
     values ('Harbor Health', true, array['62308']) returning id`,
  )
  await database.query(
    `update periods set starts_on = current_date - 90, ends_on = current_date + 270 where id = $1`,
    [periodId],
  )
  const due = await database.query(
    `update student_periods set medical_status = 'waived', reverify_on = current_date - 1,
       medical_waive_insurance_company_id = $2, medical_waive_member_subscriber_number = 'HH' || id,
       medical_waive_subscriber_relation = 'parent', medical_waive_subscriber_first_name = 'Carla',
       medical_waive_subscriber_last_name = 'Rossi', medical_waive_subscriber_dob = '1970-01-02',
       medical_waive_verified_on = current_date - 60
     where id in (select id from student_periods where period_id = $1 order by id limit $3)`,
    [periodId, company.rows[0]?.id, waivers],
  )
  await database.query('vacuum analyze student_periods')
  return due.rowCount ?? 0
}

/** Reverifies due waivers and waits for the end; none may be left out or checked twice. */
const reverify = async (session: Session, database: pg.Client, periodId: number): Promise<void> => {
  const { text } = await session.post('/api/period-reverifications/reverify-period', {
    period_id: periodId,
    coverage_types: ['medical'],
    only_due: true,
  })
  const { id } = JSON.parse(text).data
  for (;;) {
    const { data } = JSON.parse(
      (await session.get(`/api/period-reverifications/latest/${periodId}?per_page=1`)).text,
    )
    if (data.id === id && data.state === 'done') break
    if (data.state === 'paused' || data.state === 'stopped')
      throw new Error(`It was ${data.state}: ${data.message}`)
    // as often as the screen asks
    await wait(2000)
  }
  await assertWhole(database)
}

/** Fails unless each due waiver was checked exactly once. */
const assertWhole = async (database: pg.Client): Promise<void> => {
  const { rows } = await database.query<{ checks: number; students: number }>(
    `select count(*)::int as checks, count(distinct student_period_id)::int as students
     from eligibility_reports where cause = 'reverification'`,
  )
  if (rows[0]?.checks !== waivers || rows[0].students !== waivers)
    throw new Error(`${waivers} were due; ${rows[0]?.students} were checked in ${rows[0]?.checks} checks.`)
}

/** Measures the reader and a reverification of 10,000 waivers against the simulator without latency. */
export const measureReverification = async (
  session: Session,
  database: pg.Client,
  place: Place,
): Promise<boolean[]> => {
  const reader = await measureReader()
  const due = await prepareWaivers(database, place)
  if (due !== waivers) throw new Error(`The period has ${due} waivers, ${waivers} were needed.`)
  // the first seconds warm it up
  await quietLatency(session, place.periodId)
  const quiet = await quietLatency(session, place.periodId)
  let isDone = false
  const started = performance.now()
  const running = reverify(session, database, place.periodId).finally(() => (isDone = true))
  const busy = await listLatency(session, place.periodId, () => isDone)
  await running
  const seconds = (performance.now() - started) / 1000
  console.log(`reverification: ${waivers} waivers checked once each, none left out`)
  return [
    reader,
    reportFigure('reverification', seconds, { unit: 's', most: 60 * size.share }),
    reportFigure(`list meanwhile, ×${quiet.toFixed(1)} ms`, busy / quiet, { unit: '×', most: 1.5 }),
  ]
}
