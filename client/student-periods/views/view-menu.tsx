import { ChevronDown } from 'lucide-react'
import { Suspense } from 'react'
import { IconButton } from '#client/ui/controls/icon-button.tsx'
import { later } from '#client/ui/later.ts'
import { Menu } from '#client/ui/overlays/menu.tsx'
import type { ViewMenuProps } from './view-action-items.tsx'

// Not part of the list's first load: a menu opens later.
const Items = later(async () => (await import('./view-action-items.tsx')).ViewActionItems)

/** Renders the menu of the open view. */
export const ViewMenu = (props: ViewMenuProps) => (
  <Menu
    align="start"
    className="w-60"
    trigger={<IconButton icon={ChevronDown} label={`Actions for view “${props.view.name}”`} size="sm" />}
  >
    <ViewActionItems {...props} />
  </Menu>
)

/** Renders the same actions inside another menu. */
export const ViewActionItems = (props: ViewMenuProps) => (
  <Suspense fallback={null}>
    <Items {...props} />
  </Suspense>
)
