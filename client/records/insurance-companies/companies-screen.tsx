import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { Combine, Ellipsis, Plus, ShieldCheck, Pencil, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { FailedState } from '#client/platform/ui/states/failed-state.tsx'
import { PagedTable } from '#client/platform/ui/data-table/paged-table.tsx'
import { formatCount, formatNumber } from '#client/platform/lib/format.ts'
import { usePhone } from '#client/platform/lib/use-media.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { AddFilter } from '#client/platform/ui/data-table/add-filter.tsx'
import { FilterChips } from '#client/platform/ui/data-table/filter-chips.tsx'
import { Pager } from '#client/platform/ui/data-table/pager.tsx'
import { useDialogHost } from '#client/platform/ui/overlays/dialog-host.tsx'
import { EmptyState } from '#client/platform/ui/states/empty-state.tsx'
import { PageHeader } from '#client/platform/ui/text/page-header.tsx'
import { SearchInput } from '#client/platform/ui/controls/search-input.tsx'
import { screenSearch } from '#client/platform/lib/parse-search.ts'
import { readCompanySearch, type CompanySearch } from './company-search.ts'
import { ListTabs } from './list-tabs.tsx'
import { TypedNames } from './typed-names.tsx'
import {
  insuranceCompanyColumns,
  type InsuranceCompanyRow,
} from '#contract/records/insurance-companies/shapes.ts'
import { listInsuranceCompanies } from '#contract/records/insurance-companies/endpoints.ts'
import { IconButton } from '#client/platform/ui/controls/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '#client/platform/ui/overlays/menu.tsx'
import { SkeletonRows } from '#client/platform/ui/states/skeleton.tsx'
import { companyColumns, CompanyName, filterColumns, usualLayout } from './company-columns.tsx'
import type { RowMenu } from '#client/platform/ui/data-table/use-row-menu.tsx'
import { BulkBar, BulkButton } from '#client/platform/ui/data-table/bulk-bar.tsx'
import { isSelected, nothing } from '#client/platform/ui/data-table/selection.ts'
import { keepClear } from '#client/platform/ui/overlays/keep-clear.ts'
import { useMergeDialog } from './use-merge-dialog.ts'
import { Truncate } from '#client/platform/ui/overlays/truncate.tsx'
import { lazyDialog } from '#client/platform/ui/states/later.tsx'
import { useTableList } from '#client/platform/common/use-list-search.ts'
import { useAsk } from '#client/platform/lib/query.ts'
import { useRemoveCompany } from './use-remove-company.ts'

/** Renders the insurance companies, and the unmatched names. */
const CompaniesScreen = () => {
  const search = Route.useSearch()
  return search.list === 'typed' ? <TypedNames search={search} /> : <Companies search={search} />
}

const Companies = ({ search }: { search: CompanySearch }) => {
  const openDialog = useDialogHost()
  const list = useCompanyList(search, Route.useNavigate())
  const isPhone = usePhone()
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
          slashPart="List"
          value={list.typed}
          onChange={list.setTyped}
          placeholder="Search companies"
          className="w-full md:w-64"
        />
        <AddFilter controls={list.controls} isPhone={isPhone} />
      </ListTabs>
      <FilterChips controls={list.controls} onClear={list.onClear} />
      <Rows list={list} isPhone={isPhone} empty={<Nothing list={list} add={add} />} />
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
  empty: ReactNode
}

const Rows = ({ list, isPhone, empty }: RowsProps) => {
  const { data, error, refetch } = list.rows
  if (error && !data)
    return (
      <FailedState
        error={error}
        what="The insurance companies"
        who="Only Shipmate Admins can manage insurance companies."
        onRetry={() => void refetch()}
      />
    )
  if (isPhone) return <CompanyCards companies={data?.data} empty={empty} />
  return <CompanyTable list={list} empty={empty} />
}

const Nothing = ({ list, add }: { list: CompanyList; add: ReactNode }) =>
  list.isNarrowed ? (
    <EmptyState
      compact
      icon={ShieldCheck}
      title="No matching companies"
      actions={<Button onClick={list.onClear}>Show all companies</Button>}
    />
  ) : (
    <EmptyState icon={ShieldCheck} title="No insurance companies yet" actions={add}>
      Manage the companies students name on waivers, including their payer IDs and plan rules.
    </EmptyState>
  )

interface CompanyCardsProps {
  companies: readonly InsuranceCompanyRow[] | undefined
  empty: ReactNode
}

/** Renders the companies on a phone. */
const CompanyCards = ({ companies, empty }: CompanyCardsProps) => {
  if (!companies) return <SkeletonRows label="Loading insurance companies" />
  if (companies.length === 0) return <div className="min-h-0 flex-1 overflow-y-auto">{empty}</div>
  return (
    <ul
      aria-label="Insurance companies"
      className="min-h-0 flex-1 divide-y divide-line overflow-y-auto overscroll-contain pb-message-room"
    >
      {companies.map((company) => (
        <li key={company.id} className="flex items-start gap-2 px-4 py-3">
          <div className="min-w-0 flex-1">
            <CompanyName company={company} />
            {company.aliases.length > 0 && (
              <Truncate as="p" className="text-label text-ink-3">
                {company.aliases.join(', ')}
              </Truncate>
            )}
            <p className="tabular text-ink-2">
              {company.usage === 0 ? 'Not used yet' : formatCount(company.usage, 'record')}
              {company.is_electronic && ' · Eligibility checks'}
            </p>
          </div>
          <Menu trigger={<IconButton icon={Ellipsis} label={`More actions for ${company.name}`} />}>
            <CompanyItems company={company} />
          </Menu>
        </li>
      ))}
    </ul>
  )
}

interface CompanyTableProps {
  list: CompanyList
  empty: ReactNode
}

const rowMenu: RowMenu<InsuranceCompanyRow> = (row) => <CompanyItems company={row} />
const rowLabel = ({ name }: InsuranceCompanyRow): string => name

/** Renders the companies as rows; Enter or a press opens one. */
const CompanyTable = ({ list, empty }: CompanyTableProps) => {
  const navigate = useNavigate()
  const open = ({ id }: InsuranceCompanyRow) =>
    void navigate({ to: '/settings/insurance-companies/$company', params: { company: String(id) } })
  const page = list.rows.data?.meta.current_page ?? null
  return (
    <PagedTable
      label="Insurance companies"
      columns={companyColumns}
      usualLayout={usualLayout}
      list={list}
      scrollKey={JSON.stringify(['insurance-companies', page, list.question])}
      rowLabel={rowLabel}
      onOpen={open}
      rowMenu={rowMenu}
      empty={empty}
    />
  )
}

/** Merges two selected companies; the one that more records use is kept. */
const SelectedCompanies = ({ list }: { list: CompanyList }) => {
  const merge = useMergeDialog()
  const rows = (list.rows.data?.data ?? []).filter(({ id }) => isSelected(list.selection, id))
  const [into, from] = rows.toSorted((one, other) => other.usage - one.usage)
  const onMerged = () => list.setSelection(nothing)
  return (
    <BulkBar
      count={rows.length}
      total={rows.length}
      isAll
      onAll={() => undefined}
      onClear={() => list.setSelection(nothing)}
    >
      {rows.length > 2 || !into ? (
        <span className="px-2 text-on-inverse-2">Select 2 companies to merge them</span>
      ) : (
        <span ref={keepClear}>
          <BulkButton
            icon={Combine}
            onClick={() => (from ? merge(from, { into, onMerged }) : merge(into, { onMerged }))}
          >
            {mergeLabel(into, from)}
          </BulkButton>
        </span>
      )}
    </BulkBar>
  )
}

const mergeLabel = (into: InsuranceCompanyRow, from: InsuranceCompanyRow | undefined): string =>
  from ? 'Merge…' : `Merge ${into.name}…`

const CompanyItems = ({ company }: { company: InsuranceCompanyRow }) => {
  const navigate = useNavigate()
  const merge = useMergeDialog()
  const remove = useRemoveCompany()
  const to = {
    to: '/settings/insurance-companies/$company',
    params: { company: String(company.id) },
  } as const
  return (
    <>
      <MenuItem icon={Pencil} onSelect={() => void navigate(to)}>
        Edit
      </MenuItem>
      <MenuItem icon={Combine} onSelect={() => merge(company)}>
        Merge…
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={Trash2} danger onSelect={() => void remove(company)}>
        Delete
      </MenuItem>
    </>
  )
}

export const Route = createFileRoute('/_signed-in/_admin/settings/insurance-companies')({
  validateSearch: screenSearch(readCompanySearch),
  component: CompaniesScreen,
})

/**
 * Renders the dialog that creates an insurance company, then opens it for its other details. Its code loads when it
 * opens.
 */
const NewCompanyDialog = lazyDialog(async () => (await import('./new-company-form.tsx')).NewCompanyForm)

type Go = (to: { search: CompanySearch; replace?: boolean }) => unknown

const isColumn = (field: string): boolean => Object.hasOwn(insuranceCompanyColumns, field)

type CompanyList = ReturnType<typeof useCompanyList>

/** Loads the list of companies for the URL, and keeps the selection. */
const useCompanyList = (asked: CompanySearch, navigate: Go) => {
  const { query, ...list } = useTableList(asked, navigate, { isColumn, filterColumns })
  return { rows: useAsk(listInsuranceCompanies, { query }, { keepPrevious: true }), ...list }
}
