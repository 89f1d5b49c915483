import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { SetupDifferences } from '#contract/review/setup-differences/shapes.ts'
import { tiers } from '#contract/platform/coverage/status-groups.ts'
import { ageOutNightly } from '#server/outputs/reports/index.ts'
import { importing } from '#server/testing/import-file.ts'
import { addDays } from '#server/platform/lib/days.ts'
import { clientOf, type TestAnswer } from '#server/testing/client.ts'
import {
  asking,
  autoEnrolled,
  dayOfYear,
  decided,
  enrolled,
  enrolledAllYear,
  modelYear,
  onLeave,
  owedBy,
  premiumOf,
  returned,
  setUpApplied,
  tierOf,
  toldOf,
  withAdded,
  withdrawn,
  withRemoved,
  type ModelRecord,
} from '#server/testing/coverage-model.ts'
import { buildOutputsWorld, type OutputsWorld } from '#server/testing/outputs-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { makePlannedChanges } from './schedule.ts'

const firstDay = '2026-11-20'

let services: TestServices
let world: OutputsWorld
let today = firstDay
beforeAll(async () => {
  services = await startTestServices()
  goTo(firstDay)
  world = await buildOutputsWorld(services)
  await world.setUp('insurance-configuration', { admin_fee: { amount: modelYear.fee, audience: everyone } })
  await world.setUp('enrollment-options', { dental_offered: false, vision_offered: false })
  await world.setUp('dates', { waiver_deadline_on: '2026-10-31', enrollment_closes_on: '2026-10-31' })
  const options = `/api/periods/${world.periodId}/waiver-configuration`
  const present = (await world.admin.get(options)).body.data
  const { body } = await world.admin.put(options, { ...present, ages_out_nightly: true })
  await world.admin.post(`/api/periods/${world.periodId}/publications`, {
    documents: [{ kind: 'waiver-configuration', version: body.data.version }],
  })
})
afterAll(() => services.close())

const everyone = { programs: [], campuses: [], class_years: [], academic_statuses: [] }

/** Makes it 10:00 at the office on a day. */
const goTo = (day: string): void => {
  services.clock.advance((Date.parse(`${day}T15:00:00.000Z`) - services.clock.now().getTime()) / 1000)
  today = day
}

const day = fc.integer({ min: 0, max: 364 }).map(dayOfYear)
/** Days before today on which something happened. */
const past = fc.integer({ min: 0, max: 130 })
const isBulk = fc.boolean()
const event = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('add' as const),
      type: fc.constantFrom('spouse' as const, 'child' as const),
      day,
    }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('remove' as const), which: fc.nat(5), day }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('enroll' as const), day }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('waive' as const), isBulk }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('leave' as const), past, isBulk }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('return' as const), isBulk }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('withdraw' as const), past, isBulk }) },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('plan' as const),
      what: fc.constantFrom('leave' as const, 'withdraw' as const, 'return' as const),
      days: fc.integer({ min: 1, max: 20 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('roster' as const),
      what: fc.constantFrom('leave' as const, 'withdraw' as const, 'return' as const),
      past,
    }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('default' as const) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('setup' as const) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('night' as const) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('ask' as const) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('decide' as const), isApproved: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('undo' as const) }) },
)
type Event = typeof event extends fc.Arbitrary<infer E> ? E : never
type Done<K extends Event['does']> = Extract<Event, { does: K }>

/** A record of the app with what the rules make of it, and with both as they were before the last change. */
interface Run {
  readonly id: number
  readonly model: ModelRecord
  readonly hasAgedOut: boolean
  /** The events that could happen. */
  readonly happened: readonly string[]
  readonly last: {
    readonly changeId: string | null
    readonly model: ModelRecord
    readonly columns: unknown
  } | null
}

const columnsOf = async (id: number) => {
  const {
    version: _version,
    updated_at: _at,
    ...record
  } = await services.owner
    .selectFrom('student_periods')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const dependents = await services.owner
    .selectFrom('dependents')
    .select(['id', 'type', 'covers', 'medical_start_on', 'medical_end_on', 'deleted_at'])
    .where('student_period_id', '=', id)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  return { record, dependents }
}

