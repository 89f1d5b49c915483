import { Suspense } from 'react'
import type { Coverage } from '#contract/coverage/choices.ts'
import { fieldsInWords } from '#client/common/field-text.ts'
import { Banner } from '#client/ui/states/banner.tsx'
import { Button } from '#client/ui/controls/button.tsx'
import { later } from '#client/ui/later.ts'
import { everyone, type ListViews } from '../state/list-views.ts'
import { StatusCounts, type Counts } from './status-counts.tsx'
import type { ListState } from '../state/use-list-state.ts'
import { ViewBar, type ViewBarProps } from '../views/view-bar.tsx'

// Not part of the list's first load: the list opens without filters.
const ListFilters = later(async () => (await import('./list-filters.tsx')).ListFilters)
const EditedView = later(async () => (await import('../views/edited-view.tsx')).EditedView)

interface ListToolbarProps extends ViewBarProps {
  coverage: Coverage
  onCoverage: (coverage: Coverage) => void
  counts: Counts | null
}

/** Renders the views, the counts as links, and the filter chips. */
export const ListToolbar = ({ coverage, onCoverage, counts, ...bar }: ListToolbarProps) => {
  const { views, state, arranged, schoolId } = bar
  return (
    <>
      <ViewBar {...bar} />
      <ViewNotice views={views} state={state} />
      <div className="flex min-h-9 shrink-0 items-center gap-2 border-b border-line px-3 max-md:flex-wrap">
        <StatusCounts
          coverage={coverage}
          onCoverage={onCoverage}
          counts={counts}
          filters={state.query.filters}
          searchWith={state.searchWith}
        />
        {state.isEdited && (
          <Suspense fallback={null}>
            <EditedView view={views.open} state={state} arranged={arranged} schoolId={schoolId} />
          </Suspense>
        )}
      </div>
      {(state.ownWhere !== null || Object.keys(state.controls.filters).length > 0) && (
        <Suspense fallback={null}>
          <ListFilters state={state} />
        </Suspense>
      )}
    </>
  )
}

/** Renders a message if the view in the URL isn't found, or its filters no longer exist. */
const ViewNotice = ({ views, state }: { views: ListViews; state: ListState }) => {
  const words = conditionText(views, state)
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

const conditionText = ({ open, state: found }: ListViews, { leftOut }: ListState) => {
  if (found === 'missing')
    return {
      title: 'View not found',
      text: 'It was deleted or isn’t shared. Ask the person who sent you the link to share it.',
    }
  if (found === 'unread') return { title: 'Couldn’t load this view', text: 'Reload the page in a moment.' }
  if (leftOut.length === 0) return null
  return {
    title:
      open.key === everyone
        ? 'Part of this link doesn’t work anymore'
        : `Part of the view “${open.name}” doesn’t work anymore`,
    text: `You can’t filter by ${fieldsInWords(leftOut)} this way anymore. The other filters still apply.`,
  }
}
