import { useId, useState, type ReactNode } from 'react'
import type { Shape, Versioned } from '#contract/document.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { PeriodDocument } from '#contract/periods/document.ts'
import { FailedState } from '#client/common/failed-state.tsx'
import { DocumentActions } from '#client/common/set-up/document-actions.tsx'
import { useDocument, useSendDocument, type DocumentRead } from '#client/common/set-up/document-page.tsx'
import { readDocument, useDocumentEdit } from '#client/common/set-up/use-document-edit.ts'
import { Readable } from '#client/common/unreadable.tsx'
import { Button } from '#client/ui/controls/button.tsx'
import { Form, FormSummary } from '#client/ui/form/form.tsx'
import { Sheet } from '#client/ui/overlays/sheet.tsx'
import { SkeletonRows } from '#client/ui/states/skeleton.tsx'

interface SheetFormProps<S extends Shape> {
  periodId: number
  document: PeriodDocument<string, S>
  /** What shows the document besides what shows every document. */
  refreshes: readonly Endpoint[]
  /** What else must be read before it can be edited. */
  needs?: DocumentRead<unknown>
  /** What the form begins with, of what is saved. */
  startWith?: (saved: Versioned<S>) => Versioned<S>
  children: ReactNode
}

interface DocumentSheetProps<S extends Shape> extends SheetFormProps<S> {
  /** On the button that opens it. */
  label: string
  /** What it is called when it is open. */
  title: string
}

/** A button that opens a second document of a page beside it. What is typed there rests as a draft. */
export const DocumentSheet = <S extends Shape>({ label, title, ...form }: DocumentSheetProps<S>) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{label}</Button>
      <Sheet open={isOpen} onClose={() => setOpen(false)} title={title} className="w-[min(44rem,100vw)]">
        {isOpen && (
          <Readable compact renderInstead={(state) => state}>
            <LoadedSheet {...form} />
          </Readable>
        )}
      </Sheet>
    </>
  )
}

const LoadedSheet = <S extends Shape>(props: SheetFormProps<S>) => {
  const read = useDocument(props.document, props.periodId)
  const { needs = read } = props
  const isThere = needs.data !== undefined && needs.isFetchedAfterMount && read.isFetchedAfterMount
  if (read.data && isThere) return <SheetForm {...props} data={read.data} />
  const what = props.document.label
  const error = read.error ?? needs.error
  return error ? (
    <FailedState
      compact
      error={error}
      what={what}
      who="Only Shipmate Admins set up a policy year."
      onRetry={() => void Promise.all([read.refetch(), needs.refetch()])}
    />
  ) : (
    <SkeletonRows rows={4} label={`Loading ${what}`} />
  )
}

/** The form of such a document, with its save and publish above it. */
const SheetForm = <S extends Shape>(props: SheetFormProps<S> & { data: unknown }) => {
  const { periodId, document, refreshes, startWith = (saved) => saved, data, children } = props
  const formId = useId()
  const edit = useDocumentEdit({
    document,
    periodId,
    record: startWith(readDocument(document, data)),
    save: useSendDocument(document, periodId, refreshes),
  })
  return (
    <div className="flex flex-col gap-4 p-4">
      <div className="flex flex-wrap items-center justify-end gap-2">
        <DocumentActions {...{ periodId, document, edit, formId }} />
      </div>
      <Form form={edit.form} id={formId} names={document.labels}>
        <FormSummary />
        <div className="grid grid-cols-6 items-start gap-x-3 gap-y-4">{children}</div>
      </Form>
      {edit.conflict}
    </div>
  )
}