/** The part of a record that the model has. */
const shownOf = async (id: number) => {
  const { record, dependents } = await columnsOf(id)
  return {
    academic: record.academic_status,
    status: record.medical_status,
    prior: record.medical_prior_status,
    priorTier: record.medical_prior_tier,
    start: record.medical_enroll_coverage_start_on,
    end: record.medical_enroll_coverage_end_on,
    priorEnd: record.medical_prior_end_on,
    premium: record.medical_enroll_premium,
    fee: record.admin_fee,
    dependents: dependents.map(({ type, medical_start_on: start }) => ({ type, start })),
  }
}
const expectedOf = ({ tiers: _tiers, left: _left, ...model }: ModelRecord) => ({
  ...model,
  premium: premiumOf({ ...model, tiers: _tiers, left: _left }),
})

const put = async (id: number, body: object): Promise<TestAnswer> => {
  const client = await clientOf(services, world.adminId)
  const answer = await client.put(`/api/student-periods/${id}`, body)
  expect(answer.body.errors).toBeUndefined()
  return answer
}
const bulk = async (call: string, body: object): Promise<TestAnswer> => {
  const client = await clientOf(services, world.adminId)
  const answer = await client.post(`/api/student-periods/bulk-operations/${call}`, body)
  expect(answer.body.errors).toBeUndefined()
  return answer
}
const dependentsOf = async (id: number) => {
  const client = await clientOf(services, world.adminId)
  return (await client.get(`/api/student-periods/${id}`)).body.data.dependents
}
const changeStatus = (id: number, academic_status: string, effective_on: string, inBulk: boolean) =>
  inBulk
    ? bulk('update-student-status', { ids: [id], academic_status, effective_on })
    : put(id, { academic_status, effective_on })

const reason = 'The dean asked.'
const names = { leave: 'leave_of_absence', withdraw: 'withdrawn', return: 'continuing' } as const
const rules = { leave: onLeave, withdraw: withdrawn, return: returned } as const
const mayBecome = (model: ModelRecord, what: keyof typeof names): boolean =>
  what === 'return'
    ? model.academic !== 'continuing'
    : what === 'leave'
      ? model.academic === 'continuing'
      : model.academic !== 'withdrawn'

/** What an event makes of a record, or null if it can’t happen now. */
type Made = {
  readonly model: ModelRecord
  readonly answer?: TestAnswer
  /** The change of a job. */
  readonly changeId?: number | null
  readonly agesOut?: true
} | null
type Doing<K extends Event['does']> = (run: Run, event: Done<K>) => Promise<Made>

const add: Doing<'add'> = async ({ id, model }, { type, day: on }) => {
  const more = { type, first_name: type, last_name: 'Park', dob: '2001-05-06', covers: ['medical'] }
  const dependents = [...(await dependentsOf(id)), more]
  return {
    model: withAdded(model, type, on),
    answer: await put(id, { dependents, dependents_effective_on: on }),
  }
}
const remove: Doing<'remove'> = async ({ id, model }, { which, day: on }) => {
  const present = await dependentsOf(id)
  if (present.length === 0) return null
  const index = which % present.length
  const dependents = present.toSpliced(index, 1)
  return {
    model: withRemoved(model, index, on),
    answer: await put(id, { dependents, dependents_effective_on: on }),
  }
}
const canEnroll: ReadonlySet<string> = new Set([
  'not_started',
  'waived',
  'waived_aged_out',
  'not_applicable',
  'enrolled_eoc',
])
const enroll: Doing<'enroll'> = async ({ id, model }, { day: coverage_starts_on }) => {
  if (!canEnroll.has(model.status)) return null
  const body = { medical_status: tierOf(model.dependents), override_reason: reason, coverage_starts_on }
  return { model: enrolled(model, coverage_starts_on), answer: await put(id, body) }
}
const waive: Doing<'waive'> = async ({ id, model }, { isBulk: inBulk }) => {
  if (!model.status.startsWith('enrolled') && model.status !== 'not_started') return null
  const body = { medical_status: 'waived', override_reason: reason }
  const call = inBulk ? bulk('update-coverage-statuses', { ids: [id], ...body }) : put(id, body)
  // the waiver that a student asked for is approved; any other is an override, which leaves the dates
  const isAsked = model.status === 'enrolled_waiver_submitted'
  const waived = isAsked
    ? decided(model, true, today)
    : { ...model, status: 'waived' as const, priorTier: null }
  return { model: waived, answer: await call }
}
const ask: Doing<'ask'> = async ({ id, model }) => {
  if (!tiers.some((tier) => tier === model.status)) return null
  const body = { medical_status: 'enrolled_waiver_submitted', override_reason: reason }
  return { model: asking(model), answer: await put(id, body) }
}
/** Decides a pending waiver, or else asks first. */
const decide: Doing<'decide'> = async (run, done) => {
  const { id, model } = run
  const isPending = model.status === 'enrolled_waiver_submitted'
  const asked = isPending ? { model } : await ask(run, { does: 'ask' })
  if (!asked) return null
  const body = { medical_status: done.isApproved ? 'waived' : asked.model.priorTier }
  const answer = await put(id, body)
  const decision = decided(asked.model, done.isApproved, today)
  // an undo of the decision alone gives back the pending waiver
  return isPending ? { model: decision, answer } : { model: decision }
}
const become =
  (what: 'leave' | 'withdraw') =>
  async ({ id, model }: Run, done: Done<'leave'> | Done<'withdraw'>): Promise<Made> => {
    if (!mayBecome(model, what)) return null
    const on = addDays(today, -done.past)
    return { model: rules[what](model, on), answer: await changeStatus(id, names[what], on, done.isBulk) }
  }
