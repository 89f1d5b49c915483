import { Link } from '@tanstack/react-router'
import { Ellipsis, Pencil, Upload, Users } from 'lucide-react'
import type { Period } from '#contract/periods/shapes.ts'
import { useDialogHost } from '#client/ui/dialog-host.tsx'
import { IconButton } from '#client/ui/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '#client/ui/menu.tsx'
import { EditPeriodDialog } from './edit-period-dialog.tsx'

/** What may be done with a policy year. */
export const PeriodMenu = ({ period }: { period: Period }) => {
  const openDialog = useDialogHost()
  const params = { school: String(period.school_id), period: String(period.id) }
  return (
    <Menu trigger={<IconButton icon={Ellipsis} label={`More for ${period.name}`} className="relative z-1" />}>
      <MenuItem
        icon={Pencil}
        onSelect={() => openDialog(EditPeriodDialog, { props: { periodId: period.id, name: period.name } })}
      >
        Edit
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={Users} render={<Link to="/schools/$school/period/$period" params={params} />}>
        Students
      </MenuItem>
      <MenuItem icon={Upload} render={<Link to="/schools/$school/period/$period/import" params={params} />}>
        Import students
      </MenuItem>
    </Menu>
  )
}
