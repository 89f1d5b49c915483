import { useId, useState, type ReactNode } from 'react'
import type * as z from 'zod/mini'
import type { PeriodDocument } from '#contract/periods/document.ts'
import { DocumentActions } from '#client/common/set-up/document-actions.tsx'
import type { DocumentEdit } from '#client/common/set-up/use-document-edit.ts'
import { Readable } from '#client/common/unreadable.tsx'
import { Button } from '#client/ui/button.tsx'
import { Form, FormSummary } from '#client/ui/form/form.tsx'
import { Sheet } from '#client/ui/sheet.tsx'

interface DocumentSheetProps {
  /** On the button that opens it. */
  label: string
  /** What it is called when it is open. */
  title: string
  children: ReactNode
}

/** A button that opens a second document of a page beside it. What is typed there rests as a draft. */
export const DocumentSheet = ({ label, title, children }: DocumentSheetProps) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{label}</Button>
      <Sheet open={isOpen} onClose={() => setOpen(false)} title={title} className="w-[min(44rem,100vw)]">
        {isOpen && (
          <Readable compact renderInstead={(state) => state}>
            {children}
          </Readable>
        )}
      </Sheet>
    </>
  )
}

type Shape = Readonly<Record<string, z.core.$ZodType>>

interface SheetFormProps<S extends Shape> {
  periodId: number
  document: PeriodDocument<string, S>
  edit: DocumentEdit<S>
  children: ReactNode
}

/** The form of such a document, with its save and publish above it. */
export const SheetForm = <S extends Shape>({ periodId, document, edit, children }: SheetFormProps<S>) => {
  const formId = useId()
  return (
    <div className="flex flex-col gap-4 p-4">
      <div className="flex flex-wrap items-center justify-end gap-2">
        <DocumentActions {...{ periodId, document, edit, formId }} />
      </div>
      <Form form={edit.form} id={formId}>
        <FormSummary />
        <div className="grid grid-cols-6 items-start gap-x-3 gap-y-4">{children}</div>
      </Form>
      {edit.conflict}
    </div>
  )
}
