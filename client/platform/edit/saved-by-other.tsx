import { formatInstant } from '#client/platform/lib/format.ts'
import { Banner } from '#client/platform/ui/states/banner.tsx'
import { useUser } from '#client/platform/common/current-user.tsx'
import { useSavedBy, type SavedBy } from './merge-dialog.tsx'

interface SavedByOtherProps {
  /** 'this school', as in 'Dana Whitlock saved this school'. */
  what: string
  /** Loads who saved the record last. */
  read: () => Promise<SavedBy | null>
}

/** Renders a banner that someone else saved the record being edited: who, and when. */
export const SavedByOther = ({ what, read }: SavedByOtherProps) => {
  const me = useUser()
  const savedBy = useSavedBy(read)
  if (savedBy === null || savedBy.id === me.id) return null
  return (
    <Banner tone="warning" className="mb-4" title={`${savedBy.name} saved ${what} while you were editing`}>
      Saved on {formatInstant(savedBy.at)} Your changes aren’t saved yet. When you save, both are merged, and
      you’re asked only about values that you both changed.
    </Banner>
  )
}
