import { afterAll, beforeAll, expect, it } from 'vitest'
import { calendarLabels } from '#contract/review/calendar/choices.ts'
import type { CalendarEntry } from '#contract/review/calendar/shapes.ts'
import type { SetupDifferences } from '#contract/review/setup-differences/shapes.ts'
import { figures, type FigureReply } from '#contract/outputs/reports/figures.ts'
import { coverages, coverageStatuses, type CoverageStatus } from '#contract/platform/coverage/choices.ts'
import { unprocessedStatuses } from '#contract/platform/coverage/status-groups.ts'
import { builtInViews, type BuiltInKey } from '#contract/records/views/built-in.ts'
import { queues } from '#contract/review/form-submissions/queues.ts'
import { everyone } from '#contract/setup/period-documents/audience.ts'
import { keysOf } from '#server/platform/lib/pick.ts'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import { buildFormSubmission } from '#server/review/form-submissions/factory.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

// Staff read the same words on several screens. Each test compares the numbers that one word stands for.
// Today is 2026-11-20; the policy year is 2026-08-01 to 2027-07-31.
let services: TestServices
let world: SchoolWorld
beforeAll(async () => {
  services = await startTestServices()
  world = await buildSchoolWorld(services)
  await setUpYear()
  await buildRecords()
  await buildForms()
})
afterAll(() => services.close())

const place = () => ({ school_id: world.schoolId, period_id: world.periodId })
const data = async (path: string) => (await world.admin.get(path)).body.data
const setUp = async (kind: string, change: object) => {
  const path = `/api/periods/${world.periodId}/${kind}`
  const saved = await world.admin.put(path, { ...(await data(path)), ...change })
  expect(saved.body.errors).toBeUndefined()
}

const setUpYear = async () => {
  const { premiums } = await data(`/api/periods/${world.periodId}/medical-plan`)
  await setUp('medical-plan', { premiums: { ...premiums, enrolled: '4678.00', enrolled_ech: '9000.00' } })
  await setUp('enrollment-options', { dental_enrolls_by_default: true, default_also: ['waiver_utp'] })
  const cohort = { key: 'law', name: 'Law', audience: { ...everyone, programs: ['Law'] } }
  await setUp('dates', {
    waiver_deadline_on: '2026-11-01',
    enrollment_closes_on: '2026-11-02',
    reminder_days: ['7'],
    cohorts: [{ ...cohort, waiver_deadline_on: '2026-12-15', enrollment_closes_on: null }],
  })
}

/** What a record of each status is made with besides it, one after another, so that every kind meets most statuses. */
const variants: readonly object[] = [
  { medical_enroll_premium: '4678.00', program: 'Law' },
  { medical_enroll_premium: '4000.00', campus: 'Main' },
  { status: 'inactive' },
  { academic_status: 'withdrawn' },
  { deleted_at: '2026-11-01T12:00:00Z' },
  { planned_academic_status: 'leave_of_absence', planned_status_on: '2027-01-10' },
  { reverify_on: '2026-11-05' },
  { reverify_on: '2027-02-05', medical_waive_verified_on: '2026-09-01' },
  {
    student: { dob: '2001-02-10' },
    medical_waive_source_of_coverage: 'parent_employer_group',
    dental_waive_subscriber_relation: 'parent',
  },
]

const buildRecords = async () => {
  for (const [index, status] of coverageStatuses.entries())
    for (const [at, variant] of variants.entries()) {
      const other = (more: number) => coverageStatuses[(index + at + more) % coverageStatuses.length]
      await buildStudentPeriod(services.owner, {
        ...place(),
        academic_status: 'continuing',
        medical_status: status,
        dental_status: other(1),
        vision_status: other(5),
        ...variant,
      })
    }
}

/** Makes forms that wait for staff, that no one has opened, that match no one, and that wait for the student. */
const buildForms = async () => {
  await buildFormSubmission(services.owner, place())
  const { rows } = await listed(only('status', 'in', ['active', 'inactive']))
  const waiting = rows
    .filter(({ medical_status: status }) => waitsForForm.has(status))
    // the list is in the order of made-up names
    .toSorted((one, other) => one.id - other.id)
  for (const [index, { id, student_id, medical_status }] of waiting.entries()) {
    const form = {
      ...place(),
      student_id,
      student_period_id: id,
      match_method: 'staff',
      seen_at: index % 2 === 0 ? null : '2026-11-19T15:00:00Z',
      deadline_on: index % 3 === 0 ? '2026-11-10' : '2026-11-30',
    } as const
    const submission = await buildFormSubmission(services.owner, form)
    if (medical_status !== 'waiver_submitted' || index % 4 > 1) continue
    const outcome = { form_submission_id: submission, coverage_type: 'medical', outcome: 'utp' }
    await world.admin.post('/api/decisions', { ...outcome, reason_codes: ['card_back_missing'] })
    await services.owner
      .updateTable('decision_outcomes')
      .set({ respond_by: index % 4 === 0 ? '2026-11-12' : '2026-12-05' })
      .where('submission_id', '=', submission)
      .execute()
  }
}
const waitsForForm: ReadonlySet<CoverageStatus> = new Set(['waiver_submitted', 'enrolled_waiver_submitted'])

