import { Button } from '#client/ui/button.tsx'
import type { ListView } from './list-views.ts'
import { everyone } from './list-views.ts'
import type { ListLayout } from './use-list-layout.ts'
import type { ListState } from './use-list-state.ts'
import { useViewActs } from './use-view-acts.tsx'

interface EditedViewProps {
  view: ListView
  state: ListState
  arranged: ListLayout
  schoolId: number
}

/** What can be done about an open view that was changed: keep it, keep it as another, or let go of it. */
export const EditedView = ({ view, state, arranged, schoolId }: EditedViewProps) => {
  const acts = useViewActs(schoolId, state)
  if (!state.isEdited) return null
  const { saved } = view
  return (
    <fieldset aria-label="Changed view" className="flex shrink-0 items-center gap-0.5">
      {view.key !== everyone && <span className="px-1.5 text-label text-ink-3">Edited</span>}
      {saved?.may_edit && (
        <Button variant="ghost" size="sm" onClick={() => void acts.save(saved, arranged.stored)}>
          Save
        </Button>
      )}
      <Button variant="ghost" size="sm" onClick={() => acts.saveAs(arranged.stored)}>
        {view.key === everyone ? 'Save as a view…' : 'Save as…'}
      </Button>
      <Button variant="ghost" size="sm" onClick={() => state.onView(view.key)}>
        Reset
      </Button>
    </fieldset>
  )
}