const comeBack: Doing<'return'> = async ({ id, model }, { isBulk: inBulk }) => {
  if (!mayBecome(model, 'return')) return null
  return { model: returned(model, today), answer: await changeStatus(id, names.return, today, inBulk) }
}
const plan: Doing<'plan'> = async ({ id, model }, { what, days }) => {
  if (!mayBecome(model, what)) return null
  const on = addDays(today, days)
  await put(id, { academic_status: names[what], effective_on: on })
  goTo(on)
  expect(await makePlannedChanges(services.services)).toBe(1)
  return { model: rules[what](model, on) }
}
/** Imports a roster with the student’s status and the day from which it counts. */
const roster: Doing<'roster'> = async ({ id, model }, { what, past: days }) => {
  if (!mayBecome(model, what)) return null
  const on = what === 'return' ? today : addDays(today, -days)
  const student = await services.owner
    .selectFrom('student_periods as record')
    .innerJoin('students', 'students.id', 'record.student_id')
    .select(['sid', 'last_name', 'first_name', 'dob'])
    .where('record.id', '=', id)
    .executeTakeFirstOrThrow()
  const [year, month, date] = on.split('-')
  const header = [...Object.keys(student), 'academic_status', 'Academic status date']
  const row = [...Object.values(student), names[what], `${month}/${date}/${year}`]
  const client = await clientOf(services, world.adminId)
  const done = await importing(services, { ...world, registrar: client }).run(
    `${header.join()}\n${row.join()}\n`,
  )
  expect(done.errors).toEqual([])
  return { model: rules[what](model, on), changeId: done.change_id }
}

const jobOf = async (path: string, body: object) => {
  const client = await clientOf(services, world.adminId)
  const started = await client.post(path, body)
  expect(started.body.errors).toBeUndefined()
  await services.runJobs()
  const job = (await client.get(`/api/jobs/${started.body.data.job_id}`)).body.data
  expect(job.state).toBe('done')
  return job
}
const autoEnroll: Doing<'default'> = async ({ model }) => {
  const path = `/api/periods/${world.periodId}/default-enrollment`
  const client = await clientOf(services, world.adminId)
  const { students, total } = (await client.get(path)).body.data
  const isDue =
    model.status === 'not_started' && model.academic !== 'withdrawn' && model.dependents.length === 0
  expect(students).toBe(isDue ? 1 : 0)
  if (!isDue) return null
  const { change_id: changeId } = await jobOf(path, { expected: { students, total } })
  return { model: autoEnrolled(model), changeId }
}
/** Applies the setup to what differs from it: only a fee, or coverage that a student came back to. */
const applySetup: Doing<'setup'> = async ({ model }) => {
  const path = `/api/periods/${world.periodId}/setup-differences`
  const client = await clientOf(services, world.adminId)
  const { groups }: SetupDifferences = (await client.get(path)).body.data
  const plain = groups.filter(({ apart }) => apart === null)
  if (plain.length === 0) return { model: setUpApplied(model) }
  const body = { groups: plain.map(({ key }) => key), expected: { differences: plain.length } }
  const { change_id: changeId } = await jobOf(path, body)
  return { model: setUpApplied(model), changeId }
}
/** A night changes a waiver on the plan of a parent, once for the same end of that plan. */
const night: Doing<'night'> = async ({ model, hasAgedOut }) => {
  goTo(addDays(today, 1))
  await ageOutNightly(services.services)
  await services.runJobs()
  if (model.status !== 'waived' || model.academic === 'withdrawn' || hasAgedOut) return { model }
  return { model: { ...model, status: 'waived_aged_out' }, agesOut: true }
}
const undo: Doing<'undo'> = async ({ id, last }) => {
  if (last?.changeId == null) return null
  const client = await clientOf(services, world.adminId)
  const done = await client.post(`/api/changes/${last.changeId}/undo`)
  expect(done.body.data).toMatchObject({ reverted: 1, left: [] })
  expect(await columnsOf(id)).toEqual(last.columns)
  return { model: last.model }
}

