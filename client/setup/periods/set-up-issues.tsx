import { Link, type LinkProps } from '@tanstack/react-router'
import { CircleAlert } from 'lucide-react'
import { getLatestLinkCheck, getPeriodChecks, startLinkCheck } from '#contract/setup/periods/endpoints.ts'
import type { LinkCheck } from '#contract/setup/periods/link-checks.ts'
import type { Check } from '#contract/setup/periods/set-up.ts'
import { placeOfDocument } from '#client/setup/period-documents/document-places.ts'
import type { SetUpPlace } from '#client/setup/period-documents/document-page.tsx'
import { hashOfField } from '#client/setup/period-documents/use-pointed-field.ts'
import { formatCount, formatInstant, formatNumber } from '#client/platform/lib/format.ts'
import { useAsk, useReloadAtEnd, useSend } from '#client/platform/lib/query.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { ProgressBar } from '#client/platform/ui/states/progress-bar.tsx'
import { isUrgent } from './urgent-check.ts'

interface IssueListProps {
  place: SetUpPlace
  issues: readonly Check[]
}

/** Renders issues of a setup, each with a link to what it’s about. */
export const IssueList = ({ place, issues }: IssueListProps) => (
  <ul className="divide-y divide-line">
    {issues.map((item) => (
      <li
        key={`${item.document} ${item.path} ${item.kind}`}
        className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-0.5 py-1"
      >
        <span className="flex min-w-0 flex-1 basis-52 items-start gap-1.5">
          {isUrgent(item) && (
            <>
              <CircleAlert size={14} aria-hidden className="mt-0.75 shrink-0 text-warning-glyph" />
              <span className="sr-only">Must fix: </span>
            </>
          )}
          <span className="min-w-0 break-words">{item.words}</span>
        </span>
        <DocumentLink place={place} document={item.document} label={item.label} path={item.path} />
      </li>
    ))}
  </ul>
)

interface DocumentLinkProps {
  place: SetUpPlace
  document: string
  label: string
  /** The field to go to, a dot path; '' for the whole document. */
  path?: string
}

/** Renders the link to the screen that edits a document. */
export const DocumentLink = ({ place, document, label, path = '' }: DocumentLinkProps) => {
  const to = placeOfDocument(place.school, place.period, document, path)
  if (to === null) return <span className="text-label text-ink-3">{label}</span>
  return (
    // The path is built from the place; the router checks it at run time.
    <Link
      to={to as NonNullable<LinkProps['to']>}
      {...(path === '' || document === 'custom-pages' ? {} : { hash: hashOfField(path) })}
      className="py-1 text-label font-medium text-accent-text"
    >
      {label}
    </Link>
  )
}

const isRunning = (check: LinkCheck | null | undefined): check is LinkCheck =>
  check?.state === 'queued' || check?.state === 'running'

/** Renders when the links to other sites were last checked, and the button that checks them in the background. */
export const LinkCheckLine = ({ periodId }: { periodId: number }) => {
  const params = { id: periodId }
  const latest = useAsk(getLatestLinkCheck, { params }, { staleTime: 0, follows: isRunning })
  const { send, isSending } = useSend(startLinkCheck, { refreshes: [getLatestLinkCheck] })
  const check = latest.data
  useReloadAtEnd(isRunning(check), openIssues)
  if (isRunning(check)) {
    const { done, total } = check.progress
    return (
      <ProgressBar
        className="mt-3"
        label="Checking links to other sites"
        {...{ done, total }}
        {...(total > 0 ? { detail: `${formatNumber(done)} of ${formatNumber(total)}` } : {})}
      />
    )
  }
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1">
      <p aria-live="polite" className="min-w-0 flex-1 text-ink-2">
        {check === undefined ? '' : resultOf(check)}
      </p>
      <Button busy={isSending} onClick={() => void send({ params }).catch(() => undefined)}>
        Check links
      </Button>
    </div>
  )
}

const resultOf = (check: LinkCheck | null): string => {
  if (check === null) return 'Links to other sites haven’t been checked yet.'
  if (check.state === 'failed') return 'Couldn’t check the links. Try again.'
  const checked = `${formatCount(check.progress.total, 'link')} to other sites checked ${formatInstant(check.updated_at)}`
  return check.dead === 0
    ? `${checked} No broken links.`
    : `${checked} ${formatCount(check.dead, 'broken link')}.`
}

const openIssues = [getPeriodChecks]
