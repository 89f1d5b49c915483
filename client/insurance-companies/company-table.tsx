import { useNavigate } from '@tanstack/react-router'
import { useState, type ReactNode, type RefObject } from 'react'
import type { InsuranceCompanyRow } from '#contract/insurance-companies/shapes.ts'
import { formatCount } from '#client/lib/format.ts'
import { DataTable } from '#client/ui/data-table/data-table.tsx'
import { rowsAtHand } from '#client/ui/data-table/row-source.ts'
import type { RowMenu } from '#client/ui/data-table/use-row-menu.tsx'
import { useCopy } from '#client/ui/use-copy.ts'
import { companyColumns, usualLayout } from './company-columns.tsx'
import { CompanyItems } from './company-menu.tsx'
import type { CompanyList } from './use-company-list.ts'

interface CompanyTableProps {
  list: CompanyList
  empty: ReactNode
  /** Where / leads. */
  searchRef: RefObject<HTMLInputElement | null>
}

const rowMenu: RowMenu<InsuranceCompanyRow> = (row) => <CompanyItems company={row} />
const rowLabel = ({ name }: InsuranceCompanyRow): string => name

/** The companies as rows; Enter or a press opens one. */
export const CompanyTable = ({ list, empty, searchRef }: CompanyTableProps) => {
  const navigate = useNavigate()
  const copy = useCopy()
  const [layout, setLayout] = useState(usualLayout)
  const { data, isPlaceholderData } = list.rows
  const open = ({ id }: InsuranceCompanyRow) =>
    void navigate({ to: '/settings/insurance-companies/$company', params: { company: String(id) } })
  const pressKey = (key: string): boolean => {
    if (key !== '/' || !searchRef.current) return false
    searchRef.current.focus()
    return true
  }
  return (
    <DataTable
      label="Insurance companies"
      columns={companyColumns}
      layout={layout}
      onLayout={setLayout}
      source={data && rowsAtHand(data.data)}
      total={data?.meta.total ?? 0}
      first={(data?.meta.from ?? 1) - 1}
      isPaged
      scrollKey={JSON.stringify(['insurance-companies', data?.meta.current_page ?? null, list.question])}
      controls={list.controls}
      selection={list.selection}
      onSelect={list.setSelection}
      rowLabel={rowLabel}
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
