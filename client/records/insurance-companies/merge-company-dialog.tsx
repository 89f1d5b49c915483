import { ArrowUpDown } from 'lucide-react'
import { useRef, useState } from 'react'
import { mergeInsuranceCompany } from '#contract/records/insurance-companies/endpoints.ts'
import { useSend } from '#client/platform/lib/query.ts'
import { Banner } from '#client/platform/ui/states/banner.tsx'
import { Button } from '#client/platform/ui/controls/button.tsx'
import type { DialogHandle } from '#client/platform/ui/overlays/dialog-host.tsx'
import { CompanyPicker, type CompanyChoice } from './company-picker.tsx'
import { moveReads } from './company-reads.ts'
import { MoveDialog } from './move-dialog.tsx'
import { useMove, type MoveResult } from './use-move.ts'

/** A completed merge: the removed company and the result. */
export interface Merged {
  readonly from: CompanyChoice
  readonly moved: MoveResult
}

export interface MergeCompanyDialogProps {
  from: CompanyChoice
  /** The company to keep, if it's known. */
  into?: CompanyChoice | undefined
  /** Why the dialog opened, if the user didn't open it. */
  problem?: string | undefined
  handle: DialogHandle<Merged>
}

/** Renders the dialog that merges a company into another: which one to keep, a preview, and one change with Undo. */
export const MergeCompanyDialog = (props: MergeCompanyDialogProps) => {
  const { problem, handle } = props
  const [from, setFrom] = useState(props.from)
  const [into, setInto] = useState(props.into ?? null)
  const target = useRef<HTMLInputElement>(null)
  const dry = useSend(mergeInsuranceCompany, { quiet: true })
  const real = useSend(mergeInsuranceCompany, { quiet: true, refreshes: moveReads })
  const move = useMove(dry, real, into && { params: { id: from.id }, body: { merge_into_id: into.id } })
  const swap = (stays: CompanyChoice) => {
    setFrom(stays)
    setInto(from)
  }
  return (
    <MoveDialog
      dialog={handle.dialog}
      title={`Merge ${from.name}`}
      description="Records that use this company will use the one you keep. You can undo this."
      verb={into ? `Merge into ${into.name}` : 'Merge'}
      move={move}
      isChosen={into !== null}
      onMoved={(moved) => handle.close({ from, moved })}
      target={target}
    >
      {problem !== undefined && <Banner tone="info">{problem}</Banner>}
      <CompanyPicker
        label="Company to keep"
        hint={`${from.name} is deleted. Its names will match the company you keep.`}
        value={into}
        onChange={setInto}
        exceptId={from.id}
        inputRef={target}
      />
      {into && (
        <div>
          <Button size="sm" icon={ArrowUpDown} wraps onClick={() => swap(into)}>
            Keep {from.name} instead
          </Button>
        </div>
      )}
    </MoveDialog>
  )
}
