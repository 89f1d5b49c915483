import type { FormKind } from '#contract/setup/period-documents/form-fields.ts'
import { usePhone } from '#client/platform/lib/use-media.ts'
import { Sheet } from '#client/platform/ui/overlays/sheet.tsx'
import { capitalized } from '#contract/platform/letter-case.ts'
import { FormDetails } from './form-details.tsx'
import { FormOutline } from './form-outline.tsx'
import { partNouns, useFormParts } from './use-form-parts.ts'

/** Renders the outline of a form with the details of the chosen part: next to it, or over it on a phone. */
export const FormBuilder = ({ kind }: { kind: FormKind }) => {
  const form = useFormParts()
  const isPhone = usePhone()
  const { chosen: part, isOpen, setOpen } = form
  if (!part) return null
  const details = <FormDetails kind={kind} form={form} part={part} hideTitle={isPhone} />
  const outline = <FormOutline kind={kind} form={form} />
  if (!isPhone)
    return (
      <div className="grid grid-cols-[minmax(0,5fr)_minmax(0,7fr)] items-start gap-6">
        {outline}
        <div className="sticky top-28">{details}</div>
      </div>
    )
  return (
    <>
      {outline}
      <Sheet open={isOpen} onClose={() => setOpen(false)} title={capitalized(partNouns[part.kind])}>
        <div className="px-5 pb-5">{details}</div>
      </Sheet>
    </>
  )
}
