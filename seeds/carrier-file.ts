import { carrierFile } from '#contract/setup/period-documents/carrier-file.ts'
import type { Database } from '#server/platform/db/database.ts'
import { scope } from '#server/platform/db/scope.ts'
import type { Services } from '#server/platform/context.ts'
import { writeMembers } from '#server/outputs/carrier-files/commands/write-members.ts'
import { exampleSettings } from '#server/outputs/carrier-files/factory.ts'
import { fileNameOf } from '#server/outputs/carrier-files/rules/file-texts.ts'
import { addDays } from '#server/testing/random.ts'
import type { SeededRow } from './history.ts'

/** What the carrier agreed on with the demo school. It rejects students without an SSN. */
const settings = { ...exampleSettings, ssns: 'required' } as const
export const carrierContents = [carrierFile, settings] as const

interface Place {
  readonly db: Database
  readonly services: Services
  readonly schoolId: number
  readonly schoolName: string
  readonly periodId: number
  readonly adminId: number
}

/**
 * Releases a full carrier file of a week ago. Five records were different then, so that the next file has something to say:
 * an address, a premium, two coverages that have ended since, and someone who wasn’t enrolled.
 */
export const seedCarrierFile = async (place: Place, rows: readonly SeededRow[]): Promise<void> => {
  const day = addDays(place.services.clock.now().toISOString().slice(0, 10), -7)
  const restore = await changeBack(place, rows, `${day}T14:00:00Z`)
  await releaseFull(place, day)
  await restore()
}

/** Sets a few records to what they were; returns a function that restores them. */
const changeBack = async ({ db, schoolId, periodId }: Place, rows: readonly SeededRow[], before: string) => {
  const system = scope.asSystem(db, schoolId)
  const own = scope.studentPeriods(system).where('student_periods.period_id', '=', periodId)
  await scope
    .update(system, 'student_periods')
    .set({ updated_at: before })
    .where('period_id', '=', periodId)
    .execute()
  await scope.update(system, 'students').set({ updated_at: before }).execute()
  await scope.update(system, 'dependents').set({ updated_at: before }).execute()
  const enrolled = rows.filter(({ statuses }) => statuses.medical === 'enrolled')
  const [moved, billed, added] = enrolled.slice(4)
  const ended = rows.filter(({ statuses }) => statuses.medical === 'enrolled_eoc').slice(0, 2)
  const ids = [billed, added, ...ended].flatMap((row) => row?.id ?? [])
  const columns = [
    'id',
    'medical_status',
    'medical_enroll_premium',
    'medical_enroll_coverage_end_on',
  ] as const
  const now = await own.select(columns).where('student_periods.id', 'in', ids).execute()
  const zip = await scope
    .students(system)
    .select(['students.id', 'students.zip'])
    .where('students.id', '=', moved?.student_id ?? 0)
    .executeTakeFirstOrThrow()
  const setZip = (value: string | null, at: object) =>
    scope
      .update(system, 'students')
      .set({ zip: value, ...at })
      .where('id', '=', zip.id)
      .execute()
  const setRow = (id: number, values: object) =>
    scope.update(system, 'student_periods').set(values).where('id', '=', id).execute()
  await setZip('43215', {})
  await setRow(billed?.id ?? 0, { medical_enroll_premium: '4512.00' })
  await setRow(added?.id ?? 0, { medical_status: 'not_started' })
  for (const { id } of ended)
    await setRow(id, { medical_status: 'enrolled', medical_enroll_coverage_end_on: null })
  return async (): Promise<void> => {
    const at = { updated_at: new Date(Date.parse(before) + 3 * 86_400_000).toISOString() }
    await setZip(zip.zip, at)
    for (const { id, ...values } of now) await setRow(id, { ...values, ...at })
  }
}

/** Saves the work that has prepared a file. Returns the job’s ID. */
const prepared = async (
  db: Place['db'],
  { adminId, schoolId, day }: Pick<Place, 'adminId' | 'schoolId'> & { readonly day: string },
): Promise<number> => {
  const { id } = await db
    .insertInto('jobs')
    .values({
      kind: 'prepare-carrier-file',
      state: 'done',
      author_id: adminId,
      school_id: schoolId,
      ask: '{}',
      created_at: `${day}T15:00:00Z`,
      updated_at: `${day}T15:01:00Z`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const releaseFull = async (
  { db, services, schoolId, schoolName, periodId, adminId }: Place,
  day: string,
): Promise<void> => {
  const named = { school_name: schoolName, kind: 'full', is_test: false }
  const system = scope.asSystem(db, schoolId)
  const file = await db
    .insertInto('carrier_files')
    .values({
      ...named,
      school_id: schoolId,
      period_id: periodId,
      job_id: await prepared(db, { adminId, schoolId, day }),
      settings: JSON.stringify(settings),
      sender: settings.sender_id,
      receiver: settings.receiver_id,
      as_of: day,
      includes_ssns: true,
      created_by_id: adminId,
      created_at: `${day}T15:00:00Z`,
      updated_at: `${day}T15:04:00Z`,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const totals = await writeMembers({ ...system, services }, file, () => undefined)
  const { members: _members, counts, sets, ...numbers } = totals
  await scope
    .update(system, 'carrier_files')
    .set({
      ...numbers,
      counts: JSON.stringify(counts),
      sets: JSON.stringify(sets),
      state: 'released',
      prepared_at: `${day}T15:01:00Z`,
      released_at: `${day}T15:04:00Z`,
      released_by_id: adminId,
      control_number: 1,
      file_name: fileNameOf(named, day, 1),
    })
    .where('id', '=', file.id)
    .execute()
}
