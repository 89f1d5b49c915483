import { withinSentence } from '#contract/letter-case.ts'
import { fileKindLabels, fileKinds, type FileKind } from '#contract/documents/choices.ts'
import { listAccesses } from '#contract/history/endpoints.ts'
import type { AccessEntry } from '#contract/history/shapes.ts'
import { FailedState } from '#client/common/failed-state.tsx'
import { ShowMore } from '#client/common/show-more.tsx'
import { call } from '#client/lib/call.ts'
import { formatNumber } from '#client/lib/format.ts'
import { useGrowingList } from '#client/lib/growing-list.ts'
import { keyOf } from '#client/lib/query.ts'
import { Ago } from '#client/ui/text/ago.tsx'
import { Avatar } from '#client/ui/text/avatar.tsx'
import { Pill } from '#client/ui/text/badge.tsx'
import { HistorySkeleton } from './history-list.tsx'

const useAccesses = (student: number) =>
  useGrowingList(
    [...keyOf(listAccesses), student],
    (query, options) => call(listAccesses, { params: { id: student }, query }, options),
    // reloads each time, so that the latest views are listed
    { staleTime: 0 },
  )

/** Renders who viewed a student, the latest first. */
export const AccessesList = ({ student }: { student: number }) => {
  const list = useAccesses(student)
  const { rows, total, error, refetch } = list
  return (
    <section aria-labelledby="accesses">
      <h2 id="accesses" className="mb-3 text-section font-semibold">
        Access log{' '}
        {total > 0 && <span className="tabular font-normal text-ink-3">{formatNumber(total)}</span>}
      </h2>
      {rows ? (
        <Accesses accesses={rows} />
      ) : error ? (
        <FailedState
          compact
          error={error}
          what="The access log"
          who="Only Shipmate Admins have access to the access log."
          onRetry={() => void refetch()}
        />
      ) : (
        <HistorySkeleton label="Loading access log" />
      )}
      <ShowMore list={list} />
    </section>
  )
}

const Accesses = ({ accesses }: { accesses: readonly AccessEntry[] }) =>
  accesses.length === 0 ? (
    <p className="text-ink-2">
      No one has viewed this student yet. Views of the record, documents and the SSN appear here.
    </p>
  ) : (
    <ol>
      {accesses.map((access) => (
        <Access key={access.id} access={access} />
      ))}
    </ol>
  )

const Access = ({ access }: { access: AccessEntry }) => {
  const who = access.actor?.name || 'Someone'
  const reason = accessReason(access)
  return (
    <li className="flex gap-2.5 pb-4">
      <Avatar name={who} />
      <div className="min-w-0 flex-1 pt-0.5">
        <p>
          <span className="font-medium">{who}</span> <span className="text-ink-2">{accessText(access)}</span>{' '}
          <Ago at={access.at} className="text-label whitespace-nowrap text-ink-3" />
          {access.address !== null && (
            <span className="tabular text-label whitespace-nowrap text-ink-3"> from {access.address}</span>
          )}
          {access.outcome === 'refused' && (
            <>
              {' '}
              <Pill tone="warning">Denied</Pill>
            </>
          )}
        </p>
        {reason !== null && <p className="mt-0.5 break-words text-ink-2">“{reason}”</p>}
      </div>
    </li>
  )
}

type Act = Pick<AccessEntry, 'action' | 'subject' | 'detail'>

const revealedText = ({ subject }: Act): string => {
  if (subject?.type === 'eligibility_report') return 'the raw text of an eligibility check'
  return subject?.type === 'dependent' ? 'a dependent’s SSN' : 'the SSN'
}

const viewed = ({ subject, detail }: Act): string => {
  if (detail === null)
    return subject?.type === 'student_period' ? 'viewed a policy year' : 'viewed the record'
  return detail.startsWith('as of') ? 'viewed a past version of the record' : `viewed the ${detail}`
}

const isFileKind = (text: string | null): text is FileKind => fileKinds.some((kind) => kind === text)

const downloaded = ({ subject, detail }: Act): string => {
  if (subject?.type === 'carrier_file') return `downloaded a carrier file ${detail ?? ''}`
  return isFileKind(detail) && detail !== 'other'
    ? `viewed a document: ${withinSentence(fileKindLabels[detail])}`
    : 'viewed a document'
}

/** Returns an access as text: 'viewed the notes', 'revealed the SSN'. */
const accessText = (act: Act): string => {
  if (act.action === 'view') return viewed(act)
  if (act.action === 'download') return downloaded(act)
  if (act.action === 'reveal') return `revealed ${revealedText(act)}`
  if (act.action === 'export') return `released a carrier file ${act.detail ?? ''}`
  return act.action === 'refused' ? 'was denied access' : act.action
}

/** Returns the reason a user gave for revealing an SSN; null for all other accesses. */
const accessReason = ({ action, subject, detail }: Act): string | null =>
  action === 'reveal' && subject?.type !== 'eligibility_report' ? detail : null
