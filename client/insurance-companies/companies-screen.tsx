import { createFileRoute } from '@tanstack/react-router'
import { Plus, ShieldCheck } from 'lucide-react'
import { useRef, type ReactNode, type RefObject } from 'react'
import { FailedState } from '#client/common/failed-state.tsx'
import { formatNumber } from '#client/lib/format.ts'
import { usePhone } from '#client/lib/use-media.ts'
import { Button } from '#client/ui/button.tsx'
import { AddFilter } from '#client/ui/data-table/add-filter.tsx'
import { FilterChips } from '#client/ui/data-table/filter-chips.tsx'
import { Pager } from '#client/ui/data-table/pager.tsx'
import { useDialogHost } from '#client/ui/dialog-host.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { SearchInput } from '#client/ui/search-input.tsx'
import { CompanyCards } from './company-cards.tsx'
import { readCompanySearch, type CompanySearch } from './company-search.ts'
import { CompanyTable } from './company-table.tsx'
import { ListTabs } from './list-tabs.tsx'
import { NewCompanyDialog } from './new-company-dialog.tsx'
import { SelectedCompanies } from './selected-companies.tsx'
import { TypedNames } from './typed-names.tsx'
import { useCompanyList, type CompanyList } from './use-company-list.ts'

/** The insurance companies, and the names that were typed where none was chosen. */
const CompaniesScreen = () => {
  const search = Route.useSearch()
  return search.list === 'typed' ? <TypedNames search={search} /> : <Companies search={search} />
}

const Companies = ({ search }: { search: CompanySearch }) => {
  const openDialog = useDialogHost()
  const list = useCompanyList(search, Route.useNavigate())
  const isPhone = usePhone()
  const searchRef = useRef<HTMLInputElement>(null)
  const { data } = list.rows
  const add = (
    <Button variant="primary" icon={Plus} onClick={() => openDialog(NewCompanyDialog, { props: {} })}>
      New company
    </Button>
  )
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <PageHeader
        title="Insurance companies"
        {...(data ? { count: formatNumber(data.meta.total) } : {})}
        actions={add}
      />
      <ListTabs open="companies">
        <SearchInput
          inputRef={searchRef}
          value={list.typed}
          onChange={list.setTyped}
          placeholder="Search companies"
          className="w-full md:w-64"
        />
        <AddFilter controls={list.controls} isPhone={isPhone} />
      </ListTabs>
      <FilterChips controls={list.controls} onClear={list.onClear} />
      <Rows list={list} isPhone={isPhone} searchRef={searchRef} empty={<Nothing list={list} add={add} />} />
      <Pager
        meta={data?.meta}
        noun="company"
        plural="companies"
        onPage={list.onPage}
        onPerPage={list.onPerPage}
      />
      <SelectedCompanies list={list} />
    </div>
  )
}

interface RowsProps {
  list: CompanyList
  isPhone: boolean
  searchRef: RefObject<HTMLInputElement | null>
  empty: ReactNode
}

const Rows = ({ list, isPhone, searchRef, empty }: RowsProps) => {
  const { data, error, refetch } = list.rows
  if (error && !data)
    return (
      <FailedState
        error={error}
        what="The insurance companies"
        who="Only Shipmate Admins keep the insurance companies."
        onRetry={() => void refetch()}
      />
    )
  if (isPhone) return <CompanyCards companies={data?.data} empty={empty} />
  return <CompanyTable list={list} empty={empty} searchRef={searchRef} />
}

const Nothing = ({ list, add }: { list: CompanyList; add: ReactNode }) =>
  list.isNarrowed ? (
    <EmptyState
      compact
      icon={ShieldCheck}
      title="No company matches"
      actions={<Button onClick={list.onClear}>Show all companies</Button>}
    />
  ) : (
    <EmptyState icon={ShieldCheck} title="No insurance companies yet" actions={add}>
      Waivers name the company that covers a student. Here you keep their names, payer IDs and rules.
    </EmptyState>
  )

export const Route = createFileRoute('/_signed-in/_admin/settings/insurance-companies')({
  validateSearch: readCompanySearch,
  component: CompaniesScreen,
})
