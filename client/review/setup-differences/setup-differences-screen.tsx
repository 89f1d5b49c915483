import { createFileRoute } from '@tanstack/react-router'
import { CircleCheck, ListChecks } from 'lucide-react'
import { useState } from 'react'
import {
  applySetup,
  getSetupDifferences,
  listSetupDifferenceStudents,
} from '#contract/review/setup-differences/endpoints.ts'
import type { DifferenceGroup, SetupDifferences } from '#contract/review/setup-differences/shapes.ts'
import { jobWords } from '#client/platform/common/job-text.ts'
import { statusReads } from '#client/platform/common/student-reads.ts'
import { useFollowJob } from '#client/platform/common/use-follow-job.ts'
import { ApiError } from '#client/platform/lib/api-error.ts'
import { formatCount, formatNumber } from '#client/platform/lib/format.ts'
import { useAsk, useSend } from '#client/platform/lib/query.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { keepClear } from '#client/platform/ui/overlays/keep-clear.ts'
import { Banner } from '#client/platform/ui/states/banner.tsx'
import { EmptyState } from '#client/platform/ui/states/empty-state.tsx'
import { setUpBreadcrumb } from '#client/setup/periods/set-up-breadcrumb.tsx'
import { Loaded } from '#client/platform/ui/states/loaded.tsx'
import { PageBody, PageHeader } from '#client/platform/ui/text/page-header.tsx'
import { GroupSheet, type ShownGroup } from '#client/review/default-enrollments/group-sheet.tsx'
import { DifferenceTable } from './difference-table.tsx'

/** Renders how the records of a policy year differ from its setup, and applies the setup to those that staff choose. */
const SetupDifferencesScreen = () => {
  const place = Route.useParams()
  const read = useAsk(getSetupDifferences, { params: { id: place.period } }, { staleTime: 0 })
  return (
    <>
      <PageHeader
        title="Records that differ from the setup"
        {...(read.data ? { count: formatNumber(read.data.records) } : {})}
        breadcrumb={[setUpBreadcrumb(place)]}
      />
      <PageBody>
        <Loaded
          of={read}
          what="The comparison"
          who="Only Shipmate Admins can apply a setup to records."
          rows={8}
          label="Comparing records with the setup"
        >
          {(data) => <Content periodId={Number(place.period)} data={data} />}
        </Loaded>
      </PageBody>
    </>
  )
}

const Content = ({ periodId, data }: { periodId: number; data: SetupDifferences }) => {
  const [shown, setShown] = useState<ShownGroup | null>(null)
  const plain = data.groups.filter(({ apart }) => apart === null)
  const apart = data.groups.filter((one) => one.apart !== null)
  // only what staff changed is kept, so that a reload loses no choice
  const [switched, setSwitched] = useState<ReadonlySet<string>>(new Set())
  const chosen = data.groups.filter(({ key, apart: reason }) => (reason === null) !== switched.has(key))
  const toggle = (key: string): void =>
    setSwitched((before) => {
      const after = new Set(before)
      if (!after.delete(key)) after.add(key)
      return after
    })
  if (data.groups.length === 0)
    return (
      <EmptyState compact icon={CircleCheck} title="Every record fits the setup">
        Records appear here after you change what’s offered, exemptions, tiers, premiums, a plan or fees.
      </EmptyState>
    )
  const tables = { chosen: new Set(chosen.map(({ key }) => key)), onToggle: toggle, onShow: setShown }
  return (
    <div className="flex flex-col gap-8">
      {plain.length > 0 && <DifferenceTable title="Records to change" groups={plain} {...tables} />}
      {apart.length > 0 && (
        <DifferenceTable
          title="Left as they are"
          why="Each has a reason not to change with the others. Choose those to change too."
          groups={apart}
          {...tables}
        />
      )}
      <Apply periodId={periodId} groups={chosen} onApplied={() => setSwitched(new Set())} />
      {shown && (
        <GroupSheet
          endpoint={listSetupDifferenceStudents}
          periodId={periodId}
          group={shown}
          onClose={() => setShown(null)}
        />
      )}
    </div>
  )
}

const reads = [getSetupDifferences, ...statusReads]
const { running, done } = jobWords['apply-setup']

interface ApplyProps {
  periodId: number
  groups: readonly DifferenceGroup[]
  onApplied: () => void
}

const Apply = ({ periodId, groups, onApplied }: ApplyProps) => {
  const { send, isSending } = useSend(applySetup, { refreshes: [], quiet: true })
  const follow = useFollowJob(reads)
  const [error, setError] = useState<ApiError | null>(null)
  const differences = groups.reduce((sum, { students }) => sum + students, 0)
  const apply = async (): Promise<void> => {
    setError(null)
    try {
      const body = { groups: groups.map(({ key }) => key), expected: { differences } }
      const { reply } = await send({ params: { id: String(periodId) }, body })
      await follow(reply.job_id, done, running)
      onApplied()
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      setError(failure)
    }
  }
  return (
    <div
      ref={keepClear}
      className="sticky bottom-0 z-10 -mx-1 -mb-message-room flex flex-col gap-3 border-t border-line bg-sheet px-1 py-3"
    >
      {error && <Banner tone="danger">{error.message}</Banner>}
      <div>
        <Button
          variant="primary"
          icon={ListChecks}
          busy={isSending}
          disabled={differences === 0}
          onClick={() => void apply()}
        >
          {`Make ${formatCount(differences, 'change')}`}
        </Button>
      </div>
    </div>
  )
}

export const Route = createFileRoute('/_signed-in/_admin/schools/$school/period/$period/set-up/records')({
  component: SetupDifferencesScreen,
})
