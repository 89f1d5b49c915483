import { useState } from 'react'
import {
  comparePeriods,
  fillPeriod,
  getPeriodChecks,
  listLastYearTexts,
} from '#contract/setup/periods/endpoints.ts'
import type { Period } from '#contract/setup/periods/shapes.ts'
import { listSchoolPeriods } from '#contract/setup/schools/endpoints.ts'
import { showsDocuments } from '#client/setup/period-documents/document-page.tsx'
import { useUndo } from '#client/platform/common/use-undo.ts'
import { formatCount } from '#client/platform/lib/format.ts'
import { useSend } from '#client/platform/lib/query.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { Field } from '#client/platform/ui/controls/field.tsx'
import { Select } from '#client/platform/ui/controls/select.tsx'
import { Dialog } from '#client/platform/ui/overlays/dialog.tsx'
import { Banner } from '#client/platform/ui/states/banner.tsx'
import { likeliestOf } from './propose.ts'

const refreshes = [
  ...showsDocuments,
  listSchoolPeriods,
  getPeriodChecks,
  comparePeriods,
  listLastYearTexts,
] as const

interface FillDialogProps {
  period: Period
  /** Policy years with a setup. */
  sources: readonly Period[]
  onClose: () => void
}

/** Renders the dialog that fills the empty sections of a draft from another policy year or with standard content. */
export const FillDialog = ({ period, sources, onClose }: FillDialogProps) => {
  const [source, setSource] = useState<number | null>(likeliestOf(sources)?.id ?? null)
  const { send, isSending, error } = useSend(fillPeriod, { refreshes, quiet: true })
  const offerUndo = useUndo(refreshes, 'section')
  const fill = async (): Promise<void> => {
    const body = { copy_from_period_id: source }
    const sent = await send({ params: { id: period.id }, body }).catch(() => null)
    if (!sent) return
    const { filled } = sent.reply
    const title = filled === 0 ? 'Nothing to fill from there' : `${formatCount(filled, 'section')} filled`
    offerUndo({ changeId: filled === 0 ? null : sent.changeId, title })
    onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      size="md"
      title="Fill empty sections"
      description="Sections that someone has saved stay as they are. Nothing is published."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={isSending} onClick={() => void fill()}>
            Fill sections
          </Button>
        </>
      }
    >
      {error && <Banner tone="danger">{error.message} Nothing changed.</Banner>}
      <Field
        label="Fill from"
        hint="Dates move to this policy year. Custom pages are copied if this draft has none."
      >
        <Select
          value={source}
          onChange={setSource}
          options={sources.map(({ id, name }) => ({ value: id, label: name }))}
          placeholder="Standard forms and pages"
          emptyLabel="Standard forms and pages"
        />
      </Field>
    </Dialog>
  )
}
