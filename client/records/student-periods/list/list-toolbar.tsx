import type { ReactNode } from 'react'
import { later } from '#client/platform/ui/states/later.tsx'
import { ViewBar, type ViewBarProps } from '../views/view-bar.tsx'

// Not part of the list's first load: the list opens without filters.
const ListFilters = later(async () => (await import('./list-filters.tsx')).ListFilters)
const ViewNotice = later(async () => (await import('../views/view-notice.tsx')).ViewNotice)
const EditedView = later(async () => (await import('../views/edited-view.tsx')).EditedView)

interface ListToolbarProps extends ViewBarProps {
  /** The counts by status; null if they’re in the header. */
  statusCounts: ReactNode
}

/** Renders the views, the counts as links, and the filter chips. */
export const ListToolbar = ({ statusCounts, ...bar }: ListToolbarProps) => {
  const { views, state, arranged, schoolId, isPhone } = bar
  // on a phone, the rows begin higher: views and the filter have the counts, too
  const counts = isPhone ? null : statusCounts
  return (
    <>
      <ViewBar {...bar} />
      {(views.state === 'missing' || views.state === 'unread' || state.leftOut.length > 0) && (
        <ViewNotice views={views} state={state} />
      )}
      {(counts !== null || state.isEdited) && (
        <div className="flex min-h-9 shrink-0 items-center gap-2 border-b border-line px-3 max-md:flex-wrap">
          {counts}
          {state.isEdited && (
            <EditedView view={views.open} state={state} arranged={arranged} schoolId={schoolId} />
          )}
        </div>
      )}
      {(state.ownWhere !== null || Object.keys(state.controls.filters).length > 0) && (
        <ListFilters state={state} />
      )}
    </>
  )
}
