import { useNavigate } from '@tanstack/react-router'
import { Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import type { User } from '#contract/accounts/users/shapes.ts'
import { PagedTable } from '#client/platform/ui/data-table/paged-table.tsx'
import { formatCount } from '#client/platform/lib/format.ts'
import { BulkBar, BulkButton } from '#client/platform/ui/data-table/bulk-bar.tsx'
import { isSelected, nothing } from '#client/platform/ui/data-table/selection.ts'
import type { RowMenu } from '#client/platform/ui/data-table/use-row-menu.tsx'
import { keepClear } from '#client/platform/ui/overlays/keep-clear.ts'
import { useCopy } from '#client/platform/ui/overlays/use-copy.ts'
import { userColumns, usualLayout } from './user-columns.tsx'
import { UserItems } from './user-menu.tsx'
import { nameOf } from './user-text.ts'
import type { UserList } from './use-user-list.ts'

const rowMenu: RowMenu<User> = (row) => <UserItems user={row} />

interface UserTableProps {
  list: UserList
  empty: ReactNode
}

/** Renders the users as rows; Enter or a press opens one. */
export const UserTable = ({ list, empty }: UserTableProps) => {
  const navigate = useNavigate()
  return (
    <PagedTable
      label="Users"
      columns={userColumns}
      usualLayout={usualLayout}
      list={list}
      scrollKey={JSON.stringify(['users', list.rows.data?.meta.current_page ?? null, list.question])}
      rowLabel={nameOf}
      onOpen={({ id }) => void navigate({ to: '/users/$user', params: { user: String(id) } })}
      rowMenu={rowMenu}
      empty={empty}
    />
  )
}

/** Copies the addresses of the selected users, to write to them. */
export const SelectedUsers = ({ list }: { list: UserList }) => {
  const copy = useCopy()
  const rows = (list.rows.data?.data ?? []).filter(({ id }) => isSelected(list.selection, id))
  const addresses = rows.map(({ email }) => email).join(', ')
  const title = `${formatCount(rows.length, 'email address', 'email addresses')} copied`
  return (
    <BulkBar
      count={rows.length}
      total={rows.length}
      isAll
      onAll={() => undefined}
      onClear={() => list.setSelection(nothing)}
    >
      <span ref={keepClear}>
        <BulkButton icon={Copy} onClick={() => void copy(addresses, { tone: 'success', title })}>
          Copy email addresses
        </BulkButton>
      </span>
    </BulkBar>
  )
}
