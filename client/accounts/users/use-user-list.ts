import { listUsers } from '#contract/accounts/users/endpoints.ts'
import { userColumns } from '#contract/accounts/users/shapes.ts'
import { useTableList } from '#client/platform/common/use-list-search.ts'
import { useAsk } from '#client/platform/lib/query.ts'
import type { TableSearch } from '#client/platform/lib/table-search.ts'
import { filterColumns } from './user-columns.tsx'

type Go = (to: { search: TableSearch; replace?: boolean }) => unknown

const isColumn = (field: string): boolean => Object.hasOwn(userColumns, field)

export type UserList = ReturnType<typeof useUserList>

/** Loads the list of users for the URL. */
export const useUserList = (asked: TableSearch, navigate: Go) => {
  const { query, ...list } = useTableList(asked, navigate, { isColumn, filterColumns })
  const rows = useAsk(listUsers, { query }, { keepPrevious: true, refetchInterval: 60_000 })
  return { rows, ...list }
}
