import { sql } from 'kysely'
import { coverages, type CoverageStatus } from '#contract/platform/coverage/choices.ts'
import { tiers } from '#contract/platform/coverage/status-groups.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Services } from '#server/platform/context.ts'
import { ssnColumns, type Keys } from '#server/platform/lib/crypt.ts'
import type { Files } from '#server/platform/lib/files.ts'
import { academicValues } from '#server/records/student-periods/factory.ts'
import { studentValues } from '#server/records/students/factory.ts'
import { addDays, createRandom, type Random } from '#server/testing/random.ts'
import { chooseSimulator } from '#server/review/verifications/factory.ts'
import { createAccounts, type Accounts } from './accounts.ts'
import { seedBursar } from './bursar.ts'
import { seedCarrierFile } from './carrier-file.ts'
import { companyRows } from './companies.ts'
import { seedDependents, tierOfSchool } from './dependents.ts'
import { seedDocuments } from './documents.ts'
import { seedTemplates } from './email-templates.ts'
import { seedComposedEmails, seedEmails } from './emails.ts'
import { seedForms } from './forms.ts'
import { rosterAt, seedHistory, type SeededRow } from './history.ts'
import { insertRows } from './insert-rows.ts'
import { feesOf } from './insurance.ts'
import { keepAgedOut, keepParentsPlans, nameSubscribers, seedPlanEnds } from './parents-plans.ts'
import { lineValues, pickOtherStatus, pickStatus, type LineStatuses } from './line.ts'
import { seedPictures } from './school-pictures.ts'
import { seedReportSchedule } from './report-schedules.ts'
import { seedSchools, type SeedPeriod, type SeedSchool } from './schools.ts'
import { seedSiteVisits } from './site-visits.ts'
import { seedFamilyTier, seedSetUp } from './set-up.ts'

interface SeedContext {
  readonly db: Database
  readonly services: Services
  readonly keys: Keys
  readonly files: Files
  readonly random: Random
  readonly companyIds: readonly number[]
  readonly adminId: number
  readonly reviewerId: number
}

/**
 * Loads the demo data into an empty database in one transaction: 4 schools, 10 periods, 6,000 student-periods in every
 * coverage status, with histories, notes, dependents, companies, and some documents, emails and forms. All people are
 * invented and the same every time; the forms count back from today.
 */
export const loadWorld = async (db: Database, services: Services, accounts: Accounts): Promise<void> => {
  const { keys, files } = services
  await db.transaction().execute(async (trx) => {
    const companyIds = await insertRows(trx, 'insurance_companies', companyRows)
    const schoolIds = await insertRows(
      trx,
      'schools',
      seedSchools.map(({ name, slug, time_zone }) => ({ name, slug, time_zone, is_demo: true })),
    )
    for (const [index, { name }] of seedSchools.entries())
      await chooseSimulator(trx, schoolIds[index] ?? 0, { organization: name, simulator_latency_ms: 600 })
    const { adminId, reviewerId } = await createAccounts(trx, accounts, schoolIds)
    const ground: SeedContext = {
      db: trx,
      services,
      keys,
      files,
      random: createRandom(20_261_120),
      companyIds,
      adminId,
      reviewerId,
    }
    for (const [index, school] of seedSchools.entries()) {
      const schoolId = schoolIds[index] ?? 0
      await loadSchool(ground, schoolId, index, school)
      await seedTemplates(trx, { schoolId, isFirst: index === 0, adminId })
    }
  })
}

