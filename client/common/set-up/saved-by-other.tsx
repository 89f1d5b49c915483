import { listPeriodDocuments } from '#contract/periods/endpoints.ts'
import { useUser } from '#client/common/current-user.tsx'
import { formatInstant } from '#client/lib/format.ts'
import { useAsk } from '#client/lib/query.ts'
import { Banner } from '#client/ui/states/banner.tsx'

interface SavedByOtherProps {
  periodId: number
  /** The documents that were saved since they were loaded. */
  kinds: readonly string[]
}

/** Renders a banner that someone else saved a document being edited: who, and when. */
export const SavedByOther = ({ periodId, kinds }: SavedByOtherProps) => {
  const me = useUser()
  const { data } = useAsk(listPeriodDocuments, { params: { id: periodId } })
  const [last] = (data ?? [])
    .filter(({ kind, updated_by }) => kinds.includes(kind) && updated_by?.id !== me.id)
    .toSorted((one, other) => (other.updated_at ?? '').localeCompare(one.updated_at ?? ''))
  if (!last?.updated_by) return null
  return (
    <Banner
      tone="warning"
      className="mb-4"
      title={`${last.updated_by.name} saved this page while you were editing`}
    >
      Saved on {formatInstant(last.updated_at)} Your changes aren’t saved yet. When you save, both are merged,
      and you’re asked only about values that you both changed.
    </Banner>
  )
}
