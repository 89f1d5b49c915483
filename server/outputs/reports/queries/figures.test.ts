import { sql } from 'kysely'
import { readSheet } from 'read-excel-file/node'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import {
  figureKeys,
  figureReply,
  figures,
  type FigureKey,
  type FigureReply,
} from '#contract/outputs/reports/figures.ts'
import { buildCompany } from '#server/records/insurance-companies/factory.ts'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

// today is 2026-11-20
let services: TestServices
let world: SchoolWorld
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  world = await buildSchoolWorld(services)
})

const student = async (values: object = {}, person: object = {}) =>
  buildStudentPeriod(services.owner, {
    school_id: world.schoolId,
    period_id: world.periodId,
    created_at: '2026-11-01T12:00:00Z',
    student: person,
    ...values,
  })

const path = (figure: FigureKey, more = '') =>
  `/api/reports/figures?period_id=${world.periodId}&figure=${figure}${more}`
const read = async (figure: FigureKey, more = ''): Promise<FigureReply> =>
  z.parse(figureReply, (await world.admin.get(path(figure, more))).body.data)

/** Returns the quantities by label. */
const byLabel = ({ rows }: FigureReply): Record<string, number[]> =>
  Object.fromEntries(rows.map(({ label, numbers }) => [label, numbers.map(({ quantity }) => quantity)]))

const lists = {
  students: (filters: object) =>
    `/api/student-periods-by-period/${world.periodId}?filters=${encodeURIComponent(JSON.stringify(filters))}`,
  forms: (filters: object) =>
    `/api/student-form-submissions?period_id=${world.periodId}&filters=${encodeURIComponent(JSON.stringify(filters))}`,
}

/** Asks the linked list of every number for its total; returns how many numbers were compared. */
const compareWithLists = async ({ rows }: FigureReply): Promise<number> => {
  let compared = 0
  for (const { quantity, link } of rows.flatMap(({ numbers }) => numbers)) {
    if (link === null) continue
    const at =
      link.list === 'age_out'
        ? `/api/reports/age-out?period_id=${world.periodId}&month=${link.month}`
        : lists[link.list](link.filters)
    const { body } = await world.admin.get(at)
    expect([link, body.meta.total]).toEqual([link, quantity])
    compared += 1
  }
  return compared
}

const quantities = async (query: ReturnType<typeof sql<{ label: string; quantity: number }>>) =>
  Object.fromEntries(
    (await query.execute(services.owner)).rows.map(({ label, quantity }) => [label, [quantity]]),
  )

/** Builds students in several statuses, with some in a removed or inactive record. */
const buildStudents = async (): Promise<void> => {
  const harbor = await buildCompany(services.owner, { name: `Harbor ${world.schoolId}` })
  const waived = { medical_status: 'waived', medical_waive_insurance_company_id: harbor }
  await student({ ...waived, medical_waive_source_of_coverage: 'own_employer_group', program: 'Law' })
  await student({
    ...waived,
    medical_status: 'waived_aged_out',
    medical_waive_source_of_coverage: 'medicaid',
  })
  await student({
    ...waived,
    medical_waive_insurance_company_id: null,
    medical_waive_insurance_name_other: 'Typed',
  })
  await student({ ...waived, medical_status: 'waiver_declined' })
  await student({ ...waived, status: 'inactive' })
  await student({ ...waived, deleted_at: '2026-11-10T12:00:00Z' })
  await student({ medical_status: 'not_started', program: 'Law', graduation_year: 2027 })
  await student({ medical_status: 'not_started', program: 'LAW', graduation_year: 2028 })
  await student({ medical_status: 'waiver_utp', program: 'Pharmacy', graduation_year: null })
  await student({
    medical_status: 'enrolled',
    medical_enroll_premium: null,
    medical_enroll_direct_pay_premium: null,
  })
  await student({ medical_status: 'enrolled', medical_enroll_premium: '2400.00' })
  await student({
    medical_status: 'enrolled_eoc',
    medical_enroll_premium: null,
    medical_enroll_direct_pay_premium: '100.00',
  })
  await student({
    medical_status: 'exempt',
    dental_status: 'enrolled',
    dental_enroll_premium: null,
    dental_enroll_direct_pay_premium: null,
  })
}