const loadSchool = async (
  ground: SeedContext,
  schoolId: number,
  index: number,
  { name, periods, about, usesFamilyTier = false }: SeedSchool,
): Promise<void> => {
  if (about) {
    await ground.db.updateTable('schools').set(about).where('id', '=', schoolId).execute()
    await seedPictures({ ...ground, schoolId })
  }
  const studentIds = await loadStudents(ground, schoolId, index, periods)
  await loadNotes(ground, schoolId, studentIds)
  for (const period of periods) {
    const periodId = await loadPeriod(ground, schoolId, period)
    const setUp = { schoolId, periodId, year: period.year, adminId: ground.adminId }
    // the first school's years are fully set up; the others have only defaults
    if (index === 0 && period.state !== 'draft') await seedSetUp(ground.db, setUp)
    else if (usesFamilyTier) await seedFamilyTier(ground.db, setUp)
    // in the older year, most people are still enrolled
    const place = { schoolId, periodId, period, usesFamilyTier, hasFees: index === 0 }
    const rows = await loadStudentPeriods(ground, place, studentIds.slice(0, period.students))
    // the first school shows examples of documents and emails
    if (index === 0 && period.state === 'open') {
      const { db, files, adminId } = ground
      await seedDocuments({ db, files, schoolId, year: period.year }, rows)
      const emails = { db, schoolId, schoolName: name, year: period.year, adminId }
      await seedComposedEmails(emails, rows)
      await seedEmails(emails, rows)
      const reviewerIds = [adminId, ground.reviewerId]
      await seedCarrierFile({ ...ground, schoolId, schoolName: name, periodId }, rows)
      await seedSiteVisits({ db, services: ground.services, schoolId, periodId, year: period.year })
      await seedForms({ db, services: ground.services, periodId, year: period.year, reviewerIds })
      await seedBursar({ db, schoolId, periodId, year: period.year, adminId, reviewerId: ground.reviewerId })
      await seedReportSchedule({ db, services: ground.services, schoolId, periodId, readerIds: reviewerIds })
    }
  }
}

const loadPeriod = async (
  { db }: SeedContext,
  schoolId: number,
  { name, year, state }: SeedPeriod,
): Promise<number> => {
  const [id = 0] = await insertRows(db, 'periods', [
    {
      school_id: schoolId,
      name,
      starts_on: `${year}-08-01`,
      ends_on: `${year + 1}-07-31`,
      state,
      waiver_deadline_on: `${year}-09-15`,
      medical_offered: true,
      dental_offered: true,
      vision_offered: true,
    },
  ])
  return id
}

/** Returns the first policy year with enough students for this one; its roster added the student. */
const firstYearOf = (periods: readonly SeedPeriod[], number: number): number =>
  Math.min(...periods.filter(({ students }) => students > number).map(({ year }) => year))

/** Share of students whose SSN is known; mostly international students have none. */
const ssnPercent = 99.4

const loadStudents = async (
  { db, keys, random }: SeedContext,
  schoolId: number,
  index: number,
  periods: readonly SeedPeriod[],
): Promise<number[]> => {
  const many = Math.max(...periods.map(({ students }) => students))
  const made = Array.from({ length: many }, (_, number) => {
    const digits = `9${String(10_000_000 + index * 2_000_000 + number * 997).padStart(8, '0')}`
    const values = studentValues(random, schoolId, index * 10_000 + number)
    return { values, number, ssn: random.chance(ssnPercent) ? digits : null }
  })
  const ids = await insertRows(
    db,
    'students',
    made.map(({ values, number }) => ({ ...values, created_at: rosterAt(firstYearOf(periods, number)) })),
  )
  const sealed = made.flatMap(({ ssn }, place) => {
    const id = ids[place] ?? 0
    return ssn === null ? [] : [{ id, ...ssnColumns(keys, { id, school_id: schoolId }, ssn) }]
  })
  await sql`
    update students s set ssn_cipher = n.cipher, ssn_index = n.index, ssn_last_four = n.last_four
    from unnest(${sealed.map(({ id }) => id)}::bigint[], ${sealed.map(({ ssn_cipher }) => ssn_cipher)}::bytea[],
      ${sealed.map(({ ssn_index }) => ssn_index)}::bytea[], ${sealed.map(({ ssn_last_four }) => ssn_last_four)}::text[])
      as n (id, cipher, index, last_four)
    where s.id = n.id`.execute(db)
  return ids
}

const noteTexts = [
  '<p>Called the student about the missing insurance card. They’ll upload it this week.</p>',
  '<p>Mother confirmed the plan by phone; employer coverage runs through December.</p>',
  '<p>Asked the registrar about the <strong>expected graduation</strong>.</p>',
  '<p>Student is on rotation out of state. Reach by email only.</p>',
  '<p>Appeal received. Decision due within 10 business days.</p>',
  '<p>Card on file is last year’s. Asked for:</p><ul><li>front of the new card</li><li>back of the new card</li></ul>',
  '<h3>Waiver call</h3><p>Carrier confirmed <strong>active</strong> coverage, no end date on file. Reference number saved with the verification.</p>',
  '<p>Turns 26 this spring. Told the student to enroll within 31 days of losing coverage through their parent.</p>',
  '<p>Bursar reversed the charge on <u>both</u> accounts.</p>',
] as const

