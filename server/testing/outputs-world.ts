import { expect } from 'vitest'
import { enrolledStudent, exampleSettings } from '#server/outputs/carrier-files/factory.ts'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import type { TestClient } from './client.ts'
import { readEnrollment } from './read-enrollment.ts'
import { buildSchoolWorld, type SchoolWorld } from './school-world.ts'
import { buildPerson, confirmed } from './sign-in.ts'
import type { TestServices } from './test-services.ts'

/** Premiums of a plan that is prorated by month: 400 a month for the student alone. */
export const yearlyPremiums = {
  enrolled: '4800.00',
  enrolled_ech: '7200.00',
  enrolled_esp: '9600.00',
  enrolled_espch: '12000.00',
  enrolled_espch2: '14400.00',
  enrolled_efam: null,
}

/** A school whose carrier and bursar are told of records. */
export interface OutputsWorld extends SchoolWorld {
  /** Changes a part of the policy year’s setup. */
  readonly setUp: (kind: string, change: object) => Promise<void>
  /** Creates a student who has medical coverage for the whole policy year. Returns the record’s path. */
  readonly enroll: (record?: object) => Promise<string>
  /** Changes a record. Returns the reply. */
  readonly put: (at: string, body: object) => Promise<Answer>
  readonly read: (at: string) => Promise<Record<string, unknown>>
  /** Undoes a change of one record. Returns the reply. */
  readonly undo: (answer: Answer) => Promise<Answer>
  /** Releases an 834. Returns what it says in order: 'self medical 2026-08-01 2027-07-31'. */
  readonly told: (kind: 'full' | 'changes') => Promise<string[]>
  /** Releases a bursar batch, if something changed. Returns what it adds to the accounts: '-3200.00'. */
  readonly charged: () => Promise<string>
}

type Answer = Awaited<ReturnType<SchoolWorld['admin']['put']>>

const lines = { HLT: 'medical', DEN: 'dental', VIS: 'vision' } as const

/** Creates the school, with a prorated medical plan and settings of a carrier. The policy year is 08/01/2026 to 07/31/2027. */
export const buildOutputsWorld = async (services: TestServices): Promise<OutputsWorld> => {
  const world = await buildSchoolWorld(services)
  const releaser = await buildPerson(services, { permission: 'shipmate_admin' })
  await confirmed(releaser)
  const setUp = async (kind: string, change: object): Promise<void> => {
    const path = `/api/periods/${world.periodId}/${kind}`
    const { data } = (await world.admin.get(path)).body
    expect((await world.admin.put(path, { ...data, ...change })).body.errors).toBeUndefined()
  }
  await setUp('carrier-file', { ...exampleSettings, receiver_id: `R${world.schoolId}` })
  await setUp('medical-plan', { premiums: yearlyPremiums, proration: 'monthly' })
  return {
    ...world,
    setUp,
    enroll: (record) => enroll(services, world, record),
    put: async (at, body) => {
      const answer = await world.admin.put(at, body)
      expect(answer.body.errors).toBeUndefined()
      return answer
    },
    read: async (at) => (await world.admin.get(at)).body.data,
    undo: async (answer) => {
      const done = await world.admin.post(`/api/changes/${String(answer.headers['x-change-id'])}/undo`)
      expect(done.body.data).toMatchObject({ reverted: 1, left: [] })
      return done
    },
    told: (kind) => releaseFile(services, world, releaser.client, kind),
    charged: () => releaseBatch(world),
  }
}

const enroll = async (services: TestServices, world: SchoolWorld, record: object = {}): Promise<string> => {
  const { id } = await buildStudentPeriod(services.owner, {
    school_id: world.schoolId,
    period_id: world.periodId,
    student: enrolledStudent.student,
    ...enrolledStudent.record,
    academic_status: 'continuing',
    medical_enroll_coverage_start_on: '2026-08-01',
    medical_enroll_coverage_end_on: '2027-07-31',
    medical_enroll_premium: '4800.00',
    ...record,
  })
  return `/api/student-periods/${id}`
}

const releaseFile = async (
  services: TestServices,
  world: SchoolWorld,
  releaser: TestClient,
  kind: 'full' | 'changes',
): Promise<string[]> => {
  const started = await world.admin.post(`/api/periods/${world.periodId}/carrier-files`, { kind })
  expect(started.body.errors).toBeUndefined()
  await services.runJobs()
  const file = `/api/carrier-files/${started.body.data.id}`
  const { status } = await releaser.post(`${file}/release`, {})
  // a file that says nothing can’t be released
  if (status === 422) return []
  expect(status).toBe(200)
  const { members } = readEnrollment((await releaser.get(`${file}/file`)).bytes.toString())
  return members
    .flatMap(({ isSubscriber, name, coverages }) =>
      coverages.map(
        ({ line, begins, ends }) =>
          `${isSubscriber ? 'self' : name.first} ${lines[line]} ${begins} ${ends ?? '–'}`,
      ),
    )
    .toSorted()
}

const releaseBatch = async (world: SchoolWorld): Promise<string> => {
  const year = `/api/periods/${world.periodId}`
  const { total } = (await world.admin.get(`${year}/bursar-preview`)).body.data.totals
  const made = await world.admin.post(`${year}/bursar-batches`, {})
  expect(made.status).toBe(total === '0.00' ? 409 : 201)
  if (made.status === 201) await world.admin.post(`/api/bursar-batches/${made.body.data.id}/release`, {})
  return total
}
