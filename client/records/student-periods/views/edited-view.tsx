import { Button } from '#client/platform/ui/controls/button.tsx'
import { everyone, type ListView } from '../state/list-views.ts'
import type { ListLayout } from '../state/use-list-layout.ts'
import type { ListState } from '../state/use-list-state.ts'
import { useViewActions } from './use-view-actions.tsx'

interface EditedViewProps {
  view: ListView
  state: ListState
  arranged: ListLayout
  schoolId: number
}

/** Renders the actions for a changed view: save, save as a new view, reset. */
export const EditedView = ({ view, state, arranged, schoolId }: EditedViewProps) => {
  const acts = useViewActions(schoolId, state)
  const { saved } = view
  return (
    <fieldset aria-label="View with unsaved changes" className="flex shrink-0 items-center gap-0.5">
      {view.key !== everyone && <span className="px-1.5 text-label text-ink-3">Edited</span>}
      {saved?.may_edit && (
        <Button variant="ghost" size="sm" onClick={() => void acts.save(saved, arranged.stored)}>
          Save
        </Button>
      )}
      <Button variant="ghost" size="sm" onClick={() => acts.saveAs(arranged.stored)}>
        {view.key === everyone ? 'Save as new view…' : 'Save as…'}
      </Button>
      <Button variant="ghost" size="sm" onClick={() => state.onView(view.key)}>
        Reset
      </Button>
    </fieldset>
  )
}
