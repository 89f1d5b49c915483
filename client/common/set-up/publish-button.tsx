import { Check, CircleDashed } from 'lucide-react'
import { useState } from 'react'
import type { PeriodDocument } from '#contract/periods/document.ts'
import { listPeriodDocuments } from '#contract/periods/endpoints.ts'
import type { DocumentState } from '#contract/periods/publishing.ts'
import { formatNumber } from '#client/lib/format.ts'
import { useAsk } from '#client/lib/query.ts'
import { Banner } from '#client/ui/states/banner.tsx'
import { Pill } from '#client/ui/text/badge.tsx'
import { Button } from '#client/ui/controls/button.tsx'
import { Dialog } from '#client/ui/overlays/dialog.tsx'
import { useToast } from '#client/ui/overlays/toast.tsx'
import type { DocumentWords } from './document-words.ts'
import { useUnpublished, WhatChanges } from './unpublished.tsx'
import { usePublish } from './use-publish.ts'

interface PublishProps {
  periodId: number
  document: Pick<PeriodDocument, 'kind' | 'label'>
  words?: DocumentWords | undefined
}

const wordsFor = (state: DocumentState): string =>
  state.published === null
    ? 'Not published yet'
    : state.published.version === state.version
      ? 'Published'
      : 'Changes not published'

/** How the document stands before students, and the way to publish it: what changes is shown first. */
export const PublishButton = ({ periodId, document, words }: PublishProps) => {
  const [isOpen, setOpen] = useState(false)
  const { data } = useAsk(listPeriodDocuments, { params: { id: periodId } })
  const state = data?.find(({ kind }) => kind === document.kind)
  if (!state) return null
  const isDone = state.published?.version === state.version
  return (
    <>
      <Pill quiet={isDone} tone={isDone ? 'success' : 'warning'} icon={isDone ? Check : CircleDashed}>
        {wordsFor(state)}
      </Pill>
      {state.version > 0 && !isDone && <Button onClick={() => setOpen(true)}>Publish…</Button>}
      {isOpen && <PublishDialog {...{ periodId, state, words }} onClose={() => setOpen(false)} />}
    </>
  )
}

interface DialogProps {
  periodId: number
  state: DocumentState
  words: DocumentWords | undefined
  onClose: () => void
}

const PublishDialog = (props: DialogProps) => {
  const { periodId, state, onClose } = props
  const toast = useToast()
  const { publish, isSending, failure } = usePublish(periodId)
  const read = useUnpublished(periodId, state.kind)
  const { changes } = read
  const count = changes?.length ?? 0
  const submit = async (): Promise<void> => {
    if (!(await publish([state]))) return
    toast.show({ tone: 'success', title: `${state.label} published` })
    onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title={`Publish ${state.label}`}
      description="From now on this is what holds for students. What was published before is kept."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            busy={isSending}
            disabled={changes === undefined}
            onClick={() => void submit()}
          >
            {count === 0 ? 'Publish' : `Publish ${formatNumber(count)} ${count === 1 ? 'change' : 'changes'}`}
          </Button>
        </>
      }
    >
      {failure !== null && <Banner tone="danger">{failure}</Banner>}
      <WhatChanges {...read} words={props.words} />
    </Dialog>
  )
}
