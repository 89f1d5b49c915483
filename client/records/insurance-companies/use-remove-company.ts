import type { InsuranceCompanyRow } from '#contract/records/insurance-companies/shapes.ts'
import {
  listInsuranceCompanies,
  listTypedNames,
  removeInsuranceCompany,
} from '#contract/records/insurance-companies/endpoints.ts'
import { useUndo } from '#client/platform/common/use-undo.ts'
import { ApiError } from '#client/platform/lib/api-error.ts'
import { formatCount } from '#client/platform/lib/format.ts'
import { useSend } from '#client/platform/lib/query.ts'
import { useToast } from '#client/platform/ui/overlays/toast.tsx'
import { companyReads } from './company-reads.ts'
import { useMergeDialog } from './use-merge-dialog.ts'

/** Deletes a company at once, with Undo; offers a merge if records use it. Returns whether it was deleted. */
export const useRemoveCompany = () => {
  const merge = useMergeDialog()
  const toast = useToast()
  const offerUndo = useUndo(companyReads, 'company')
  // an open company is left without reloading it
  const { send } = useSend(removeInsuranceCompany, {
    refreshes: [listInsuranceCompanies, listTypedNames],
    quiet: true,
  })
  return async (company: Pick<InsuranceCompanyRow, 'id' | 'name' | 'usage'>): Promise<boolean> => {
    if (company.usage > 0) {
      merge(company, { problem: inUseText(company) })
      return false
    }
    try {
      const { changeId } = await send({ params: { id: String(company.id) } })
      offerUndo({ changeId, title: `${company.name} deleted` })
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.code === 'in_use') merge(company, { problem: error.message })
      else if (error.kind !== 'aborted' && error.kind !== 'unauthenticated')
        toast.show({ tone: 'danger', title: `Couldn’t delete ${company.name}`, description: error.message })
      return false
    }
  }
}

const inUseText = ({ name, usage }: Pick<InsuranceCompanyRow, 'name' | 'usage'>): string =>
  `${formatCount(usage, 'record')} ${usage === 1 ? 'uses' : 'use'} ${name}. Merge it into another company instead.`
