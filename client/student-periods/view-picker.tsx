import { ChevronDown } from 'lucide-react'
import { buttonClass } from '#client/ui/button.tsx'
import { cx } from '#client/ui/cx.ts'
import { Menu, MenuSeparator } from '#client/ui/menu.tsx'
import type { ListState } from './use-list-state.ts'
import type { ListViews } from './use-list-views.ts'
import { ViewCountText } from './view-count.tsx'
import { ViewItems } from './view-items.tsx'
import { ViewActItems } from './view-menu.tsx'

interface ViewPickerProps {
  views: ListViews
  state: ListState
  schoolId: number
}

/** The views on a phone: the open one on a button, all of them in its menu, and below what can be done with it. */
export const ViewPicker = ({ views, state, schoolId }: ViewPickerProps) => (
  <Menu
    align="start"
    className="w-72"
    trigger={
      <button type="button" className={cx(buttonClass('secondary'), 'min-w-0 shrink!')}>
        <span className="truncate">
          <span className="sr-only">View: </span>
          {views.open.name}
        </span>
        <ViewCountText view={views.open} counts={views.counts} />
        <ChevronDown size={14} aria-hidden className="shrink-0 text-ink-3" />
      </button>
    }
  >
    <ViewItems list={views.all} views={views} onOpen={state.onView} />
    <MenuSeparator />
    <ViewActItems view={views.open} state={state} schoolId={schoolId} />
  </Menu>
)
