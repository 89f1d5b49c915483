import { coverages, type Coverage } from '#contract/platform/coverage/choices.ts'
import { statusIdleMinutes } from '#contract/review/student-status/choices.ts'
import type {
  CoverageForStudent,
  FormForStudent,
  StatusSession,
  StudentStatus,
} from '#contract/review/student-status/shapes.ts'
import type { AnonymousContext } from '#server/platform/context.ts'
import { scope } from '#server/platform/db/scope.ts'
import { dayIn } from '#server/platform/lib/clock.ts'
import { loadRows, type MovableRow } from '#server/records/student-periods/index.ts'
import { readExpected, type ExpectedEnrollment } from '#server/review/default-enrollments/index.ts'
import { lineForStudent } from '../rules.ts'
import { listForms, readSince } from './forms.ts'
import type { OpenSession } from './sessions.ts'

type Reading = Pick<AnonymousContext, 'db' | 'clock'>

/** Returns the scope of the school whose student it is. */
export const schoolScope = ({ db, clock }: Reading, { school_id }: Pick<OpenSession, 'school_id'>) => ({
  ...scope.asSystem(db, school_id),
  clock,
})

/** Returns what a session tells its browser. */
export const presentSession = ({
  student_id,
  expires_at,
}: Pick<OpenSession, 'student_id' | 'expires_at'>): StatusSession => ({
  opened_by: student_id === null ? 'form' : 'code',
  expires_at,
  idle_minutes: statusIdleMinutes,
})

/** Returns what the student of a session sees. */
export const readStatus = async (context: Reading, session: OpenSession): Promise<StudentStatus> => {
  const { period_id, period_name, starts_on, ends_on } = session
  const today = dayIn(context.clock, session.time_zone)
  const forms = await listForms(schoolScope(context, session), session, today)
  return {
    session: presentSession(session),
    school: { name: session.school_name, slug: session.slug },
    period: { id: period_id, name: period_name, starts_on, ends_on },
    first_name: session.first_name,
    coverages: await readLines(context, session, forms),
    forms,
  }
}

/** Returns the coverage types that a session shows: all that are offered, or those that its form decided. */
const readLines = async (
  context: Reading,
  session: OpenSession,
  forms: readonly FormForStudent[],
): Promise<CoverageForStudent[]> => {
  const system = schoolScope(context, session)
  const id = session.student_period_id ?? (await recordOfForm(context, session))
  const shown = session.student_id === null ? decidedIn(forms) : coverages
  const [row] = id === null || shown.length === 0 ? [] : await loadRows(system, { ids: [id] })
  if (!row) return []
  const since = await readSince(system, row.id)
  const expected = await readExpected(system, row)
  const [today, mayChange] = [dayIn(context.clock, session.time_zone), session.student_id !== null]
  return coverages
    .filter((one) => shown.includes(one))
    .flatMap((coverage) => {
      const at = since.get(coverage)
      return (
        lineForStudent(row, coverage, {
          today,
          forms,
          mayChange,
          since: at === undefined ? null : dayIn({ now: () => new Date(at) }, session.time_zone),
          otherwise: otherwiseFor(row, coverage, expected.get(coverage)),
        }) ?? []
      )
    })
}

/** Returns the coverage types that were decided in a form. Until then, whose form it is isn’t said. */
const decidedIn = (forms: readonly FormForStudent[]): Coverage[] =>
  forms.flatMap(({ decisions }) =>
    decisions.flatMap(({ coverage_type, decided_on }) => (decided_on === null ? [] : coverage_type)),
  )

const recordOfForm = async (context: Reading, session: OpenSession): Promise<number | null> => {
  const found = await scope
    .formSubmissions(schoolScope(context, session))
    .innerJoin('student_periods as record', 'record.id', 'form_submissions.student_period_id')
    .select('record.id')
    .where('form_submissions.id', '=', session.submission_id)
    .where('record.deleted_at', 'is', null)
    .executeTakeFirst()
  return found?.id ?? null
}

const otherwiseFor = (
  row: MovableRow,
  coverage: Coverage,
  expected: ExpectedEnrollment | undefined,
): CoverageForStudent['otherwise'] => {
  if (!expected) return null
  const valueOf = (field: string): string | null => {
    const value =
      expected.plan.set[`${coverage}_enroll_${field}`] ?? row.values[`${coverage}_enroll_${field}`]
    return typeof value === 'string' ? value : null
  }
  return {
    on: expected.on,
    premium: valueOf('premium'),
    starts_on: valueOf('coverage_start_on'),
    ends_on: valueOf('coverage_end_on'),
  }
}