interface ListedRow {
  readonly id: number
  readonly student_id: number
  readonly medical_status: CoverageStatus
}

const listed = async (
  query: string,
): Promise<{ readonly rows: readonly ListedRow[]; readonly total: number }> => {
  const path = `/api/student-periods-by-period/${world.periodId}`
  const { body } = await world.admin.get(`${path}?per_page=500&columns=medical_status&${query}`)
  return { rows: body.data, total: body.meta.total }
}
const asked = (name: string, value: unknown): string => `${name}=${encodeURIComponent(JSON.stringify(value))}`
const only = (field: string, match_mode: string, value: unknown) =>
  asked('filters', { [field]: { operator: 'and', constraints: [{ match_mode, value }] } })

const views = async (): Promise<Readonly<Record<string, number>>> => {
  const { built_in } = await data(`/api/views/counts?period_id=${world.periodId}`)
  return Object.fromEntries(
    built_in.map(({ key, quantity }: { key: string; quantity: number }) => [key, quantity]),
  )
}
const school = async () =>
  (await data('/api/schools?per_page=500')).find(({ id }: { id: number }) => id === world.schoolId)
const calendar = async (kind: CalendarEntry['kind']): Promise<CalendarEntry[]> =>
  (await data(`/api/periods/${world.periodId}/calendar`)).entries.filter(
    (one: CalendarEntry) => one.kind === kind,
  )
const figure = (name: string, more = ''): Promise<FigureReply> =>
  data(`/api/reports/figures?period_id=${world.periodId}&figure=${name}${more}`)
const sum = (numbers: readonly (number | null)[]): number =>
  numbers.reduce<number>((all, one) => all + (one ?? 0), 0)

it('students: the sidebar, the schools, the list, every coverage type and the reports agree', async () => {
  const { total } = await listed('')
  expect(total).toBeGreaterThan(100)
  const periods = await data(`/api/schools/${world.schoolId}/periods`)
  const counted = [
    (await views())['everyone'],
    (await school()).students,
    periods.find(({ id }: { id: number }) => id === world.periodId).students,
  ]
  for (const coverage of coverages) {
    const path = `/api/student-periods/student-quantity-by-status-in-period?period_id=${world.periodId}`
    const byStatus: { quantity: number }[] = await data(`${path}&coverage_type=${coverage}`)
    counted.push(sum(byStatus.map(({ quantity }) => quantity)))
    const { rows } = await figure('status_over_time', `&coverage=${coverage}`)
    counted.push(sum((rows.at(-1)?.numbers ?? []).map(({ quantity }) => quantity)))
  }
  expect(counted).toEqual(counted.map(() => total))
})

it('views: Home counts the students that the list shows in each', async () => {
  const counts = await views()
  for (const { key, query } of builtInViews) {
    const { total } = await listed(query.where ? asked('where', query.where) : '')
    expect([key, total]).toEqual([key, counts[key]])
    expect([key, total > 0]).toEqual([key, true])
  }
})

it('to decide: the schools count the students of the view', async () => {
  expect((await school()).waiting).toBe((await views())['needs_review'])
})

it('to decide: each student is in the queue of forms, in the view of those without a form, or in both', async () => {
  const ids = async (key: BuiltInKey) => {
    const { where } = builtInViews.find((one) => one.key === key)?.query ?? {}
    return (await listed(asked('where', where))).rows.map(({ id }) => id)
  }
  const [toDecide, withoutForm] = [await ids('needs_review'), await ids('to_decide_without_form')]
  const forms = await data(
    `/api/student-form-submissions?period_id=${world.periodId}&queue=to_review&per_page=500`,
  )
  const ofForms = new Set(forms.map(({ student_period_id: id }: { student_period_id: number }) => id))
  expect(withoutForm.length).toBeLessThan(toDecide.length)
  expect(withoutForm.filter((id) => !toDecide.includes(id))).toEqual([])
  expect(toDecide.filter((id) => !withoutForm.includes(id) && !ofForms.has(id))).toEqual([])
})

it('queues: Home counts the forms that the list shows in each, and new ones are the same everywhere', async () => {
  const counts = await data(`/api/student-form-submissions/queues?period_id=${world.periodId}`)
  for (const queue of keysOf(queues)) {
    const path = `/api/student-form-submissions?period_id=${world.periodId}&queue=${queue}`
    expect([queue, (await world.admin.get(path)).body.meta.total]).toEqual([queue, counts[queue]])
  }
  for (const queue of ['to_review', 'overdue', 'unseen', 'unmatched', 'no_answer', 'waiting_for_student'])
    expect([queue, counts[queue] > 0]).toEqual([queue, true])
  const path = `/api/student-form-submissions/unseen-quantity?period_id=${world.periodId}`
  expect([(await data(path)).quantity, (await school()).unseen_submissions]).toEqual([
    counts.unseen,
    counts.unseen,
  ])
})

