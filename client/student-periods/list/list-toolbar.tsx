import { X } from 'lucide-react'
import type { Coverage } from '#contract/coverage/choices.ts'
import type { WhereGroup } from '#contract/table-where.ts'
import { fieldsInWords } from '#client/common/field-words.ts'
import { Banner } from '#client/ui/states/banner.tsx'
import { Button } from '#client/ui/controls/button.tsx'
import { FilterChips } from '#client/ui/data-table/filter-chips.tsx'
import { whereWords } from '#client/ui/data-table/where-words.ts'
import { filterColumns } from '../cells/columns.tsx'
import { everyone, type ListView, type ListViews } from '../state/list-views.ts'
import { StatusCounts, type Counts } from './status-counts.tsx'
import type { ListLayout } from '../state/use-list-layout.ts'
import type { ListState } from '../state/use-list-state.ts'
import { useViewActs } from '../views/use-view-acts.tsx'
import { useWhereDialog } from '../views/use-where-dialog.tsx'
import { ViewBar, type ViewBarProps } from '../views/view-bar.tsx'
import { Truncate } from '#client/ui/overlays/truncate.tsx'

interface ListToolbarProps extends ViewBarProps {
  coverage: Coverage
  onCoverage: (coverage: Coverage) => void
  counts: Counts | null
}

/** The views, the counts that filter, and the chips of what holds. */
export const ListToolbar = ({ coverage, onCoverage, counts, ...bar }: ListToolbarProps) => {
  const { views, state, arranged, schoolId } = bar
  const openWhere = useWhereDialog(state)
  return (
    <>
      <ViewBar {...bar} />
      <ViewNotice views={views} state={state} />
      <div className="flex min-h-9 shrink-0 items-center gap-2 border-b border-line px-3 max-md:flex-wrap">
        <StatusCounts
          coverage={coverage}
          onCoverage={onCoverage}
          counts={counts}
          filters={state.question.filters}
          onFilter={state.controls.onFilter}
        />
        <EditedView view={views.open} state={state} arranged={arranged} schoolId={schoolId} />
      </div>
      <FilterChips controls={state.controls} onClear={state.onClear}>
        {state.ownWhere && <WhereChip where={state.ownWhere} onOpen={openWhere} onRemove={state.onNoWhere} />}
      </FilterChips>
    </>
  )
}

/** Why the list is not what its address says: the view is not there, or asks for what the list does not have. */
const ViewNotice = ({ views, state }: { views: ListViews; state: ListState }) => {
  const words = wordsOf(views, state)
  if (!words) return null
  return (
    <div className="shrink-0 border-b border-line p-2">
      <Banner
        tone="warning"
        title={words.title}
        actions={
          <Button variant="ghost" size="sm" onClick={() => state.onView(everyone)}>
            All students
          </Button>
        }
      >
        {words.text}
      </Banner>
    </div>
  )
}

const wordsOf = ({ open, state: found }: ListViews, { leftOut }: ListState) => {
  if (found === 'missing')
    return {
      title: 'This view is not here',
      text: 'It was deleted, or its owner does not share it. Ask whoever sent the link to share the view.',
    }
  if (found === 'unread')
    return { title: 'This view could not be read', text: 'Nothing is lost. Load the page again in a moment.' }
  if (leftOut.length === 0) return null
  return {
    title:
      open.key === everyone ? 'A part of this link was left out' : `A part of “${open.name}” was left out`,
    text: `The list cannot be asked about ${fieldsInWords(leftOut)} in this way any more. Everything else of it holds.`,
  }
}

interface EditedViewProps {
  view: ListView
  state: ListState
  arranged: ListLayout
  schoolId: number
}

/** What can be done about an open view that was changed: keep it, keep it as another, or let go of it. */
const EditedView = ({ view, state, arranged, schoolId }: EditedViewProps) => {
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

interface WhereChipProps {
  where: WhereGroup
  onOpen: () => void
  onRemove: () => void
}

/** The tree of rules in words; a press opens it where it was built. */
const WhereChip = ({ where, onOpen, onRemove }: WhereChipProps) => {
  const words = whereWords(filterColumns, where)
  return (
    <span className="inline-flex h-6.5 max-w-full items-stretch rounded-control bg-raised text-label shadow-control coarse:h-9">
      <button
        type="button"
        title={words}
        aria-haspopup="dialog"
        className="flex min-w-0 items-center rounded-l-control px-2 font-medium hover:bg-hover"
        onClick={onOpen}
      >
        <Truncate className="max-w-[min(30rem,60vw)]">{words}</Truncate>
      </button>
      <button
        type="button"
        aria-label="Remove the advanced filter"
        className="grid w-6.5 place-items-center rounded-r-control border-l border-line text-ink-3 hover:bg-hover hover:text-ink coarse:w-9"
        onClick={onRemove}
      >
        <X size={14} aria-hidden />
      </button>
    </span>
  )
}
