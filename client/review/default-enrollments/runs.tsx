import { CircleCheck, CircleX, LoaderCircle, Mail, Undo2 } from 'lucide-react'
import {
  getDefaultEnrollment,
  releaseDefaultEnrollmentEmails,
} from '#contract/review/default-enrollments/endpoints.ts'
import type { DefaultEnrollmentRun } from '#contract/review/default-enrollments/shapes.ts'
import { jobWords } from '#client/platform/common/job-text.ts'
import { statusReads } from '#client/platform/common/student-reads.ts'
import { useFollowJob } from '#client/platform/common/use-follow-job.ts'
import { useUndoChange } from '#client/platform/common/use-undo.ts'
import { formatCount, formatDay, formatInstant, formatMoney } from '#client/platform/lib/format.ts'
import { useSend } from '#client/platform/lib/query.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { useConfirm } from '#client/platform/ui/overlays/confirm.tsx'
import { Pill } from '#client/platform/ui/text/badge.tsx'

interface RunsProps {
  periodId: number
  runs: readonly DefaultEnrollmentRun[]
  isAutomatic: boolean
}

/** Renders the runs of a policy year, with what can be done about each. */
export const Runs = ({ periodId, runs, isAutomatic }: RunsProps) => {
  const [latest] = runs
  return (
    <section aria-labelledby="runs" className="flex flex-col gap-3">
      <h2 id="runs" className="text-section font-semibold">
        Earlier runs
      </h2>
      {isAutomatic && latest?.is_undone && (
        <p className="text-ink-2">
          The latest run was undone, so no run starts automatically. Start the next one here.
        </p>
      )}
      <ul className="divide-y divide-line rounded-card shadow-line">
        {runs.map((run) => (
          <Run key={run.id} periodId={periodId} run={run} />
        ))}
      </ul>
    </section>
  )
}

const stateOf = ({ state, is_undone: isUndone }: DefaultEnrollmentRun) => {
  if (isUndone) return { tone: 'neutral', icon: Undo2, quiet: true, words: 'Undone' } as const
  if (state === 'failed') return { tone: 'danger', icon: CircleX, quiet: false, words: 'Failed' } as const
  return state === 'done'
    ? ({ tone: 'success', icon: CircleCheck, quiet: true, words: 'Done' } as const)
    : ({ tone: 'info', icon: LoaderCircle, quiet: false, words: 'Running' } as const)
}

const Run = ({ periodId, run }: { periodId: number; run: DefaultEnrollmentRun }) => {
  const { words, ...look } = stateOf(run)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-x-3">
          <span className="font-medium">{formatDay(run.run_on)}</span>
          <Pill {...look}>{words}</Pill>
        </p>
        <p className="text-label text-ink-2">{aboutText(run)}</p>
      </div>
      <RunActs periodId={periodId} run={run} />
    </li>
  )
}

/** Returns '128 students · $598,784.00 · by Rosa Diaz · Emails sent 11/20/2026, 10:00 AM'. */
const aboutText = (run: DefaultEnrollmentRun): string => {
  const { message, students, amount, started_by: by, emails_released_at: sent, emails_waiting: waiting } = run
  return [
    ...(students === null ? [] : [formatCount(students, 'student'), formatMoney(amount)]),
    by === null ? 'started automatically' : `by ${by.name}`,
    ...(message === null ? [] : [message]),
    ...(sent === null ? [] : [`Emails sent ${formatInstant(sent)}`]),
    ...(waiting === 0 ? [] : [`${formatCount(waiting, 'email is', 'emails are')} waiting`]),
  ].join(' · ')
}

const reads = [getDefaultEnrollment, ...statusReads]
const { running, done } = jobWords['tell-auto-enrolled']

const RunActs = ({ periodId, run }: { periodId: number; run: DefaultEnrollmentRun }) => {
  const { id, change_id: changeId, emails_waiting: waiting } = run
  const undo = useUndoChange(reads)
  const follow = useFollowJob([getDefaultEnrollment], 'email')
  const { send, isSending } = useSend(releaseDefaultEnrollmentEmails, { refreshes: [getDefaultEnrollment] })
  const confirm = useConfirm()
  const tell = async () => {
    const isSure = await confirm({
      title: `Send ${formatCount(waiting, 'email')}?`,
      message: 'Each student who is still enrolled gets the “Auto-enrolled” email.',
      acceptLabel: 'Send',
    })
    if (!isSure) return
    const { reply } = await send({ params: { id: String(periodId) }, body: { run_id: id } })
    await follow(reply.job_id, done, running)
  }
  return (
    <div className="flex gap-2">
      {waiting > 0 && (
        <Button size="sm" icon={Mail} busy={isSending} onClick={() => void tell().catch(() => undefined)}>
          {`Send ${formatCount(waiting, 'email')}…`}
        </Button>
      )}
      {changeId !== null && (
        <Button size="sm" icon={Undo2} onClick={() => void undo(String(changeId))}>
          Undo
        </Button>
      )}
    </div>
  )
}
