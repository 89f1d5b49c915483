import { useNavigate } from '@tanstack/react-router'
import { Combine, Pencil, Trash2 } from 'lucide-react'
import type { InsuranceCompanyRow } from '#contract/records/insurance-companies/shapes.ts'
import { MenuItem, MenuSeparator } from '#client/platform/ui/overlays/menu.tsx'
import { useMergeDialog } from './use-merge-dialog.ts'
import { useRemoveCompany } from './use-remove-company.ts'

/** Renders the menu of a company. */
export const CompanyItems = ({ company }: { company: InsuranceCompanyRow }) => {
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
