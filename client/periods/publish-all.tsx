import { useState } from 'react'
import type { DocumentState } from '#contract/periods/publishing.ts'
import { useUnpublished, WhatChanges } from '#client/common/set-up/unpublished.tsx'
import { usePublish } from '#client/common/set-up/use-publish.ts'
import { formatNumber } from '#client/lib/format.ts'
import { Banner } from '#client/ui/states/banner.tsx'
import { Button } from '#client/ui/controls/button.tsx'
import { Checkbox } from '#client/ui/controls/checkbox.tsx'
import { Disclosure } from '#client/ui/text/disclosure.tsx'
import { Dialog } from '#client/ui/overlays/dialog.tsx'
import { useToast } from '#client/ui/overlays/toast.tsx'
import { wordsOfKind } from './set-up-words.ts'

/** Saved, and not what students see. */
export const isWaiting = ({ is_published, version, published }: DocumentState): boolean =>
  is_published && version > 0 && published?.version !== version

interface DialogProps {
  periodId: number
  waiting: readonly DocumentState[]
  onClose: () => void
}

/** What waits for being published, all of it or what is chosen, each with what would change. */
export const PublishAllDialog = ({ periodId, waiting, onClose }: DialogProps) => {
  const toast = useToast()
  const { publish, isSending, failure } = usePublish(periodId)
  const [left, setLeft] = useState<readonly string[]>([])
  const chosen = waiting.filter(({ kind }) => !left.includes(kind))
  const choose = (kind: string, isChosen: boolean): void =>
    setLeft(isChosen ? left.filter((one) => one !== kind) : [...left, kind])
  const submit = async (): Promise<void> => {
    if (!(await publish(chosen))) return
    toast.show({ tone: 'success', title: `${inWords(chosen)} published` })
    onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title="Publish to students"
      description="From now on this is what holds for students. What was published before is kept."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            busy={isSending}
            disabled={chosen.length === 0}
            onClick={() => void submit()}
          >
            {chosen.length === waiting.length
              ? `Publish all ${formatNumber(waiting.length)}`
              : `Publish ${formatNumber(chosen.length)} of ${formatNumber(waiting.length)}`}
          </Button>
        </>
      }
    >
      {failure !== null && <Banner tone="danger">{failure}</Banner>}
      <ul className="divide-y divide-line">
        {waiting.map((state) => (
          <Waiting
            key={state.kind}
            periodId={periodId}
            state={state}
            isChosen={!left.includes(state.kind)}
            onChoose={(isChosen) => choose(state.kind, isChosen)}
          />
        ))}
      </ul>
    </Dialog>
  )
}

const inWords = (states: readonly DocumentState[]): string =>
  states.length === 1 ? (states[0]?.label ?? '') : `${formatNumber(states.length)} parts of the set-up`

interface WaitingProps {
  periodId: number
  state: DocumentState
  isChosen: boolean
  onChoose: (isChosen: boolean) => void
}

const Waiting = ({ periodId, state, isChosen, onChoose }: WaitingProps) => (
  <li className="py-2 first:pt-0 last:pb-0">
    <Checkbox
      label={<span className="font-medium">{state.label}</span>}
      hint={state.published === null ? 'Not published yet' : 'Changes not published'}
      checked={isChosen}
      onChange={(event) => onChoose(event.target.checked)}
    />
    <OneDocument periodId={periodId} state={state} />
  </li>
)

/** What would change in one of them, asked for when it is opened. */
const OneDocument = ({ periodId, state }: { periodId: number; state: DocumentState }) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <Disclosure
      className="ml-4"
      onToggle={setOpen}
      summary={
        <span className="text-label font-medium">
          What changes<span className="sr-only"> in {state.label}</span>
        </span>
      }
    >
      {isOpen && (
        <div className="pt-1 pl-8">
          <Changes periodId={periodId} kind={state.kind} />
        </div>
      )}
    </Disclosure>
  )
}

const Changes = ({ periodId, kind }: { periodId: number; kind: string }) => (
  <WhatChanges {...useUnpublished(periodId, kind)} words={wordsOfKind(kind)} />
)
