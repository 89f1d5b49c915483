import { useNavigate } from '@tanstack/react-router'
import { Copy } from 'lucide-react'
import { useState, type ReactNode, type RefObject } from 'react'
import type { User } from '#contract/users/shapes.ts'
import { formatCount } from '#client/lib/format.ts'
import { BulkBar, BulkButton } from '#client/ui/data-table/bulk-bar.tsx'
import { DataTable } from '#client/ui/data-table/data-table.tsx'
import { loadedRows } from '#client/ui/data-table/row-source.ts'
import { isSelected, nothing } from '#client/ui/data-table/selection.ts'
import type { RowMenu } from '#client/ui/data-table/use-row-menu.tsx'
import { keepClear } from '#client/ui/overlays/keep-clear.ts'
import { useCopy } from '#client/ui/overlays/use-copy.ts'
import { userColumns, usualLayout } from './user-columns.tsx'
import { UserItems } from './user-menu.tsx'
import { nameOf } from './user-text.ts'
import type { UserList } from './use-user-list.ts'

const rowMenu: RowMenu<User> = (row) => <UserItems user={row} />

interface UserTableProps {
  list: UserList
  /** Called on /, which moves the focus to the search. */
  searchRef: RefObject<HTMLInputElement | null>
  empty: ReactNode
}

/** Renders the users as rows; Enter or a press opens one. */
export const UserTable = ({ list, searchRef, empty }: UserTableProps) => {
  const navigate = useNavigate()
  const copy = useCopy()
  const [layout, setLayout] = useState(usualLayout)
  const { data, isPlaceholderData } = list.rows
  const open = ({ id }: User) => void navigate({ to: '/users/$user', params: { user: String(id) } })
  const pressKey = (key: string): boolean => {
    if (key !== '/' || !searchRef.current) return false
    searchRef.current.focus()
    return true
  }
  return (
    <DataTable
      label="Users"
      columns={userColumns}
      layout={layout}
      onLayout={setLayout}
      source={data && loadedRows(data.data)}
      total={data?.meta.total ?? 0}
      first={(data?.meta.from ?? 1) - 1}
      isPaged
      scrollKey={JSON.stringify(['users', data?.meta.current_page ?? null, list.question])}
      controls={list.controls}
      selection={list.selection}
      onSelect={list.setSelection}
      rowLabel={nameOf}
      onOpen={open}
      onPress={open}
      onKey={pressKey}
      rowMenu={rowMenu}
      onCopy={(text, count) =>
        void copy(text, { tone: 'success', title: `${formatCount(count, 'row')} copied` })
      }
      isStale={isPlaceholderData}
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
