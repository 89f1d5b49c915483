import { ArrowUpDown } from 'lucide-react'
import { useRef, useState } from 'react'
import { mergeInsuranceCompany } from '#contract/insurance-companies/endpoints.ts'
import { useSend } from '#client/lib/query.ts'
import { Banner } from '#client/ui/states/banner.tsx'
import { Button } from '#client/ui/controls/button.tsx'
import type { DialogHandle } from '#client/ui/overlays/dialog-host.tsx'
import { CompanyPicker, type CompanyChoice } from './company-picker.tsx'
import { moveReads } from './company-reads.ts'
import { MoveDialog } from './move-dialog.tsx'
import { useMove, type Moved } from './use-move.ts'

/** A merge that was made: of what, and what came of it. */
export interface Merged {
  readonly from: CompanyChoice
  readonly moved: Moved
}

export interface MergeCompanyDialogProps {
  from: CompanyChoice
  /** The company that stays, where it is known. */
  into?: CompanyChoice | undefined
  /** Why this dialog opens by itself. */
  problem?: string | undefined
  handle: DialogHandle<Merged>
}

/** Merges a company into another one: which stays, what changes, and then as one change that can be undone. */
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
      description="What uses it will use the company that stays. It can be undone."
      verb={into ? `Merge into ${into.name}` : 'Merge'}
      move={move}
      isChosen={into !== null}
      onMoved={(moved) => handle.close({ from, moved })}
      target={target}
    >
      {problem !== undefined && <Banner tone="info">{problem}</Banner>}
      <CompanyPicker
        label="Company that stays"
        hint={`${from.name} goes; its names find the other one from then on.`}
        value={into}
        onChange={setInto}
        exceptId={from.id}
        inputRef={target}
      />
      {into && (
        <div>
          <Button size="sm" icon={ArrowUpDown} onClick={() => swap(into)}>
            Keep {from.name} instead
          </Button>
        </div>
      )}
    </MoveDialog>
  )
}
