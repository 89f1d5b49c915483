import { Link } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import { permissionLabels } from '#contract/platform/access.ts'
import { userStateLabels } from '#contract/accounts/users/choices.ts'
import { userColumns as columns, type User, type UserColumn } from '#contract/accounts/users/shapes.ts'
import { formatInstant } from '#client/platform/lib/format.ts'
import type { ColumnLayout } from '#client/platform/ui/data-table/layout.ts'
import type { FilterColumn, TableColumn } from '#client/platform/ui/data-table/types.ts'
import { Truncate } from '#client/platform/ui/overlays/truncate.tsx'
import { Ago } from '#client/platform/ui/text/ago.tsx'
import { Avatar } from '#client/platform/ui/text/avatar.tsx'
import { StatePill } from './state-pill.tsx'
import { nameOf, schoolsText } from './user-text.ts'

/** Renders the name of a user as a link to their page. */
export const UserName = ({ user }: { user: User }) => (
  <span className="flex min-w-0 items-center gap-2">
    <Avatar name={nameOf(user)} />
    <Link
      to="/users/$user"
      params={{ user: String(user.id) }}
      className="min-w-0 font-medium text-ink no-underline hover:underline"
    >
      <Truncate className="block">{nameOf(user)}</Truncate>
    </Link>
  </span>
)

/** Renders when someone was last active. */
export const LastSeen = ({ user: { last_seen_at: at } }: { user: User }) =>
  at === null ? <span className="text-ink-3">Never</span> : <Ago at={at} className="tabular text-ink-2" />

const columnOf = (
  id: UserColumn,
  column: Pick<TableColumn<User>, 'width' | 'cell' | 'text'>,
): TableColumn<User> => ({ id, label: columns[id].label, ...column })

/** The columns of the list of users, in their usual order. */
export const userColumns: readonly TableColumn<User>[] = [
  columnOf('name', { width: 210, cell: (row) => <UserName user={row} />, text: nameOf }),
  columnOf('state', {
    width: 100,
    cell: (row) =>
      row.state === 'active' ? (
        <span className="text-ink-2">{userStateLabels.active}</span>
      ) : (
        <StatePill user={row} />
      ),
    text: ({ state }) => userStateLabels[state],
  }),
  columnOf('permission', {
    width: 140,
    cell: ({ permission }) => permissionLabels[permission],
    text: ({ permission }) => permissionLabels[permission],
  }),
  columnOf('schools', {
    width: 230,
    cell: (row) => <Truncate className="text-ink-2">{schoolsText(row)}</Truncate>,
    text: schoolsText,
  }),
  columnOf('email', {
    width: 260,
    cell: ({ email }) => <Truncate className="text-ink-2">{email}</Truncate>,
    text: ({ email }) => email,
  }),
  columnOf('two_factor_enabled', {
    width: 110,
    cell: ({ two_factor_enabled: isOn }) =>
      isOn ? (
        <span className="flex items-center gap-1 text-ink-2">
          <Check size={14} aria-hidden className="text-success-glyph" />
          On
        </span>
      ) : (
        <span className="text-ink-3">Off</span>
      ),
    text: ({ two_factor_enabled: isOn }) => (isOn ? 'On' : 'Off'),
  }),
  columnOf('last_seen_at', {
    width: 140,
    cell: (row) => <LastSeen user={row} />,
    text: ({ last_seen_at: at }) => (at === null ? 'Never' : formatInstant(at)),
  }),
]

/** The default layout. */
export const usualLayout: ColumnLayout = {
  shown: userColumns.map(({ id }) => id),
  widths: {},
  pins: { name: 'start' },
  density: 'regular',
}

const choiceLabels: Readonly<Record<string, string>> = { ...permissionLabels, ...userStateLabels }

/** What the list can be filtered by: what it shows. */
export const filterColumns: readonly FilterColumn[] = userColumns.map(({ id, label }) => ({
  // the columns of the list are columns of the contract
  ...columns[id as UserColumn],
  id,
  label,
  choiceText: (value) => choiceLabels[value] ?? value,
}))