describe('figures', () => {
  it('count waivers by company and by source as plain SQL does, with links to their students', async () => {
    await buildStudents()
    const approved = sql`sp.period_id = ${world.periodId} and sp.deleted_at is null and sp.status = 'active'
      and sp.medical_status in ('waived', 'waived_aged_out')`
    const companies = await read('waivers_by_company')
    expect(byLabel(companies)).toEqual(
      await quantities(sql<{ label: string; quantity: number }>`
        select coalesce(company.name, 'Not on the list') as label, count(*)::int as quantity from student_periods sp
        left join insurance_companies company on company.id = sp.medical_waive_insurance_company_id
        where ${approved} group by 1`),
    )
    expect(await compareWithLists(companies)).toBe(2)
    const sources = await read('waivers_by_source')
    expect(byLabel(sources)).toEqual({ 'Own employer plan': [1], Medicaid: [1], 'Not recorded': [1] })
    expect(await compareWithLists(sources)).toBe(3)
  })

  it('count who hasn’t responded, with the spellings of a program as one', async () => {
    await buildStudents()
    const programs = await read('no_response_by_program')
    expect(programs.series.map(({ label }) => label)).toEqual(['Not started', 'Not fixed'])
    const counted = byLabel(programs)
    expect(counted['Law'] ?? counted['LAW']).toEqual([2, 0])
    expect(counted['Pharmacy']).toEqual([0, 1])
    expect(await compareWithLists(programs)).toBeGreaterThanOrEqual(4)
    const years = await read('no_response_by_class')
    expect(years.rows.at(-1)?.label).toBe('Not recorded')
    expect(byLabel(years)['2028']).toEqual([1, 0])
    expect(await compareWithLists(years)).toBeGreaterThanOrEqual(6)
  })

  it('count who is enrolled without a premium, by coverage type', async () => {
    await buildStudents()
    const found = await read('enrolled_without_premium')
    expect(byLabel(found)).toEqual({ Medical: [1], Dental: [1], Vision: [0] })
    expect(await compareWithLists(found)).toBe(3)
  })

  it('count aging out by month, without gaps, with links to the age-out report', async () => {
    const parent = { medical_status: 'waived', medical_waive_source_of_coverage: 'parent_employer_group' }
    const company = await buildCompany(services.owner, { age_out_rule: 'end_of_birth_month' })
    for (const dob of ['2000-11-02', '2000-11-30', '2001-02-10'])
      await student({ ...parent, medical_waive_insurance_company_id: company }, { dob })
    const months = await read('aging_out_by_month')
    expect(byLabel(months)).toEqual({
      'November 2026': [2],
      'December 2026': [0],
      'January 2027': [0],
      'February 2027': [1],
    })
    expect(await compareWithLists(months)).toBe(4)
  })

  it('are empty for a policy year without students', async () => {
    for (const figure of figureKeys) {
      const { rows, days } = await read(figure)
      expect(rows.flatMap(({ numbers }) => numbers.filter(({ quantity }) => quantity > 0))).toEqual([])
      expect(days).toBeNull()
    }
  })

  it('come as CSV and as a workbook', async () => {
    await buildStudents()
    const csv = await world.admin.get(path('no_response_by_program', '&format=csv'))
    expect(csv.text.split('\r\n')[0]).toBe('\uFEFF"Program","Not started","Not fixed"')
    expect(csv.headers['content-disposition']).toContain('no-response-by-program-medical')
    const book = await world.admin.get(path('enrolled_without_premium', '&format=xlsx'))
    expect(await readSheet(book.bytes)).toEqual([
      ['Coverage type', 'Students'],
      ['Medical', 1],
      ['Dental', 1],
      ['Vision', 0],
    ])
  })

  it('have a title and a sentence each', () => {
    expect(figureKeys.every((key) => figures[key].meaning.endsWith('.'))).toBe(true)
  })
})