it('response overdue and last day to respond: Home, the calendar and the list agree', async () => {
  const entries = await calendar('respond_by')
  expect(entries).toHaveLength(2)
  for (const { on, count } of entries)
    expect([on, (await listed(only('respond_by', 'equals', on))).total]).toEqual([on, count])
  const over = entries.filter(({ on }) => on < '2026-11-20')
  expect(sum(over.map(({ count }) => count))).toBe((await views())['response_overdue'])
})

it('planned changes: Home, the calendar and the list agree', async () => {
  const entries = await calendar('planned_status')
  expect(sum(entries.map(({ count }) => count))).toBe((await views())['planned_changes'])
})

it('reverification due: Home and the reverification of today take the same students', async () => {
  const body = { period_id: world.periodId, only_due: true, dry_run: true }
  const preview = await world.admin.post('/api/period-reverifications/reverify-period', body)
  expect(preview.body.data.students).toBe((await views())['reverify_due'])
})

it('premiums that aren’t the plan’s: Home counts the students whom the bulk change takes', async () => {
  const { where } = builtInViews.find(({ key }) => key === 'premium_differs')?.query ?? {}
  const path = '/api/student-periods/bulk-operations/set-plan-premiums'
  const body = { selection: { period_id: world.periodId, where }, dry_run: true }
  const { matched, changed } = (await world.admin.post(path, body)).body.data
  const count = (await views())['premium_differs']
  expect([matched, changed]).toEqual([count, count])
})

it('premiums that aren’t the plan’s: the comparison with the setup lists students of Home', async () => {
  const path = `/api/periods/${world.periodId}/setup-differences`
  const { groups }: SetupDifferences = await data(path)
  const premiums = groups.filter(({ kind }) => kind === 'premium')
  expect(premiums.length).toBeGreaterThan(0)
  const { where } = builtInViews.find(({ key }) => key === 'premium_differs')?.query ?? {}
  const ofHome = new Set((await listed(asked('where', where))).rows.map(({ id }) => id))
  for (const { key, students } of premiums) {
    const rows = await data(`${path}/students?per_page=500&group=${encodeURIComponent(key)}`)
    expect(rows).toHaveLength(students)
    for (const { student_period_id: id } of rows) expect(ofHome).toContain(id)
  }
})

it('aging out: the report, its months and the calendar count the same coverage types', async () => {
  const { by_horizon } = await data(`/api/reports/age-out/counts?period_id=${world.periodId}`)
  const { rows } = await figure('aging_out_by_month')
  const byMonth = new Map(rows.map(({ key, numbers }) => [key, numbers[0]?.quantity]))
  expect(sum([...byMonth.values()].map((one) => one ?? 0))).toBe(by_horizon.all)
  const entries = await calendar('aging_out')
  expect(entries.length).toBeGreaterThan(0)
  for (const { on, count } of entries) expect([on, count]).toEqual([on, byMonth.get(on.slice(0, 7))])
})

it('no response: each report counts the students of the list in that coverage type', async () => {
  for (const coverage of coverages) {
    const byStatus = [['not_started'], unprocessedStatuses] as const
    const totals = await Promise.all(
      byStatus.map(async (statuses) => (await listed(only(`${coverage}_status`, 'in', statuses))).total),
    )
    for (const name of ['no_response_by_program', 'no_response_by_class']) {
      const { rows } = await figure(name, `&coverage=${coverage}`)
      const counted = byStatus.map((_, index) =>
        sum(rows.map(({ numbers }) => numbers[index]?.quantity ?? 0)),
      )
      expect([coverage, name, counted]).toEqual([coverage, name, totals])
    }
  }
})

it('default enrollment: the calendar expects the students and dollars of the preview', async () => {
  const { students, total } = await data(`/api/periods/${world.periodId}/default-enrollment`)
  expect(students).toBeGreaterThan(0)
  const due = (await calendar('default_enrollment')).filter(({ on }) => on <= '2026-11-20')
  expect(sum(due.map(({ count }) => count))).toBe(students)
  expect(sum(due.map(({ amount }) => Number(amount)))).toBeCloseTo(Number(total))
})

it('a word stands for one thing: no view has the name of a report, a queue or a calendar entry', () => {
  const others = new Set([
    ...Object.values(calendarLabels),
    ...Object.values(figures).map(({ title }) => title.replace(/ by .*$/, '')),
    ...Object.values(queues).map(({ label }) => label),
  ])
  expect(builtInViews.map(({ name }) => name).filter((name) => others.has(name))).toEqual([])
})
