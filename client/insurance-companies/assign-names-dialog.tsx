import { useRef, useState } from 'react'
import { assignTypedNames } from '#contract/insurance-companies/endpoints.ts'
import type { TypedName } from '#contract/insurance-companies/shapes.ts'
import { useSend } from '#client/lib/query.ts'
import type { DialogHandle } from '#client/ui/overlays/dialog-host.tsx'
import { CompanyPicker } from './company-picker.tsx'
import { moveReads } from './company-reads.ts'
import { MoveDialog } from './move-dialog.tsx'
import { useMove, type Moved } from './use-move.ts'

export interface AssignNamesDialogProps {
  typed: TypedName
  handle: DialogHandle<Moved>
}

/** Makes a typed name a company, in every spelling, as one change that can be undone. */
export const AssignNamesDialog = ({ typed, handle }: AssignNamesDialogProps) => {
  const [into, setInto] = useState(typed.company)
  const target = useRef<HTMLInputElement>(null)
  const dry = useSend(assignTypedNames, { quiet: true })
  const real = useSend(assignTypedNames, { quiet: true, refreshes: moveReads })
  const move = useMove(dry, real, into && { params: { id: into.id }, body: { names: [typed.name] } })
  return (
    <MoveDialog
      dialog={handle.dialog}
      title={`Assign “${typed.name}”`}
      description="Records with this name, in any spelling, get the company instead. It can be undone."
      verb={into ? `Assign to ${into.name}` : 'Assign'}
      move={move}
      isChosen={into !== null}
      onMoved={handle.close}
      target={target}
    >
      <CompanyPicker label="Company" value={into} onChange={setInto} inputRef={target} />
    </MoveDialog>
  )
}
