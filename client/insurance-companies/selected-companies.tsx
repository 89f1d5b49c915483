import { Combine } from 'lucide-react'
import type { InsuranceCompanyRow } from '#contract/insurance-companies/shapes.ts'
import { BulkBar, BulkButton } from '#client/ui/data-table/bulk-bar.tsx'
import { isSelected, nothing } from '#client/ui/data-table/selection.ts'
import { keepClear } from '#client/ui/keep-clear.ts'
import type { CompanyList } from './use-company-list.ts'
import { useMergeDialog } from './use-merge-dialog.ts'

/** What is done with selected companies: two doubles are merged, the one that more records use stays. */
export const SelectedCompanies = ({ list }: { list: CompanyList }) => {
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
        <span className="px-2 text-on-inverse-2">Select two to merge them</span>
      ) : (
        <span ref={keepClear}>
          <BulkButton
            icon={Combine}
            onClick={() => (from ? merge(from, { into, onMerged }) : merge(into, { onMerged }))}
          >
            {wordsFor(into, from)}
          </BulkButton>
        </span>
      )}
    </BulkBar>
  )
}

const wordsFor = (into: InsuranceCompanyRow, from: InsuranceCompanyRow | undefined): string =>
  from ? 'Merge the two…' : `Merge ${into.name}…`