const doings: { readonly [K in Event['does']]: Doing<K> } = {
  add,
  remove,
  enroll,
  waive,
  ask,
  decide,
  leave: become('leave'),
  withdraw: become('withdraw'),
  return: comeBack,
  plan,
  roster,
  default: autoEnroll,
  setup: applySetup,
  night,
  undo,
}
// a function takes the event of the same name
const doingOf = (one: Event) => doings[one.does] as (run: Run, done: Event) => Promise<Made>

const start = async (): Promise<Run> => {
  const at = await world.enroll({
    student: { dob: '2000-01-15', ...address },
    medical_waive_source_of_coverage: 'parent_employer_group',
    dental_status: 'not_applicable',
    vision_status: 'not_applicable',
    status: 'active',
  })
  return {
    id: Number(at.split('/').at(-1)),
    model: enrolledAllYear,
    hasAgedOut: false,
    happened: [],
    last: null,
  }
}
const address = { address_1: '12 Harbor Street', city: 'Columbus', state: 'OH', zip: '43210', country: 'US' }

const step = async (run: Run, one: Event): Promise<Run> => {
  const columns = await columnsOf(run.id)
  const made = await doingOf(one)(run, one)
  if (!made) return run
  expect(await shownOf(run.id)).toEqual(expectedOf(made.model))
  const changeId = made.changeId ?? made.answer?.headers['x-change-id'] ?? null
  const last = { changeId: changeId === null ? null : String(changeId), model: run.model, columns }
  const happened = [...run.happened, one.does]
  return { ...run, model: made.model, last, happened, hasAgedOut: run.hasAgedOut || made.agesOut === true }
}

/** Runs the events on a new record, and compares it after each one. */
const runAll = async (events: readonly Event[]): Promise<Run> => {
  goTo(firstDay)
  let run = await start()
  for (const one of events) run = await step(run, one)
  goTo(firstDay)
  return run
}

/** Returns what the bursar and a carrier who was never told of anyone would be told now. */
const outside = async ({ id }: Run) => {
  await world.setUp('carrier-file', { receiver_id: `R${id}` })
  const { data } = (await world.admin.get(`/api/periods/${world.periodId}/bursar-preview`)).body
  const told = (await world.told('full')).map((line) => line.replace(' medical', ''))
  return { owed: data.totals.total, told }
}

it('a record in any order of events is what the rules give, and undo restores every column', async () => {
  const happened = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 8, maxLength: 8 }), async (events) => {
      const run = await runAll(events)
      expect(await outside(run)).toEqual({ owed: owedBy(run.model), told: toldOf(run.model) })
      for (const name of run.happened) happened.set(name, (happened.get(name) ?? 0) + 1)
      await removeAll()
    }),
    { seed: 20_261_120, numRuns: 25, endOnFailure: true },
  )
  expect([...happened.keys()].toSorted()).toEqual(Object.keys(doings).toSorted())
}, 60_000)

/** Leaves the policy year without records, so that totals are of one, and without nights, because each is run once. */
const removeAll = async (): Promise<void> => {
  await services.owner.deleteFrom('age_out_runs').where('period_id', '=', world.periodId).execute()
  await services.owner
    .updateTable('student_periods')
    .set({ deleted_at: services.clock.now().toISOString() })
    .where('period_id', '=', world.periodId)
    .execute()
}
