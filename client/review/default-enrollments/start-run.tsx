import { UserCheck } from 'lucide-react'
import { useState } from 'react'
import {
  getDefaultEnrollment,
  startDefaultEnrollment,
} from '#contract/review/default-enrollments/endpoints.ts'
import type { DefaultEnrollment } from '#contract/review/default-enrollments/shapes.ts'
import { jobWords } from '#client/platform/common/job-text.ts'
import { statusReads } from '#client/platform/common/student-reads.ts'
import { useFollowJob } from '#client/platform/common/use-follow-job.ts'
import { ApiError } from '#client/platform/lib/api-error.ts'
import { formatCount, formatMoney } from '#client/platform/lib/format.ts'
import { useSend } from '#client/platform/lib/query.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { Checkbox } from '#client/platform/ui/controls/checkbox.tsx'
import { useConfirm } from '#client/platform/ui/overlays/confirm.tsx'
import { Banner } from '#client/platform/ui/states/banner.tsx'

interface StartRunProps {
  periodId: number
  data: DefaultEnrollment
  isRunning: boolean
}

const reads = [getDefaultEnrollment, ...statusReads]
const { running, done } = jobWords['enroll-by-default']

/** Renders what a run charges, what keeps it from starting, and the button that starts it. */
export const StartRun = ({ periodId, data, isRunning }: StartRunProps) => {
  const [isConfirmed, setConfirmed] = useState(false)
  const { start, isStarting, error } = useStart(periodId, data)
  const missing = data.issues.filter(({ kind }) => kind === 'premium_missing')
  const unchanged = data.issues.filter(({ kind }) => kind === 'premium_unchanged')
  const isHeld = missing.length > 0 || (unchanged.length > 0 && !isConfirmed)
  return (
    <div className="flex flex-col gap-3">
      <ul className="flex list-disc flex-col gap-1 pl-5 text-ink-2">
        {effectsOf(data).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      {missing.map(({ words }) => (
        <Banner key={words} tone="warning">
          {`${words} Enter it before you auto-enroll students.`}
        </Banner>
      ))}
      {missing.length === 0 && unchanged.length > 0 && (
        <Checkbox
          label={`${unchanged.map(({ words }) => words).join(' ')} They’re right.`}
          checked={isConfirmed}
          onChange={(event) => setConfirmed(event.target.checked)}
        />
      )}
      {error && <Banner tone="danger">{error.message}</Banner>}
      <div>
        <Button
          variant="primary"
          icon={UserCheck}
          busy={isStarting}
          disabled={isHeld || isRunning}
          onClick={() => void start(unchanged.length > 0)}
        >
          {`Auto-enroll ${formatCount(data.students, 'student')}…`}
        </Button>
      </div>
    </div>
  )
}

const useStart = (periodId: number, { students, total }: DefaultEnrollment) => {
  const { send, isSending } = useSend(startDefaultEnrollment, {
    refreshes: [getDefaultEnrollment],
    quiet: true,
  })
  const follow = useFollowJob(reads)
  const confirm = useConfirm()
  const [error, setError] = useState<ApiError | null>(null)
  const start = async (confirms: boolean): Promise<void> => {
    const isSure = await confirm({
      title: `Auto-enroll ${formatCount(students, 'student')} for ${formatMoney(total)}?`,
      message: 'Their emails aren’t sent until you send them. You can undo this.',
      acceptLabel: 'Auto-enroll',
    })
    if (!isSure) return
    setError(null)
    try {
      const body = { expected: { students, total }, ...(confirms ? { confirms_premiums: true } : {}) }
      const { reply } = await send({ params: { id: String(periodId) }, body })
      await follow(reply.job_id, done, running)
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      setError(failure)
    }
  }
  return { start, isStarting: isSending, error }
}

/** Returns what a run does, one sentence each. */
const effectsOf = ({ students, total, fees, unmatched_forms: unmatched }: DefaultEnrollment): string[] => [
  `${formatCount(students, 'student is', 'students are')} enrolled for ${formatMoney(total)}${fees === '0.00' ? '' : `, including ${formatMoney(fees)} in fees`}.`,
  'Coverage starts with the policy year or the student’s term, at the full premium from that day.',
  ...(unmatched === 0
    ? []
    : [
        `${formatCount(unmatched, 'form isn’t', 'forms aren’t')} matched to a student yet. Match ${unmatched === 1 ? 'it' : 'them'} first: the students may be on this list.`,
      ]),
]
