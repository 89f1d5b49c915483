import { ArrowRight } from 'lucide-react'
import { useState } from 'react'
import {
  comparePeriods,
  getPeriodChecks,
  listLastYearTexts,
  replaceLastYearTexts,
} from '#contract/setup/periods/endpoints.ts'
import type { LastYearText } from '#contract/setup/periods/last-year.ts'
import { showsDocuments } from '#client/setup/period-documents/document-page.tsx'
import { useUndo } from '#client/platform/common/use-undo.ts'
import { formatCount } from '#client/platform/lib/format.ts'
import { afresh, useAsk, useSend } from '#client/platform/lib/query.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { Checkbox } from '#client/platform/ui/controls/checkbox.tsx'
import { Dialog } from '#client/platform/ui/overlays/dialog.tsx'
import { Banner } from '#client/platform/ui/states/banner.tsx'
import { freshly, Loaded } from '#client/platform/ui/states/loaded.tsx'

const refreshes = [...showsDocuments, getPeriodChecks, comparePeriods, listLastYearTexts] as const

interface DialogProps {
  periodId: number
  onClose: () => void
}

/** Renders the texts that still name last year, each with what it becomes, and replaces those that are chosen. */
export const LastYearDialog = ({ periodId, onClose }: DialogProps) => {
  const read = useAsk(listLastYearTexts, { params: { id: periodId } }, afresh)
  return (
    <Loaded
      of={freshly(read)}
      compact
      what="Last year’s texts"
      who="Only Shipmate Admins can set up a policy year."
      rows={4}
      label="Loading last year’s texts"
      renderInstead={(state) => (
        <Dialog open onClose={onClose} size="lg" title="Last year’s texts">
          {state}
        </Dialog>
      )}
    >
      {({ texts, copied_from }) => (
        <Texts {...{ periodId, texts, onClose }} year={copied_from?.name ?? 'last year'} />
      )}
    </Loaded>
  )
}

interface TextsProps extends DialogProps {
  texts: readonly LastYearText[]
  year: string
}

const idOf = ({ document, path }: LastYearText): string => `${document} ${path}`

const Texts = ({ periodId, texts, year, onClose }: TextsProps) => {
  const [left, setLeft] = useState<readonly string[]>([])
  const { replace, isSending, error } = useReplacing(periodId, onClose)
  const chosen = texts.filter((text) => !left.includes(idOf(text)))
  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title={`Replace texts from ${year}`}
      description="Years, dates and class years move to this policy year. Nothing is published."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            busy={isSending}
            disabled={chosen.length === 0}
            onClick={() => void replace(chosen)}
          >
            Replace in {formatCount(chosen.length, 'place')}
          </Button>
        </>
      }
    >
      {error && (
        <Banner tone="danger">{error.message} Nothing changed. Close this window and open it again.</Banner>
      )}
      <ul className="divide-y divide-line">
        {texts.map((text) => (
          <OneText
            key={idOf(text)}
            text={text}
            isChosen={!left.includes(idOf(text))}
            onChoose={(isChosen) =>
              setLeft(isChosen ? left.filter((one) => one !== idOf(text)) : [...left, idOf(text)])
            }
          />
        ))}
      </ul>
    </Dialog>
  )
}

const useReplacing = (periodId: number, onReplaced: () => void) => {
  const { send, isSending, error } = useSend(replaceLastYearTexts, { refreshes, quiet: true })
  const offerUndo = useUndo(refreshes, 'section')
  const replace = async (chosen: readonly LastYearText[]): Promise<void> => {
    const body = { texts: chosen.map(({ document, path, version }) => ({ document, path, version })) }
    const sent = await send({ params: { id: periodId }, body }).catch(() => null)
    if (!sent) return
    offerUndo({ changeId: sent.changeId, title: `${formatCount(sent.reply.replaced, 'text')} replaced` })
    onReplaced()
  }
  return { replace, isSending, error }
}

interface OneTextProps {
  text: LastYearText
  isChosen: boolean
  onChoose: (isChosen: boolean) => void
}

const OneText = ({ text: { label, path, mentions }, isChosen, onChoose }: OneTextProps) => (
  <li className="py-2 first:pt-0 last:pb-0">
    <Checkbox
      checked={isChosen}
      onChange={(event) => onChoose(event.target.checked)}
      label={
        <span className="text-label text-ink-2">
          {label}
          {/(class_years|graduation_year)$/.test(path) && ', class years'}
        </span>
      }
      hint={mentions.map(({ before, after }) => (
        <span key={before} className="block text-body break-words">
          <span className="text-ink-3 line-through decoration-ink-3/60">{before}</span>{' '}
          <ArrowRight size={13} aria-hidden className="inline text-ink-3" />
          <span className="sr-only">becomes</span> <span className="text-ink">{after}</span>
        </span>
      ))}
    />
  </li>
)
