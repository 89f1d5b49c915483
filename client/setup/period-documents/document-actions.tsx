import { Check, CircleDashed, EyeOff } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { Shape } from '#contract/platform/document.ts'
import type { PeriodDocument } from '#contract/setup/period-documents/document.ts'
import { listPeriodDocuments } from '#contract/setup/periods/endpoints.ts'
import type { DocumentState } from '#contract/setup/periods/publishing.ts'
import { formatCount } from '#client/platform/lib/format.ts'
import { useAsk } from '#client/platform/lib/query.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { SubmitButton } from '#client/platform/ui/form/form.tsx'
import { Dialog } from '#client/platform/ui/overlays/dialog.tsx'
import { Pill } from '#client/platform/ui/text/badge.tsx'
import { ChangesButton } from './changes-sheet.tsx'
import { wordsOf, type DocumentWords } from '#client/platform/history/document-text.ts'
import { useUnpublished, WhatChanges } from './unpublished.tsx'
import type { DocumentEdit } from './use-document-edit.ts'
import { useSaveLabel } from './save-label.ts'
import { PublishProblem } from './publish-problem.tsx'
import { usePublish } from './use-publish.ts'

interface DocumentActionsProps<S extends Shape> {
  periodId: number
  document: PeriodDocument<string, S>
  edit: DocumentEdit<S>
  /** Its history, if that covers more than this document. */
  history?: DocumentHistory | undefined
  /** The ID of the form that Save submits. */
  formId: string
  /** Shown in the publish dialog below the changes. */
  impact?: ReactNode
}

/** A history of several documents. */
export interface DocumentHistory {
  readonly kind: string
  readonly label: string
  readonly words: DocumentWords
}

/** Renders the actions for a document being edited: history, publish, discard, save. */
export const DocumentActions = <S extends Shape>(props: DocumentActionsProps<S>) => {
  const { periodId, document, edit, formId } = props
  const words = wordsOf(document)
  const history = props.history ?? { kind: document.kind, label: document.label, words }
  const saveLabel = useSaveLabel(periodId, document.isSeenOnSave && edit.isDirty)
  const { data } = useAsk(
    listPeriodDocuments,
    { params: { id: periodId } },
    { enabled: document.isPublished },
  )
  // only saved changes can be published; an unchanged first version can be published too
  const isUntouched = data?.find(({ kind }) => kind === document.kind)?.version === 0 && document.isPublished
  return (
    <div data-focus-group className="contents">
      <ChangesButton periodId={periodId} {...history} />
      {document.isPublished && !edit.isDirty && (
        <PublishButton periodId={periodId} document={document} words={words} impact={props.impact} />
      )}
      {edit.isDirty && <Button onClick={edit.form.draft.discard}>Discard</Button>}
      {/* a phone's button row can scroll: Publish and Save come first */}
      <SubmitButton
        form={edit.form}
        formId={formId}
        disabled={!edit.isDirty && !isUntouched}
        className="max-md:order-first"
      >
        {saveLabel}
      </SubmitButton>
    </div>
  )
}

interface PublishProps {
  periodId: number
  document: Pick<PeriodDocument, 'kind' | 'label'>
  words?: DocumentWords | undefined
  impact: ReactNode
}

const wordsFor = (state: DocumentState): string =>
  state.published === null
    ? 'Never published'
    : state.published.version === state.version
      ? 'Published'
      : 'Unpublished changes'

/** Renders the published state of a document and the Publish button, which shows the changes first. */
const PublishButton = ({ periodId, document, words, impact }: PublishProps) => {
  const [isOpen, setOpen] = useState(false)
  const { data } = useAsk(listPeriodDocuments, { params: { id: periodId } })
  const state = data?.find(({ kind }) => kind === document.kind)
  if (!state) return null
  if (!state.is_published)
    return (
      <Pill quiet icon={EyeOff}>
        Hidden
      </Pill>
    )
  const isDone = state.published?.version === state.version
  return (
    <>
      {/* the page’s line says it too: a phone has no room for both */}
      <Pill
        quiet={isDone}
        tone={isDone ? 'success' : 'warning'}
        icon={isDone ? Check : CircleDashed}
        className="max-md:hidden"
      >
        {wordsFor(state)}
      </Pill>
      {state.version > 0 && !isDone && (
        <Button className="max-md:order-first" onClick={() => setOpen(true)}>
          Publish…
        </Button>
      )}
      {isOpen && <PublishDialog {...{ periodId, state, words, impact }} onClose={() => setOpen(false)} />}
    </>
  )
}

interface DialogProps {
  periodId: number
  state: DocumentState
  words: DocumentWords | undefined
  impact: ReactNode
  onClose: () => void
}

const PublishDialog = (props: DialogProps) => {
  const { periodId, state, onClose } = props
  const { publish, isSending, lacksReason, problem } = usePublish(periodId)
  const unpublished = useUnpublished(periodId, state.kind)
  const changes = unpublished.data
  const count = changes?.length ?? 0
  const submit = async (): Promise<void> => {
    if (await publish([state], `${state.label} published`)) onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title={`Publish ${state.label}`}
      description="This version applies to students as soon as you publish. Earlier versions are saved."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            busy={isSending}
            disabled={changes === undefined || lacksReason}
            onClick={() => void submit()}
          >
            {count === 0 ? 'Publish' : `Publish ${formatCount(count, 'change')}`}
          </Button>
        </>
      }
    >
      <PublishProblem {...problem} />
      <WhatChanges of={unpublished} words={props.words} />
      {props.impact}
    </Dialog>
  )
}
