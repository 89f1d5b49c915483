import { ChevronDown, Link2, Lock, Pencil, Trash2, Users } from 'lucide-react'
import { IconButton } from '#client/platform/ui/controls/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '#client/platform/ui/overlays/menu.tsx'
import type { View } from '#contract/records/views/shapes.ts'
import type { ListView } from '../state/list-views.ts'
import type { ListState } from '../state/use-list-state.ts'
import { useViewActions, type ViewActions } from './use-view-actions.tsx'

interface ViewMenuProps {
  view: ListView
  state: ListState
  schoolId: number
}

/** Renders the menu of the open view. */
export const ViewMenu = ({ view, state, schoolId }: ViewMenuProps) => (
  <Menu
    align="start"
    className="w-60"
    trigger={<IconButton icon={ChevronDown} label={`Actions for view “${view.name}”`} size="sm" />}
  >
    <ViewActionItems view={view} state={state} schoolId={schoolId} />
  </Menu>
)

/** Renders the same actions inside another menu. */
export const ViewActionItems = ({ view, state, schoolId }: ViewMenuProps) => {
  const acts = useViewActions(schoolId, state)
  return (
    <>
      <MenuItem icon={Link2} onSelect={() => acts.copyLink(view)}>
        Copy link
      </MenuItem>
      {view.saved?.may_edit && <EditItems saved={view.saved} acts={acts} />}
      {view.saved && !view.saved.may_edit && (
        <p className="px-2 py-1.5 text-label text-ink-3">Shared by {view.saved.owner.name}</p>
      )}
    </>
  )
}

const EditItems = ({ saved, acts }: { saved: View; acts: ViewActions }) => (
  <>
    <MenuItem icon={Pencil} onSelect={() => acts.rename(saved)}>
      Rename
    </MenuItem>
    {saved.school_id !== null && (
      <MenuItem icon={saved.shared ? Lock : Users} onSelect={() => acts.share(saved, !saved.shared)}>
        {saved.shared ? 'Stop sharing' : 'Share with the school'}
      </MenuItem>
    )}
    <MenuSeparator />
    <MenuItem icon={Trash2} danger onSelect={() => acts.remove(saved)}>
      Delete view
    </MenuItem>
  </>
)
