import { listAccesses } from '#contract/platform/history/endpoints.ts'
import type { AccessEntry } from '#contract/platform/history/shapes.ts'
import { accessReason, accessText, visitorText } from '#client/platform/history/access-text.ts'
import { Loaded } from '#client/platform/ui/states/loaded.tsx'
import { ShowMore } from '#client/platform/ui/controls/show-more.tsx'
import { call } from '#client/platform/lib/call.ts'
import { formatNumber } from '#client/platform/lib/format.ts'
import { useGrowingList } from '#client/platform/lib/growing-list.ts'
import { keyOf } from '#client/platform/lib/query.ts'
import { LinkButton } from '#client/platform/ui/controls/link-button.tsx'
import { Ago } from '#client/platform/ui/text/ago.tsx'
import { Avatar } from '#client/platform/ui/text/avatar.tsx'
import { Pill } from '#client/platform/ui/text/badge.tsx'
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
  return (
    <section aria-labelledby="accesses">
      <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 id="accesses" className="text-section font-semibold">
          Access log{' '}
          {list.total > 0 && (
            <span className="tabular font-normal text-ink-3">{formatNumber(list.total)}</span>
          )}
        </h2>
        <LinkButton size="sm" to="/settings/activity" search={{ student }} className="ml-auto">
          Activity log
        </LinkButton>
      </div>
      <Loaded
        of={list}
        compact
        what="The access log"
        who="Only Shipmate Admins have access to the access log."
        skeleton={<HistorySkeleton label="Loading access log" />}
      >
        {(rows) => <Accesses accesses={rows} />}
      </Loaded>
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
  const who = access.actor?.name || visitorText(access)
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
