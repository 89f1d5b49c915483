import { createFileRoute } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import {
  getDefaultEnrollment,
  listDefaultEnrollmentStudents,
} from '#contract/review/default-enrollments/endpoints.ts'
import type { DefaultEnrollment } from '#contract/review/default-enrollments/shapes.ts'
import { useBreadcrumbOf } from '#client/setup/period-documents/document-page.tsx'
import { useAsk } from '#client/platform/lib/query.ts'
import { EmptyState } from '#client/platform/ui/states/empty-state.tsx'
import { Loaded } from '#client/platform/ui/states/loaded.tsx'
import { PageBody, PageHeader } from '#client/platform/ui/text/page-header.tsx'
import { GroupSheet, type ShownGroup } from './group-sheet.tsx'
import { DueTable, LastYear, LeftOutTable } from './group-tables.tsx'
import { Runs } from './runs.tsx'
import { StartRun } from './start-run.tsx'

/** Whether a run isn’t finished. */
const isRunning = ({ runs }: DefaultEnrollment): boolean =>
  runs.some(({ state }) => state === 'queued' || state === 'running')

/** Renders who would be auto-enrolled in a policy year today, who wouldn’t and why, and the runs so far. */
const DefaultEnrollmentScreen = () => {
  const { school, period } = Route.useParams()
  const read = useAsk(
    getDefaultEnrollment,
    { params: { id: period } },
    { staleTime: 0, follows: (data) => data !== undefined && isRunning(data) },
  )
  return (
    <>
      <PageHeader
        title="Default enrollment"
        breadcrumb={useBreadcrumbOf({ school: Number(school), period: Number(period) })}
      />
      <PageBody width="lg">
        <Loaded
          of={read}
          what="The default enrollment"
          who="Only Shipmate Admins can auto-enroll students."
          rows={8}
          label="Loading default enrollment"
        >
          {(data) => <Content periodId={Number(period)} data={data} />}
        </Loaded>
      </PageBody>
    </>
  )
}

const Content = ({ periodId, data }: { periodId: number; data: DefaultEnrollment }) => {
  const [shown, setShown] = useState<ShownGroup | null>(null)
  return (
    <div className="flex flex-col gap-8">
      <section aria-labelledby="due" className="flex flex-col gap-3">
        <h2 id="due" className="text-section font-semibold">
          Students to auto-enroll today
        </h2>
        {data.students === 0 ? (
          <EmptyState compact icon={CircleCheck} title="No students are due">
            Students appear here the day after their deadline if they sent no form.
          </EmptyState>
        ) : (
          <>
            <DueTable groups={data.due} onShow={setShown} />
            <StartRun periodId={periodId} data={data} isRunning={isRunning(data)} />
          </>
        )}
        {data.last_year && <LastYear of={data.last_year} />}
      </section>
      {data.left_out.length > 0 && (
        <section aria-labelledby="left-out" className="flex flex-col gap-3">
          <h2 id="left-out" className="text-section font-semibold">
            Not auto-enrolled today
          </h2>
          <LeftOutTable groups={data.left_out} onShow={setShown} />
        </section>
      )}
      {data.runs.length > 0 && <Runs periodId={periodId} runs={data.runs} isAutomatic={data.is_automatic} />}
      {shown && (
        <GroupSheet
          endpoint={listDefaultEnrollmentStudents}
          periodId={periodId}
          group={shown}
          onClose={() => setShown(null)}
        />
      )}
    </div>
  )
}

export const Route = createFileRoute('/_signed-in/_admin/schools/$school/period/$period/default-enrollment')({
  component: DefaultEnrollmentScreen,
})