const loadNotes = async (
  { db, random, adminId }: SeedContext,
  schoolId: number,
  studentIds: readonly number[],
): Promise<void> => {
  const notes = studentIds
    .filter(() => random.chance(12))
    .map((student_id) => {
      const at = `${addDays('2026-08-20', random.between(0, 80))}T${random.between(13, 21)}:${random.between(10, 59)}:00Z`
      return {
        school_id: schoolId,
        student_id,
        body: random.pick(noteTexts),
        pinned: random.chance(10),
        author_id: adminId,
        created_at: at,
        updated_at: at,
      }
    })
  await insertRows(db, 'student_notes', notes)
}

const statusesOf = (random: Random, index: number, usesFamilyTier: boolean): LineStatuses => {
  const medical = pickStatus(random, index)
  const dental = pickOtherStatus(random, medical, index)
  const vision = pickOtherStatus(random, medical, index + 30)
  const asThere = (status: CoverageStatus) => tierOfSchool(status, usesFamilyTier)
  return { medical: asThere(medical), dental: asThere(dental), vision: asThere(vision) }
}

const academicOf = (medical: CoverageStatus, year: number) => {
  if (medical === 'not_applicable') return { academic_status: 'withdrawn' }
  return medical === 'loa'
    ? { academic_status: 'leave_of_absence', loa_reason: 'Medical leave', loa_start_on: `${year}-10-01` }
    : {}
}

/** One record of so many has another status or fees than the setup says, as in an office in the fall. */
const differsEvery = 40

/** Returns what the setup’s exemptions and fees go by, as it fits the statuses of nearly all records. */
const asSetUp = (
  { academic_status, campus, program }: ReturnType<typeof academicValues>,
  statuses: LineStatuses,
  { index, hasFees }: { readonly index: number; readonly hasFees: boolean },
) => {
  if (index % differsEvery === differsEvery - 1) return {}
  const isExempt = statuses.medical === 'exempt'
  const isEnrolled = coverages.some((coverage) => tiers.some((tier) => tier === statuses[coverage]))
  return {
    campus: isExempt ? 'Online' : campus === 'Online' ? 'Main' : campus,
    academic_status: academic_status === 'part_time' && !isExempt ? 'continuing' : academic_status,
    ...(hasFees && isEnrolled ? feesOf(program) : {}),
  }
}

interface Place {
  readonly schoolId: number
  readonly periodId: number
  readonly period: SeedPeriod
  readonly usesFamilyTier: boolean
  readonly hasFees: boolean
}

const loadStudentPeriods = async (
  ground: SeedContext,
  place: Place,
  studentIds: readonly number[],
): Promise<SeededRow[]> => {
  const { db, random, companyIds, adminId } = ground
  const { schoolId, periodId, period, usesFamilyTier, hasFees } = place
  const rows = studentIds.map((studentId, index) => {
    const statuses = statusesOf(random, index, usesFamilyTier)
    const line = { random, year: period.year, companyIds, number: periodId * 10_000 + index }
    const status = random.chance(1.5) ? 'inactive' : 'active'
    const academic = academicValues(random)
    const values = {
      school_id: schoolId,
      period_id: periodId,
      student_id: studentId,
      created_at: rosterAt(period.year),
      status,
      ...academic,
      ...asSetUp(academic, statuses, { index, hasFees }),
      ...academicOf(statuses.medical, period.year),
      reverify_on:
        statuses.medical === 'waived' && random.chance(30)
          ? addDays(`${period.year + 1}-01-05`, random.between(0, 40))
          : null,
      ...Object.assign({}, ...coverages.map((coverage) => lineValues(coverage, statuses[coverage], line))),
    }
    return { statuses, values }
  })
  const ids = await insertRows(
    db,
    'student_periods',
    rows.map(({ values }) => values),
  )
  const year = { db, schoolId, periodId, year: period.year }
  await keepParentsPlans(year)
  await nameSubscribers(year)
  if (period.state === 'open') {
    await keepAgedOut(year)
    await seedPlanEnds(year)
  }
  const seeded = rows.map(({ statuses, values }, index) => ({
    id: ids[index] ?? 0,
    student_id: values.student_id,
    statuses,
  }))
  await seedDependents({ db, random, schoolId, year: period.year }, seeded)
  await seedHistory({ db, random, schoolId, year: period.year, adminId }, seeded)
  return seeded
}
