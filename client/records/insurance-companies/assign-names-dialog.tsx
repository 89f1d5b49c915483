import { useRef, useState } from 'react'
import { assignTypedNames } from '#contract/records/insurance-companies/endpoints.ts'
import type { TypedName } from '#contract/records/insurance-companies/shapes.ts'
import { useSend } from '#client/platform/lib/query.ts'
import type { DialogHandle } from '#client/platform/ui/overlays/dialog-host.tsx'
import { CompanyPicker } from './company-picker.tsx'
import { moveReads } from './company-reads.ts'
import { MoveDialog } from './move-dialog.tsx'
import { useMove, type MoveResult } from './use-move.ts'

export interface AssignNamesDialogProps {
  typed: TypedName
  handle: DialogHandle<MoveResult>
}

/** Renders the dialog that matches a typed name, in every spelling, to a company, as one change with Undo. */
export const AssignNamesDialog = ({ typed, handle }: AssignNamesDialogProps) => {
  const [into, setInto] = useState(typed.company)
  const target = useRef<HTMLInputElement>(null)
  const dry = useSend(assignTypedNames, { quiet: true })
  const real = useSend(assignTypedNames, { quiet: true, refreshes: moveReads })
  const move = useMove(dry, real, into && { params: { id: into.id }, body: { names: [typed.name] } })
  return (
    <MoveDialog
      dialog={handle.dialog}
      title={`Match “${typed.name}”`}
      description="Records with this name, in any spelling, will use the company you choose. You can undo this."
      verb={into ? `Match to ${into.name}` : 'Match'}
      move={move}
      isChosen={into !== null}
      onMoved={handle.close}
      target={target}
    >
      <CompanyPicker label="Company" value={into} onChange={setInto} inputRef={target} />
    </MoveDialog>
  )
}
