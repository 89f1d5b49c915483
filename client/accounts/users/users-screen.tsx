import { createFileRoute } from '@tanstack/react-router'
import { Ellipsis, UserPlus, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { permissionLabels } from '#contract/platform/access.ts'
import type { User } from '#contract/accounts/users/shapes.ts'
import { FailedState } from '#client/platform/ui/states/failed-state.tsx'
import { formatNumber } from '#client/platform/lib/format.ts'
import { readTableSearch } from '#client/platform/lib/table-search.ts'
import { usePhone } from '#client/platform/lib/use-media.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { SearchInput } from '#client/platform/ui/controls/search-input.tsx'
import { AddFilter } from '#client/platform/ui/data-table/add-filter.tsx'
import { FilterChips } from '#client/platform/ui/data-table/filter-chips.tsx'
import { Pager } from '#client/platform/ui/data-table/pager.tsx'
import { EmptyState } from '#client/platform/ui/states/empty-state.tsx'
import { PageHeader } from '#client/platform/ui/text/page-header.tsx'
import { IconButton } from '#client/platform/ui/controls/icon-button.tsx'
import { Menu } from '#client/platform/ui/overlays/menu.tsx'
import { Truncate } from '#client/platform/ui/overlays/truncate.tsx'
import { SkeletonRows } from '#client/platform/ui/states/skeleton.tsx'
import { screenSearch } from '#client/platform/lib/parse-search.ts'
import { SelectedUsers, UserTable } from './user-table.tsx'
import { useInviteDialog } from './use-invite.ts'
import { useUserList, type UserList } from './use-user-list.ts'
import { StatePill } from './state-pill.tsx'
import { LastSeen, UserName } from './user-columns.tsx'
import { UserItems } from './user-menu.tsx'
import { nameOf, schoolsText } from './user-text.ts'

/** Renders everyone who can sign in, and who is invited. */
const UsersScreen = () => {
  const invite = useInviteDialog()
  const list = useUserList(Route.useSearch(), Route.useNavigate())
  const isPhone = usePhone()
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
          slashPart="List"
          value={list.typed}
          onChange={list.setTyped}
          placeholder="Search names and emails"
          className="w-full md:w-64"
        />
        <AddFilter controls={list.controls} isPhone={isPhone} />
      </div>
      <FilterChips controls={list.controls} onClear={list.onClear} />
      <Rows list={list} isPhone={isPhone} />
      <Pager meta={data?.meta} noun="user" plural="users" onPage={list.onPage} onPerPage={list.onPerPage} />
      <SelectedUsers list={list} />
    </div>
  )
}

interface RowsProps {
  list: UserList
  isPhone: boolean
}

const Rows = ({ list, isPhone }: RowsProps) => {
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
  return <UserTable list={list} empty={empty} />
}

export const Route = createFileRoute('/_signed-in/_admin/settings/users')({
  validateSearch: screenSearch(readTableSearch),
  component: UsersScreen,
})

/** Renders the users on a phone. */
const UserCards = ({ users, empty }: { users: readonly User[] | undefined; empty: ReactNode }) => {
  if (!users) return <SkeletonRows label="Loading users" />
  if (users.length === 0) return <div className="min-h-0 flex-1 overflow-y-auto">{empty}</div>
  return (
    <ul aria-label="Users" className="min-h-0 flex-1 divide-y divide-line overflow-y-auto overscroll-contain">
      {users.map((user) => (
        <li key={user.id} className="flex items-start gap-2 px-4 py-3">
          <div className="min-w-0 flex-1">
            <span className="flex min-w-0 items-center gap-2">
              <UserName user={user} />
              <StatePill user={user} />
            </span>
            <div className="ml-8">
              <Truncate as="p" className="text-ink-2">
                {user.email}
              </Truncate>
              <Truncate as="p" className="text-label text-ink-3">
                {permissionLabels[user.permission]} · {schoolsText(user)}
              </Truncate>
              <p className="text-label text-ink-3">
                Last seen: <LastSeen user={user} />
              </p>
            </div>
          </div>
          <Menu trigger={<IconButton icon={Ellipsis} label={`More actions for ${nameOf(user)}`} />}>
            <UserItems user={user} />
          </Menu>
        </li>
      ))}
    </ul>
  )
}
