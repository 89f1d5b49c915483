import { createFileRoute } from '@tanstack/react-router'
import { readTableSearch } from '#client/lib/table-search.ts'
import { PageHeader } from '#client/ui/text/page-header.tsx'

const UsersScreen = () => <PageHeader title="Users" />

export const Route = createFileRoute('/_signed-in/_admin/settings/users')({
  validateSearch: readTableSearch,
  component: UsersScreen,
})
