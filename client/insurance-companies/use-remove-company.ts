import type { InsuranceCompanyRow } from '#contract/insurance-companies/shapes.ts'
import {
  listInsuranceCompanies,
  listTypedNames,
  removeInsuranceCompany,
} from '#contract/insurance-companies/endpoints.ts'
import { useUndo } from '#client/common/use-undo.ts'
import { ApiError } from '#client/lib/api-error.ts'
import { formatCount } from '#client/lib/format.ts'
import { useSend } from '#client/lib/query.ts'
import { useToast } from '#client/ui/overlays/toast.tsx'
import { companyReads } from './company-reads.ts'
import { useMergeDialog } from './use-merge-dialog.ts'

/** Removes a company at once, to be undone; one that records use is offered to be merged. Answers whether it is gone. */
export const useRemoveCompany = () => {
  const merge = useMergeDialog()
  const toast = useToast()
  const offerUndo = useUndo(companyReads, 'company')
  // a company that is open is left, not read again
  const { send } = useSend(removeInsuranceCompany, {
    refreshes: [listInsuranceCompanies, listTypedNames],
    quiet: true,
  })
  return async (company: Pick<InsuranceCompanyRow, 'id' | 'name' | 'usage'>): Promise<boolean> => {
    if (company.usage > 0) {
      merge(company, { problem: inUseWords(company) })
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
        toast.show({ tone: 'danger', title: `${company.name} was not deleted`, description: error.message })
      return false
    }
  }
}

const inUseWords = ({ name, usage }: Pick<InsuranceCompanyRow, 'name' | 'usage'>): string =>
  `${formatCount(usage, 'record')} ${usage === 1 ? 'uses' : 'use'} ${name}: it cannot be deleted, but merged.`
