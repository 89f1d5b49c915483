import { useState } from 'react'
import { listPeriodDocuments, listPublications } from '#contract/periods/endpoints.ts'
import { FailedState } from '#client/common/failed-state.tsx'
import { formatDay, formatInstant, localDay } from '#client/lib/format.ts'
import { useAsk } from '#client/lib/query.ts'
import { Button } from '#client/ui/button.tsx'
import { Sheet } from '#client/ui/sheet.tsx'
import { SkeletonRows } from '#client/ui/skeleton.tsx'

interface PublicationsProps {
  periodId: number
  kind: string
}

const dayOf = (instant: string): string => formatDay(localDay(new Date(instant)))

/** Which rule set holds, and since when; opens those before it. */
export const PublicationsButton = (props: PublicationsProps) => {
  const [isOpen, setOpen] = useState(false)
  const { data } = useAsk(listPeriodDocuments, { params: { id: props.periodId } })
  const published = data?.find(({ kind }) => kind === props.kind)?.published
  if (!published) return null
  return (
    <>
      <Button variant="ghost" onClick={() => setOpen(true)}>
        Rule set {published.number}, published {dayOf(published.at)}
      </Button>
      <Sheet open={isOpen} onClose={() => setOpen(false)} title="Rule sets">
        {isOpen && <Publications {...props} />}
      </Sheet>
    </>
  )
}

const Publications = ({ periodId, kind }: PublicationsProps) => {
  const { data, error, refetch } = useAsk(listPublications, { params: { id: periodId }, query: { kind } })
  if (error)
    return (
      <FailedState
        compact
        error={error}
        what="The rule sets"
        who="Only Shipmate Admins see what was published."
        onRetry={() => void refetch()}
      />
    )
  if (!data) return <SkeletonRows rows={3} label="Loading the rule sets" />
  return (
    <div className="p-4">
      <p className="mb-3 text-ink-2">
        A decision keeps the rule set that it was made by. What is published is kept as it was.
      </p>
      <ol className="flex flex-col">
        {data.map(({ number, at, by }, index) => (
          <li key={number} className="border-t border-line py-2.5 first:border-t-0">
            <p className="font-medium">
              Rule set {number}
              {index === 0 && <span className="font-normal text-ink-2"> · holds now</span>}
            </p>
            <p className="text-label text-ink-2">
              Published <time dateTime={at}>{formatInstant(at)}</time>
              {by && ` by ${by.name}`}
            </p>
          </li>
        ))}
      </ol>
    </div>
  )
}
