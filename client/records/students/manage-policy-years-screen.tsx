import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { CalendarPlus } from 'lucide-react'
import { isAdmin } from '#contract/platform/access.ts'
import { coverageLabels, coverages, isCoverageStatus } from '#contract/platform/coverage/choices.ts'
import { listFiles } from '#contract/records/documents/endpoints.ts'
import { listNotes } from '#contract/records/notes/endpoints.ts'
import { getStudentPeriod, removeStudentPeriod } from '#contract/records/student-periods/endpoints.ts'
import { statusFieldOf } from '#contract/platform/record/student-period-fields.ts'
import type { StudentPolicyYear } from '#contract/records/students/shapes.ts'
import { getStudentOverview } from '#contract/records/students/endpoints.ts'
import { CoveragePill } from '#client/platform/coverage/coverage-pill.tsx'
import { useUser } from '#client/platform/common/current-user.tsx'
import { useStudentOverview } from '#client/platform/record/student-overview.tsx'
import { enrollmentReads } from '#client/platform/common/student-reads.ts'
import { useUndo } from '#client/platform/common/use-undo.ts'
import { formatDays } from '#client/platform/lib/format.ts'
import { ApiError } from '#client/platform/lib/api-error.ts'
import { askOptions, keyOf, useSend } from '#client/platform/lib/query.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { useConfirm } from '#client/platform/ui/overlays/confirm.tsx'
import { EmptyState } from '#client/platform/ui/states/empty-state.tsx'
import { PageBody } from '#client/platform/ui/text/page-header.tsx'
import { AddYear } from './add-year.tsx'
import { CompareYears } from './compare-years.tsx'
import { removalText, type YearContents } from './removal-text.ts'
import { fullName } from '#contract/platform/person-name.ts'

/** Renders the student's policy years; more can be added, and Shipmate Admins can remove them. */
const ManagePolicyYearsScreen = () => {
  const { student_periods: years } = useStudentOverview()
  return (
    <PageBody width="lg">
      <div className="mb-3 flex items-center justify-between gap-3">
        <h2 className="text-section font-semibold">Policy years</h2>
        <AddYear />
      </div>
      {years.length === 0 ? (
        <EmptyState compact icon={CalendarPlus} title="No policy years yet">
          Add the student to a policy year to track their coverage and forms.
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line rounded-card shadow-line">
          {years.map((year) => (
            <Year key={year.id} year={year} />
          ))}
        </ul>
      )}
      {years.length > 1 && <CompareYears years={years} />}
    </PageBody>
  )
}

const Year = ({ year }: { year: StudentPolicyYear }) => {
  const { student } = useStudentOverview()
  const user = useUser()
  const remove = useRemoveYear()
  const params = { student: String(student.id), period: String(year.period_id) }
  return (
    <li className="flex flex-wrap items-center gap-x-5 gap-y-2 px-4 py-3">
      <div className="min-w-40">
        <Link
          to="/student/$student/policy-years/$period/info"
          params={params}
          className="font-medium text-ink no-underline hover:underline"
        >
          {year.period_name}
        </Link>
        <p className="tabular text-label text-ink-3">{formatDays(year.starts_on, year.ends_on)}</p>
      </div>
      <dl className="flex flex-wrap gap-x-5 gap-y-1">
        {coverages.map((coverage) => {
          const status = year[statusFieldOf(coverage)]
          return (
            isCoverageStatus(status) && (
              <div key={coverage} className="flex items-center gap-1.5">
                <dt className="text-label text-ink-3">{coverageLabels[coverage]}</dt>
                <dd>
                  <CoveragePill status={status} short />
                </dd>
              </div>
            )
          )
        })}
      </dl>
      {isAdmin(user) && (
        <Button className="ml-auto" size="sm" onClick={() => void remove(year)}>
          Remove
        </Button>
      )}
    </li>
  )
}

/** Removes the student from a policy year after a confirmation that lists what's removed, with Undo. */
const useRemoveYear = () => {
  const { student } = useStudentOverview()
  const confirm = useConfirm()
  const offerUndo = useUndo(enrollmentReads)
  const client = useQueryClient()
  const readContents = useYearContents()
  const { send } = useSend(removeStudentPeriod)
  return async (year: StudentPolicyYear): Promise<void> => {
    const isSure = await confirm({
      title: `Remove ${fullName(student)} from ${year.period_name}?`,
      message: removalText(await readContents(year)),
      acceptLabel: 'Remove',
      danger: true,
    })
    if (!isSure) return
    const { changeId } = await send({ params: { id: year.id } })
    // first reload the student without the year, then the rest, so that nothing requests the removed year
    await client.invalidateQueries({ queryKey: keyOf(getStudentOverview) })
    for (const endpoint of enrollmentReads) void client.invalidateQueries({ queryKey: keyOf(endpoint) })
    offerUndo({ changeId, title: `Removed from ${year.period_name}` })
  }
}

/** Counts the contents of a policy year; null if that fails, because the removal doesn't depend on it. */
const useYearContents = () => {
  const { student } = useStudentOverview()
  const client = useQueryClient()
  return async ({ id }: StudentPolicyYear): Promise<YearContents | null> => {
    try {
      const [{ dependents }, notes, files] = await Promise.all([
        client.fetchQuery(askOptions(client, getStudentPeriod, { params: { id } })),
        client.fetchQuery(
          askOptions(client, listNotes, {
            query: { student_id: student.id, student_period_id: id, page: 1, per_page: 1 },
          }),
        ),
        client.fetchQuery(askOptions(client, listFiles, { params: { id: student.id }, query: {} })),
      ])
      return {
        dependents: dependents.length,
        notes: notes.meta.total,
        documents: files.filter((file) => file.student_period_id === id).length,
      }
    } catch (error) {
      if (error instanceof ApiError) return null
      throw error
    }
  }
}

export const Route = createFileRoute('/_signed-in/_numbered/student/$student/manage-policy-years')({
  component: ManagePolicyYearsScreen,
})
