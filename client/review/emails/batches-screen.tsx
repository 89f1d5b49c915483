import { createFileRoute, Link } from '@tanstack/react-router'
import { Send } from 'lucide-react'
import { useId } from 'react'
import type { EmailBatch } from '#contract/review/emails/compose.ts'
import { listEmailBatches } from '#contract/review/emails/endpoints.ts'
import { emailStates, isResendable } from '#contract/review/emails/shapes.ts'
import { BatchProgress, waitingIn } from '#client/mail/compose/batch-progress.tsx'
import { Loaded } from '#client/platform/ui/states/loaded.tsx'
import { ShowMore } from '#client/platform/ui/controls/show-more.tsx'
import { call } from '#client/platform/lib/call.ts'
import { formatInstant, formatNumber } from '#client/platform/lib/format.ts'
import { useGrowingList } from '#client/platform/lib/growing-list.ts'
import { keyOf } from '#client/platform/lib/query.ts'
import { EmptyState } from '#client/platform/ui/states/empty-state.tsx'
import { Ago } from '#client/platform/ui/text/ago.tsx'
import { PageBody, PageHeader } from '#client/platform/ui/text/page-header.tsx'
import { ResendButton } from './email-actions.tsx'

/** Milliseconds between two reloads: while emails go out, and while they wait for their time. */
const [soon, seldom] = [3000, 30_000]

const reloadAfter = (batches: readonly EmailBatch[]): number | false => {
  const waiting = batches.filter((batch) => waitingIn(batch) > 0)
  if (waiting.length === 0) return false
  return waiting.some(({ send_at: at }) => new Date(at).getTime() <= Date.now()) ? soon : seldom
}

/** Whether the emails wait for a time that was chosen for them. */
const isScheduled = (batch: EmailBatch): boolean => waitingIn(batch) > 0 && batch.send_at > batch.queued_at

/** Renders the emails that staff wrote to students of a school, with their progress. */
const BatchesScreen = () => {
  const schoolId = Number(Route.useParams().school)
  const list = useGrowingList(
    [...keyOf(listEmailBatches), schoolId],
    (paging, options) => call(listEmailBatches, { query: { ...paging, school_id: schoolId } }, options),
    { staleTime: 0, reloadAfter },
  )
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <PageHeader title="Emails from staff" {...(list.data ? { count: formatNumber(list.total) } : {})} />
      <Loaded
        of={list}
        what="The emails"
        who="Only this school’s admins and Shipmate Admins have access to emails."
        rows={4}
        label="Loading sent emails"
      >
        {(rows) => (
          <PageBody>
            {rows.length === 0 ? (
              <EmptyState compact icon={Send} title="No emails yet">
                Emails that you write to students appear here with their progress. To write one, select
                students in the list.
              </EmptyState>
            ) : (
              <ol aria-label="Emails from staff" className="mb-6 flex flex-col gap-3">
                {rows.map((batch) => (
                  <BatchItem key={batch.id} batch={batch} />
                ))}
              </ol>
            )}
            <ShowMore list={list} />
          </PageBody>
        )}
      </Loaded>
    </div>
  )
}

const BatchItem = ({ batch }: { batch: EmailBatch }) => {
  const id = useId()
  return (
    <li data-focus-group className="rounded-card px-4 py-3.5 shadow-line">
      <h2 id={id} className="font-medium break-words">
        {batch.subject}
      </h2>
      <p className="mt-0.5 mb-3 text-label text-ink-2">
        Written <Ago at={batch.queued_at} />
        {batch.sender && ` by ${batch.sender.name}`}
        {isScheduled(batch) && ` · Scheduled for ${formatInstant(batch.send_at)}`}
      </p>
      <BatchProgress batch={batch} />
      {batch.to_sender && <ToSender batch={batch} letter={batch.to_sender} describedBy={id} />}
    </li>
  )
}

interface ToSenderProps {
  batch: EmailBatch
  letter: NonNullable<EmailBatch['to_sender']>
  describedBy: string
}

/** Renders the form whose sender got the email, and sends the email again. */
const ToSender = ({ batch, letter, describedBy }: ToSenderProps) => {
  const { school } = Route.useParams()
  const state = emailStates.find((one) => (batch.by_state[one] ?? 0) > 0)
  return (
    <div className="mt-2 flex flex-wrap items-center justify-between gap-2">
      <p className="text-label wrap-anywhere text-ink-2">
        To {letter.to}, the sender of{' '}
        <Link
          to="/schools/$school/period/$period/student-form-submission/$submission"
          params={{ school, period: String(letter.period_id), submission: String(letter.form_submission_id) }}
        >
          an unmatched form
        </Link>
      </p>
      {state && isResendable(state) && (
        <ResendButton
          email={{ id: letter.email_id, subject: batch.subject }}
          to={letter.to}
          isOpen={state !== 'sent' && state !== 'canceled'}
          describedBy={describedBy}
        />
      )}
    </div>
  )
}

export const Route = createFileRoute('/_signed-in/_own-school/schools/$school/period/$period/emails')({
  component: BatchesScreen,
})
