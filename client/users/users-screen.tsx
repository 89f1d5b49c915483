import { createFileRoute } from '@tanstack/react-router'
import { UserPlus, Users } from 'lucide-react'
import { useRef, type RefObject } from 'react'
import { FailedState } from '#client/common/failed-state.tsx'
import { formatNumber } from '#client/lib/format.ts'
import { readTableSearch } from '#client/lib/table-search.ts'
import { usePhone } from '#client/lib/use-media.ts'
import { Button } from '#client/ui/controls/button.tsx'
import { SearchInput } from '#client/ui/controls/search-input.tsx'
import { AddFilter } from '#client/ui/data-table/add-filter.tsx'
import { FilterChips } from '#client/ui/data-table/filter-chips.tsx'
import { Pager } from '#client/ui/data-table/pager.tsx'
import { EmptyState } from '#client/ui/states/empty-state.tsx'
import { PageHeader } from '#client/ui/text/page-header.tsx'
import { UserCards } from './user-cards.tsx'
import { SelectedUsers, UserTable } from './user-table.tsx'
import { useInviteDialog } from './use-invite.ts'
import { useUserList, type UserList } from './use-user-list.ts'

/** Renders everyone who can sign in, and who is invited. */
const UsersScreen = () => {
  const invite = useInviteDialog()
  const list = useUserList(Route.useSearch(), Route.useNavigate())
  const isPhone = usePhone()
  const searchRef = useRef<HTMLInputElement>(null)
  const { data } = list.rows
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <PageHeader
        title="Users"
        {...(data ? { count: formatNumber(data.meta.total) } : {})}
        actions={
          <Button variant="primary" icon={UserPlus} onClick={invite}>
            Invite someone
          </Button>
        }
      />
      <div className="flex min-h-11 shrink-0 items-center gap-2 border-b border-line px-3 py-1.5 md:justify-end">
        <SearchInput
          inputRef={searchRef}
          value={list.typed}
          onChange={list.setTyped}
          placeholder="Search names and emails"
          className="w-full md:w-64"
        />
        <AddFilter controls={list.controls} isPhone={isPhone} />
      </div>
      <FilterChips controls={list.controls} onClear={list.onClear} />
      <Rows list={list} isPhone={isPhone} searchRef={searchRef} />
      <Pager meta={data?.meta} noun="user" plural="users" onPage={list.onPage} onPerPage={list.onPerPage} />
      <SelectedUsers list={list} />
    </div>
  )
}

interface RowsProps {
  list: UserList
  isPhone: boolean
  searchRef: RefObject<HTMLInputElement | null>
}

const Rows = ({ list, isPhone, searchRef }: RowsProps) => {
  const { data, error, refetch } = list.rows
  const empty = (
    <EmptyState
      compact
      icon={Users}
      title="No matching users"
      actions={<Button onClick={list.onClear}>Show all users</Button>}
    />
  )
  if (error && !data)
    return (
      <FailedState
        error={error}
        what="The users"
        who="Only Shipmate Admins can manage users."
        onRetry={() => void refetch()}
      />
    )
  if (isPhone) return <UserCards users={data?.data} empty={empty} />
  return <UserTable list={list} searchRef={searchRef} empty={empty} />
}

export const Route = createFileRoute('/_signed-in/_admin/settings/users')({
  validateSearch: readTableSearch,
  component: UsersScreen,
})
